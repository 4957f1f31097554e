"""What the player thinks of the position, in words and boards (GNU Go, gomill, Matilda)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keima import _core
from keima.colors import Color
from keima.drawing import draw_text
from keima.game import Game
from keima.gtp.analysis import board_of
from keima.gtp.arguments import Arguments, clip, syntax_error
from keima.gtp.protocol import GtpError
from keima.gtp.registry import command
from keima.gtp.session import Session, Thought
from keima.scoring import without

if TYPE_CHECKING:
    from keima.engine import Candidate, Limit, SearchResult

MOST_SECONDS = 10**6
TOP = 10
"""So many moves GNU Go tells."""


def last_thought(session: Session) -> Thought:
    if session.last is None:
        raise GtpError("no search yet")
    return session.last


def percent(rate: float | None) -> str:
    return "unknown" if rate is None else f"{100 * rate:.1f} %"


def points(score: float | None) -> str:
    return "unknown" if score is None else f"{score + 0.0:+.1f}"


def described(candidate: Candidate) -> str:
    return (
        f"{candidate.move}: {candidate.visits} visits, win rate {percent(candidate.winrate)}, "
        f"score {points(candidate.score)}, expected {' '.join(candidate.pv) or candidate.move}"
    )


def explained(color: Color, result: SearchResult) -> str:
    head = (
        f"{color.word} {result.move}: win rate {percent(result.winrate)}, score "
        f"{points(result.score)}, {result.playouts} playouts in {result.seconds:.2f} s"
    )
    return "\n".join([head, *map(described, result.candidates[:TOP])])


@command("gomill-explain_last_move")
def gomill_explain_last_move(session: Session, args: Arguments) -> str:
    """What the last search thought: the choice, and the best ten moves."""
    args.count(0)
    thought = last_thought(session)
    return explained(thought.color, thought.result)


@command("all_move_values")
def all_move_values(session: Session, args: Arguments) -> str:
    """The value of each move that the last search considered, one a line; visits in a tree."""
    args.count(0)
    if session.last is None:
        return ""
    return "\n".join(f"{c.move} {c.value:.2f}" for c in session.last.result.candidates)


def best_line(result: SearchResult) -> str:
    return " ".join(f"{c.move} {c.value:.2f}" for c in result.candidates[:TOP])


@command("top_moves")
def top_moves(session: Session, args: Arguments) -> str:
    """The ten best moves of the last search with their values."""
    args.count(0)
    return best_line(last_thought(session).result)


@command("top_moves_black")
def top_moves_black(session: Session, args: Arguments) -> str:
    """Searches for Black; the ten best moves with their values."""
    args.count(0)
    return best_line(session.search(Color.BLACK, session.limit(Color.BLACK), analysis=True))


@command("top_moves_white")
def top_moves_white(session: Session, args: Arguments) -> str:
    """Searches for White; the ten best moves with their values."""
    args.count(0)
    return best_line(session.search(Color.WHITE, session.limit(Color.WHITE), analysis=True))


@command("mtld-last_evaluation")
def mtld_last_evaluation(session: Session, args: Arguments) -> str:
    """The win rates in percent that the last search found, as a board."""
    args.count(0)
    thought = last_thought(session)
    game = thought.game
    texts = {p: "XO"[game.at(p) - 1] for p in range(game.area) if game.at(p)}
    for c in thought.result.candidates:
        if c.winrate is not None and c.move != "pass":
            texts[game.parse(c.move)] = f"{100 * c.winrate:.0f}"
    return board_of(game, texts)


@command("keima-priors")
def keima_priors(session: Session, args: Arguments) -> str:
    """What is thought of the moves before they are tried, in percent, as a board."""
    args.count(0)
    ask = getattr(session.player, "priors", None)
    if ask is None:
        raise GtpError("the player has no priors")
    game = session.game
    texts = {p: "XO"[game.at(p) - 1] for p in range(game.area) if game.at(p)}
    try:
        priors: dict[int, float] = ask(game)
    except ValueError as error:
        raise GtpError(clip(str(error))) from None
    texts |= {p: f"{100 * prior:.0f}" for p, prior in priors.items() if p < game.area}
    return board_of(game, texts)


@command("mtld-final_position")
def mtld_final_position(session: Session, args: Arguments) -> str:
    """The board at the end: dead stones taken off, and the owner of each point below it."""
    args.count(0)
    board = without(session.game.board, session.find_dead())
    owners = _core.area_owners(board)
    texts = {p: "XO"[owner - 1] for p, owner in enumerate(owners) if owner}
    return f"\n{draw_text(board)}{board_of(session.game, texts)}"


def read_seconds(args: Arguments) -> Limit:
    from keima.engine import Limit

    args.count(1)
    seconds = args.number(0)
    if not 0 < seconds <= MOST_SECONDS:
        raise syntax_error(f"expected seconds above 0 and at most {MOST_SECONDS}")
    return Limit(seconds=seconds)


@command("mtld-ponder", "SECONDS")
def mtld_ponder(session: Session, args: Arguments) -> str:
    """Thinks about the position for a time and says what it found."""
    limit = read_seconds(args)
    color = session.game.to_play
    return explained(color, session.search(color, limit, analysis=True))


@command("mtld-review_game", "SECONDS")
def mtld_review_game(session: Session, args: Arguments) -> str | None:
    """Thinks for a time about each position of the game; one line a move, with its loss."""
    limit = read_seconds(args)
    game = session.game.copy()
    moves = list(game.moves)
    game.undo(len(moves))
    for number, (color, point) in enumerate(moves, 1):
        if session.inbox.interrupted():
            break
        session.emit(f"{number} {reviewed(session, game, color, point, limit)}")
        game.play(point, color)
    return None


def reviewed(session: Session, game: Game, color: Color, point: int, limit: Limit) -> str:
    """A played move and what the player would have done."""
    result = session.watched(session.player, game, color, limit, analysis=True)
    name = game.name(point)
    played = next((c for c in result.candidates if c.move == name), None)
    best = result.candidates[0] if result.candidates else None
    text = f"{color.word} {name}, best {best.move if best else 'pass'}, win rate "
    text += percent(best.winrate if best else result.winrate)
    if played and best and played.winrate is not None and best.winrate is not None:
        text += f", loss {percent(max(0.0, best.winrate - played.winrate))}"
    return text
