"""What can be done to a game: one small function an action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from keima.colors import Color
from keima.engine import Engine, Limit
from keima.rules import PRESETS
from keima.web import limits
from keima.web.analysis import analysis_json
from keima.web.clocks import read_settings
from keima.web.club import Club, resign
from keima.web.counting import toggled
from keima.web.engines import Use
from keima.web.games import SIDES, OpenGame, move_of
from keima.web.players import Seat, read_level, read_profile
from keima.web.searching import HINT_SECONDS, looked_at
from keima.web.state import state_of
from keima.web.values import Refused, choice, known_keys, mapping, number, shown, text, whole

Action = Callable[[Club, OpenGame, dict[str, Any]], Awaitable[dict[str, Any] | None]]

#: The actions by name, each with the keys that it takes.
ACTIONS: dict[str, tuple[Action, tuple[str, ...]]] = {}


def action(*keys: str) -> Callable[[Action], Action]:
    """Registers an action under its function's name. What it returns is added to the state."""

    def register(function: Action) -> Action:
        ACTIONS[function.__name__.rstrip("_")] = function, ("do", "node", *keys)
        return function

    return register


async def perform(club: Club, ident: str, given: dict[str, Any]) -> dict[str, Any]:
    """Does an action and returns the state after it. Refuses, and changes nothing, if it makes no
    sense."""
    game = club.game(ident)
    name = choice(given.get("do"), "do", ACTIONS)
    function, keys = ACTIONS[name]
    known_keys(given, keys, name)
    try:
        more = await function(club, game, given)
    except ValueError as error:
        raise Refused(str(error)) from None
    except Refused:
        raise
    except Exception:
        # A fault of ours: what is half done has not happened.
        club.reload(ident)
        raise
    return state_of(club.game(ident)) | (more or {})


def _node(game: OpenGame, given: dict[str, Any]) -> int:
    number = whole(given.get("node"), "node", 0, 10**9)
    game.at(number)
    return number


def _must_go_on(game: OpenGame) -> None:
    if game.count is not None:
        raise Refused("the game is being counted: accept the count or resume play", 409)
    if game.is_over:
        raise Refused("the game is over: undo, or go to another node", 409)


@action("move")
async def play(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    move = text(given.get("move"), "move", 10)
    if "node" in given and _node(game, given) != game.node:
        raise Refused("the game has moved on: the move was meant for another node", 409)
    _must_go_on(game)
    point = game.game.parse(move)
    if game.thinking is not None:
        raise Refused("an engine is thinking about this move: stop it first", 409)
    game.game.copy().play(point)
    game.paused = False
    club.play(game, point)
    club.changed(game, nodes=club.moved_nodes(game))


@action()
async def resign_(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    _must_go_on(game)
    loser = game.game.to_play
    # Who gives up while an engine thinks is not the engine.
    if game.seats[loser].is_engine and not game.seats[loser.opponent].is_engine:
        loser = loser.opponent
    resign(game, loser)
    club.changed(game)


@action()
async def undo(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    line = game.current.line()
    if len(line) < 2:
        raise Refused("there is no move to take back", 409)
    human = [i for i in range(1, len(line)) if _by_human(game, move_of(line[i]))]
    target = (human[-1] if human else len(line) - 1) - 1
    gone = line[target + 1 :]
    # What others hang on, or what came with a record, stays.
    keep = line[-1].children or any(len(node.children) > 1 for node in gone)
    game.paused = False
    game.error = None
    game.count = None
    if game.ended == game.node:
        game.set_result(None)
    first = game.id_of(gone[0])
    game.go(game.id_of(line[target]))
    if not keep and first >= game.own_from:
        game.remove(first)
    if game.clock:
        game.clock.read(game.current)
    # Without this an engine would make the same move again.
    game.paused = game.seats[game.game.to_play].is_engine
    club.changed(game)


def _by_human(game: OpenGame, move: tuple[Color, int] | None) -> bool:
    return move is not None and not game.seats[move[0]].is_engine


@action()
async def go(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    number = _node(game, given)
    game.paused = False
    game.error = None
    if number != game.node:
        game.go(number)
        if game.clock:
            game.clock.stop()
            game.clock.read(game.current)
    club.changed(game, record=False)


@action()
async def remove(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    game.remove(_node(game, given))
    club.changed(game)


@action()
async def promote(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    game.promote(_node(game, given))
    club.changed(game)


@action("text")
async def comment(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    node = game.at(_node(game, given))
    was = bool(node.comment)
    if len(node.comment) > limits.COMMENT:
        raise Refused(
            f"this comment has {len(node.comment):,} characters: those of up to "
            f"{limits.COMMENT:,} can be changed here",
            409,
        )
    node.comment = text(given.get("text"), "text", limits.COMMENT)
    number = game.id_of(node)
    if bool(node.comment) is not was:
        game.changed(number)
    club.changed(game, nodes=[number])


@action("players", "clock", "komi", "rules", "title")
async def settings(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    seats = read_players(given["players"]) if "players" in given else {}
    clock = read_settings(given.get("clock"))
    komi = read_komi(given.get("komi"))
    rules = read_rules(given["rules"]) if "rules" in given else None
    title = text(given["title"], "title", limits.TITLE) if "title" in given else None
    if rules is not None:
        game.set_rules(rules)
    if komi is not None:
        game.set_komi(komi)
    if given.keys() & {"players", "clock", "komi", "rules"}:
        club.silence(game)
        game.paused = False
        game.error = None
    for color, seat in seats.items():
        game.set_seat(color, seat)
    if "clock" in given:
        game.set_clock(clock)
    if title is not None:
        game.title = title
    club.changed(game)


def read_players(value: object) -> dict[Color, Seat]:
    """Players by colour, those that are given."""
    given = mapping(value, "players")
    known_keys(given, ("B", "W"), "players")
    return {
        color: Seat.read(given[color.letter], f"player {color.letter}")
        for color in SIDES
        if color.letter in given
    }


def read_komi(value: object) -> float | None:
    if value is None:
        return None
    komi = number(value, "komi", -limits.KOMI, limits.KOMI)
    if komi * 4 != int(komi * 4):
        raise Refused(f"komi must be in quarters of a point, got {shown(value)}")
    return komi


def read_rules(value: object) -> str:
    return choice(value, "rules", PRESETS)


@action("profile", "level")
async def move(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    _must_go_on(game)
    profile = read_profile(given.get("profile") or _opponent(club, game))
    level = read_level(profile, given.get("level"))
    game.paused = False
    game.error = None
    club.silence(game)
    seat = game.seats[game.game.to_play]
    if not seat.is_engine or given.get("profile"):
        seat = Seat(profile, level)
    club.run_clock(game)
    club.think(game, seat)
    club.show(game)


def _opponent(club: Club, game: OpenGame) -> str:
    """The profile that plays here, or the usual one."""
    return next((s.profile for s in game.seats.values() if s.profile), club.usual)


@action("profile")
async def hint(club: Club, game: OpenGame, given: dict[str, Any]) -> dict[str, Any]:
    _must_go_on(game)
    profile = read_profile(given.get("profile") or club.usual)
    node, position, rules = game.node, game.game.copy(), game.rules_version
    use = Use(profile, None, game.id, "analysis", (position.width, position.height))

    def ask(engine: Engine) -> dict[str, Any]:
        seen = looked_at(engine, position)
        network = engine.prepare(seen)
        result = engine.search(seen, Limit(seconds=HINT_SECONDS), analysis=True)
        return analysis_json(seen, node, profile, network, result, {})

    try:
        found = await club.ask(use, ask)
    except (ValueError, OSError, RuntimeError) as error:
        raise Refused(f"{profile}: {error}", 503) from None
    game = club.game(game.id)
    if game.rules_version != rules:
        raise Refused("the rules have changed meanwhile: ask again", 409)
    if game.has(node):
        game.keep_analysis(node, found)
        club.keep_values(game.id)
    best = found["moves"][0] if found["moves"] else {"move": "pass", "pv": ["pass"]}
    told = {key: best.get(key) for key in ("move", "winrate", "score", "pv")}
    return {"hint": told}


@action()
async def stop(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    club.silence(game)
    game.paused = True
    club.changed(game, record=False)


@action()
async def score(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    if game.count is not None:
        raise Refused("the game is being counted already", 409)
    if game.ended == game.node:
        raise Refused("the game is over: undo, or go to another node", 409)
    marked = club.begin_count(game)
    club.changed(game)
    await marked


@action("point")
async def dead(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    if game.count is None:
        raise Refused("the game is not being counted: begin with score", 409)
    position = game.game
    point = position.parse(text(given.get("point"), "point", 10))
    if point == position.area:
        raise Refused("a pass is not a point: expected the name of one, as E5")
    game.count.dead = toggled(position, game.count.dead, point)
    game.count.by_hand = True
    club.changed(game)


@action()
async def accept(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    if game.count is None:
        raise Refused("the game is not being counted: begin with score", 409)
    result = game.game.score(game.count.dead).text
    game.count = None
    game.set_result(result)
    club.changed(game)


@action()
async def resume(club: Club, game: OpenGame, given: dict[str, Any]) -> None:
    if game.count is None and not game.is_over:
        raise Refused("the game is not being counted: there is nothing to resume", 409)
    if game.ended == game.node:
        game.set_result(None)
    game.count = None
    if game.game.is_over:
        game.resumed.add(game.node)
    game.paused = False
    club.changed(game)
