"""What GoGui asks for: set-up positions, whole sequences, and commands for its menus."""

from typing import get_args

from keima import _core
from keima.gtp.arguments import Arguments, syntax_error
from keima.gtp.commands.kata import change_rules, with_rule
from keima.gtp.commands.play import play_move
from keima.gtp.commands.setup import set_stones
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session
from keima.gtp.status import pass_alive
from keima.rules import HandicapBonus, Scoring, Tax

#: type/label/command, as GoGui's menu wants them.
ANALYZE_COMMANDS = (
    "string/Final Score/final_score",
    "string/Estimate Score/estimate_score",
    "plist/Dead Stones/final_status_list dead",
    "plist/Living Stones/final_status_list alive",
    "bwboard/Area/keima-area",
    "plist/Pass-Alive/keima-pass_alive %c",
    "plist/Legal Moves/all_legal %c",
    "string/Is Legal/is_legal %c %p",
    "plist/Stones/list_stones %c",
    "plist/Liberties/findlib %p",
    "string/Number of Liberties/countlib %p",
    "string/Captures/captures %c",
    "string/Last Move/last_move",
    "hstring/Move History/move_history",
    "hstring/Show Board/showboard",
    "pspairs/Best Moves/top_moves",
    "sboard/Win Rates/mtld-last_evaluation",
    "sboard/Priors/keima-priors",
    "hstring/Explain Last Move/gomill-explain_last_move",
    "hstring/Final Position/mtld-final_position",
    "hstring/Think/mtld-ponder %s",
    "string/SGF/printsgf",
    "none/Save SGF/printsgf %w",
    "param/Rules/keima-rules",
    "hstring/Describe Engine/gomill-describe_engine",
    "string/CPU Time/cputime",
)


@command("gogui-analyze_commands")
def gogui_analyze_commands(session: Session, args: Arguments) -> str:
    """The commands for GoGui's analyze menu."""
    args.count(0)
    return "\n".join(ANALYZE_COMMANDS)


@command("gogui-title")
def gogui_title(session: Session, args: Arguments) -> str:
    """The title of GoGui's window."""
    args.count(0)
    return f"Keima ({session.player.name})"


@command("gogui-setup", "[COLOR VERTEX]...")
def gogui_setup(session: Session, args: Arguments) -> None:
    """Places stones on the empty board; they are not moves."""
    if session.game.move_number or any(session.game.board.stones):
        raise GtpError("board not empty")
    session.start(set_stones(session.game, args))


@command("gogui-setup_player", "COLOR")
def gogui_setup_player(session: Session, args: Arguments) -> None:
    """Says whose turn it is in a set-up position."""
    args.count(1)
    session.game.to_play = args.color(0)


@command("gogui-play_sequence", "[COLOR VERTEX]...")
def gogui_play_sequence(session: Session, args: Arguments) -> None:
    """Plays several moves, or none if one of them is illegal."""
    if len(args) % 2:
        raise syntax_error("expected pairs of a colour and a vertex")
    game = session.game.copy()
    for color, vertex in zip(args.words[::2], args.words[1::2], strict=True):
        play_move(game, color, vertex)
    session.game = game


@command("keima-area")
def keima_area(session: Session, args: Arguments) -> str:
    """Who owns each point if every stone lives, as a board of b, w and a dot."""
    args.count(0)
    width = session.game.width
    marks = [".bw"[owner] for owner in _core.area_owners(session.game.board)]
    return "\n" + "\n".join(
        " ".join(marks[row : row + width]) for row in range(0, len(marks), width)
    )


@command("keima-pass_alive", "COLOR")
def keima_pass_alive(session: Session, args: Arguments) -> str:
    """The stones and points that a side keeps even if it always passes."""
    args.count(1)
    safe = pass_alive(session.game, args.color(0))
    return " ".join(map(session.game.name, sorted(safe)))


@command("keima-rules", "[RULE VALUE]")
def keima_rules(session: Session, args: Arguments) -> str | None:
    """The rules one a line as GoGui's dialog wants them, or sets one."""
    rules = session.game.rules
    if not args.count(0, 2):
        ko = "/".join(("simple", "positional", "situational"))
        return "\n".join(
            (
                f"[list/{ko}] ko {rules.ko}",
                f"[list/{'/'.join(get_args(Scoring))}] scoring {rules.scoring}",
                f"[list/{'/'.join(get_args(Tax))}] tax {rules.tax}",
                f"[bool] suicide {rules.suicide:d}",
                f"[bool] hasButton {rules.button:d}",
                f"[list/{'/'.join(get_args(HandicapBonus))}] whiteHandicapBonus "
                f"{rules.handicap_bonus}",
                f"[bool] friendlyPassOk {rules.friendly_pass:d}",
            )
        )
    args.count(2)
    flag = args.word(0) in ("suicide", "hasButton", "friendlyPassOk")
    word = {"1": "true", "0": "false"}.get(args.word(1), args.word(1)) if flag else args.word(1)
    change_rules(session, with_rule(rules, args.word(0), word))
    return None
