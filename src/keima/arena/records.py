"""What is known of a game after it was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Self

from keima.arena.settings import Entrant, GameSettings, PlannedGame, time_text
from keima.colors import Color

if TYPE_CHECKING:
    from keima.sgf import GameTree

Reason = Literal["score", "resign", "time", "forfeit", "move-limit", "void"]


@dataclass(frozen=True)
class Fault:
    """What went wrong: crash, hang, failure (an error reply), nonsense (no GTP), illegal (a
    move), time (the flag fell), stray (output that is no answer), move-limit or referee."""

    #: Whose fault: B, W, or nobody's.
    color: str
    kind: str
    message: str
    #: What was said in the game until then.
    transcript: str = ""


@dataclass(frozen=True)
class GameRecord:
    """A game that was played, as plain data.

    `result` is as in SGF: B+3.5, W+R (resigned), W+T (time), W+F (forfeited by a fault), 0 or
    Void. Times of moves begin after the opening; a resignation has one too.
    """

    plan: PlannedGame
    result: str
    reason: Reason
    #: Names of all moves, those of the opening included.
    moves: tuple[str, ...]
    #: Wall-clock and processor seconds of each move. A game that was read from the file of an
    #: experiment has no wall-clock seconds.
    times: tuple[float, ...] = ()
    cpus: tuple[float, ...] = ()
    #: Moves of the opening.
    opening: int = 0
    #: Who made the first move.
    first: str = "B"
    faults: tuple[Fault, ...] = ()
    #: What each side and the referee counted, by B, W and referee.
    counts: Mapping[str, str] = field(default_factory=dict)
    #: Both players' descriptions of themselves, by B and W.
    players: Mapping[str, Any] = field(default_factory=dict)
    #: Seconds from beginning to end, and of them in players and referees.
    seconds: float = 0.0
    engine_seconds: float = 0.0

    @property
    def winner(self) -> Color | None:
        """None for a draw or a void game."""
        return {"B": Color.BLACK, "W": Color.WHITE}.get(self.result[0])

    @property
    def is_void(self) -> bool:
        return self.reason == "void"

    @property
    def disagreement(self) -> bool:
        """Did both players count, and find different results?"""
        from keima.arena.referee import read_result

        black, white = (read_result(self.counts.get(side)) for side in "BW")
        return black is not None and white is not None and black != white

    @property
    def points(self) -> float:
        """Black's: 1 for a win, 0.5 for a draw."""
        return {Color.BLACK: 1.0, Color.WHITE: 0.0}.get(self.winner or Color.EMPTY, 0.5)

    def side(self, values: tuple[float, ...], color: Color) -> tuple[float, ...]:
        """Those entries of `times` or `cpus` that belong to a side."""
        first = Color.parse(self.first)
        start = 0 if (first == color) == (self.opening % 2 == 0) else 1
        return values[start::2]

    def seconds_of(self, color: Color) -> float:
        return sum(self.side(self.times, color))

    def cpu_of(self, color: Color) -> float:
        return sum(self.side(self.cpus, color))

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"plan": plan_to_json(self.plan)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        tuples = {name: tuple(value[name]) for name in ("moves", "times", "cpus")}
        faults = tuple(Fault(**fault) for fault in value["faults"])
        return cls(**{**value, **tuples, "plan": plan_from_json(value["plan"]), "faults": faults})

    def to_sgf(self) -> GameTree:
        """The game with its settings and seed, and the time of every move."""
        import keima.sgf as sgf

        plan, settings = self.plan, self.plan.settings
        game = settings.new_game()
        tree = sgf.GameTree(settings.size)
        root = tree.root
        root["AP"] = ("Keima", _version())
        root["EV"], root["RO"] = plan.tournament, f"{plan.match}, game {plan.index}"
        root["PB"], root["PW"] = plan.black.name, plan.white.name
        root["KM"], root["RU"], root["RE"] = game.komi, game.rules.name, self.result
        if settings.time.kind != "none":
            root["OT"] = time_text(settings.time)
        if game.handicap:
            root["HA"] = game.handicap
        start = game.native.start
        for color, ident in ((Color.BLACK, "AB"), (Color.WHITE, "AW")):
            if points := [p for p, stone in enumerate(start.stones) if stone == color]:
                root[ident] = points
        root["PL"] = Color.parse(self.first)
        root["C"] = self._summary()
        node, color = root, Color.parse(self.first)
        for number, move in enumerate(self.moves, -self.opening):
            node = node.add_move(color, move)
            if 0 <= number < len(self.times):
                node.comment = f"{self.times[number]:.4g} s, {self.cpus[number]:.4g} s CPU"
            color = color.opponent
        return tree

    def _summary(self) -> str:
        plan = self.plan
        lines = [
            f"seed {plan.seed}",
            f"black: {plan.black.spec}, seed {plan.side_seed('B')}",
            f"white: {plan.white.spec}, seed {plan.side_seed('W')}",
            f"result {self.result} by {self.reason}, moves {len(self.moves)}",
        ]
        lines += [f"{who} counted {result}" for who, result in self.counts.items()]
        lines += [f"fault {f.kind} {f.color}: {f.message}" for f in self.faults]
        lines += [f"{key}: {value}" for key, value in plan.settings.to_json().items()]
        return "\n".join(lines)


def plan_to_json(plan: PlannedGame) -> dict[str, Any]:
    return {**asdict(plan), "settings": plan.settings.to_json()}


def plan_from_json(value: Mapping[str, Any]) -> PlannedGame:
    changed = {
        "black": Entrant(**value["black"]),
        "white": Entrant(**value["white"]),
        "settings": GameSettings.from_json(value["settings"]),
    }
    return PlannedGame(**{**value, **changed})


def _version() -> str:
    import keima

    return keima.__version__
