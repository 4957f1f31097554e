"""One game from beginning to end. Keima's rules say what is legal and when it is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from keima.arena.clock import Clock
from keima.arena.players import Player, PlayerFault, make_player
from keima.arena.records import Fault, GameRecord, Reason
from keima.arena.referee import Referee, make_referee, read_result, write_result
from keima.arena.settings import GameSettings, PlannedGame
from keima.colors import Color
from keima.game import Game

T = TypeVar("T")


class Table:
    """A place where games are played, one after the other; players and referees stay there
    from one game to the next, so that none starts anew for each. `keep` is how many of them, the
    latest; by default all.

    >>> from keima.arena.settings import Entrant, GameSettings
    >>> ann, bob = Entrant("ann", "brugmann:playouts=20"), Entrant("bob", "abramson:playouts=2")
    >>> plan = PlannedGame("test", 0, "ann-bob", ann, bob, GameSettings(size=(5, 5)), seed=7)
    >>> with Table() as table:
    ...     table.play(plan).moves == table.play(plan).moves
    True
    """

    def __init__(self, keep: int | None = None) -> None:
        if keep is not None and keep < 2:
            raise ValueError(f"a table has 2 or more players, got {keep}")
        self._keep = keep
        #: The one that played last is the last.
        self._players: dict[tuple[str, int], Player] = {}
        self._referees: dict[str, Referee] = {}
        self._descriptions: dict[int, dict[str, Any]] = {}
        #: The game under way.
        self.playing: GameUnderWay | None = None

    def ready(self) -> None:
        """Answers as soon as the table is there, wherever that is."""

    def play(self, plan: PlannedGame) -> GameRecord:
        """Plays a game. Whatever the players do, there is a record; ValueError is raised only
        for a spec or settings that can never work."""
        black = self._seat(plan.black.spec, 0)
        white = self._seat(plan.white.spec, 1 if plan.white.spec == plan.black.spec else 0)
        self.playing = GameUnderWay(self, plan, black, white)
        try:
            return self.playing.run()
        finally:
            self.playing = None

    def _seat(self, spec: str, number: int) -> Player:
        player = self._players.pop((spec, number), None) or make_player(spec)
        self._players[spec, number] = player
        while self._keep is not None and len(self._players) > self._keep:
            oldest = self._players.pop(next(iter(self._players)))
            self._descriptions.pop(id(oldest), None)
            oldest.close()
        return player

    def describe(self, player: Player) -> dict[str, Any]:
        """What a player says of itself, asked for once."""
        if id(player) not in self._descriptions:
            self._descriptions[id(player)] = player.describe()
        return self._descriptions[id(player)]

    def said(self, player: Player) -> dict[str, Any]:
        """What a player has said of itself so far."""
        return self._descriptions.get(id(player), {})

    def count(self, referee: str, game: Game) -> str:
        """A referee's count; one that fails is replaced once."""
        try:
            return self._referee(referee).count(game)
        except Exception:
            self._referees.pop(referee).close()
            return self._referee(referee).count(game)

    def _referee(self, name: str) -> Referee:
        if name not in self._referees:
            self._referees[name] = make_referee(name)
        return self._referees[name]

    def close(self) -> None:
        for player in self._players.values():
            player.close()
        for referee in self._referees.values():
            referee.close()
        self._players.clear()
        self._referees.clear()

    def abandon(self) -> None:
        """Ends the programs at once, from any thread; the table is of no use afterwards."""
        for player in list(self._players.values()):
            player.abandon()
        for referee in list(self._referees.values()):
            referee.abandon()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def play_game(plan: PlannedGame) -> GameRecord:
    """Plays one game at a table of its own."""
    with Table() as table:
        return table.play(plan)


class Thought(NamedTuple):
    """A move that is being waited for: whose, and for how many seconds at most."""

    color: Color
    patience: float
    clock: Clock


def patience(settings: GameSettings, clock: Clock) -> float:
    """Seconds after which whoever still thinks hangs. A program is given up a little earlier."""
    allowed = clock.until_flag if clock.is_running else 0.0
    return allowed + 1.1 * settings.timeout + 1.0


class GameUnderWay:
    """A game from its start to its record."""

    def __init__(self, table: Table, plan: PlannedGame, black: Player, white: Player) -> None:
        self.table, self.plan = table, plan
        self.players = {Color.BLACK: black, Color.WHITE: white}
        self.game = plan.settings.new_game()
        self.opening = self.game.move_number
        self.first = Color(self.game.native.start_to_play)
        self.moves = list(plan.settings.opening.moves)
        self.times: list[float] = []
        self.cpus: list[float] = []
        self.faults: list[Fault] = []
        self.counts: dict[str, str] = {}
        self.inside = 0.0
        #: The move that is being waited for, if any.
        self.thought: Thought | None = None

    def run(self) -> GameRecord:
        began = time.perf_counter()
        result, reason = self._start() or self._moves() or self._count()
        for color, player in self.players.items():
            if stray := player.stray():
                self._fault(color, "stray", f"{len(stray)} lines, first {stray[0][:80]!r}")
        players = {c.letter: self.table.describe(p) for c, p in self.players.items()}
        return self._record(result, reason, players, time.perf_counter() - began)

    def give_up(self, thought: Thought, where: str) -> GameRecord:
        """The record of a game whose player never answers, made by another thread. `where` says
        what that player does instead."""
        color, took = thought.color, thought.patience
        fault = Fault(color.letter, "hang", f"no move within {took:g} s", where)
        self.faults.append(fault)
        result = color.opponent.letter
        players = {c.letter: self.table.said(p) for c, p in self.players.items()}
        if thought.clock.is_running:
            return self._record(f"{result}+T", "time", players, took)
        return self._record(f"{result}+F", "forfeit", players, took)

    def _record(
        self, result: str, reason: Reason, players: dict[str, Any], seconds: float
    ) -> GameRecord:
        return GameRecord(
            self.plan,
            result,
            reason,
            tuple(self.moves),
            tuple(self.times),
            tuple(self.cpus),
            self.opening,
            self.first.letter,
            tuple(self.faults),
            self.counts,
            players,
            seconds,
            self.inside,
        )

    def _inside(self, action: Callable[..., T], *arguments: object) -> T:
        """Does something that is the players' own work."""
        began = time.perf_counter()
        try:
            return action(*arguments)
        finally:
            self.inside += time.perf_counter() - began

    def _fault(self, color: Color, kind: str, message: str) -> None:
        transcript = self.players[color].transcript() if color else ""
        side = color.letter if color else ""
        self.faults.append(Fault(side, kind, message, transcript))

    def _start(self) -> tuple[str, Reason] | None:
        ready = []
        for color, player in self.players.items():
            seed = self.plan.side_seed(color.letter)
            try:
                self._inside(player.new_game, self.game, self.plan.settings, seed)
                ready.append(color)
            except PlayerFault as fault:
                self._fault(color, fault.kind, str(fault))
        if len(ready) == 1:
            return f"{ready[0].letter}+F", "forfeit"
        return None if ready else ("Void", "void")

    def _moves(self) -> tuple[str, Reason] | None:
        """Plays until the game is over, and gives the result unless it must be counted."""
        game, players = self.game, self.players
        native = game.native
        settings = self.plan.settings
        clocks = {color: Clock(settings.time) for color in players}
        used = {color: player.cpu_seconds() for color, player in players.items()}
        now = time.perf_counter
        for _ in range(settings.moves_at_most - len(self.moves)):
            if native.is_over:
                return None
            color = Color(native.to_play)
            player, other = players[color], players[color.opponent]
            fault = None
            clock = clocks[color]
            began = now()
            self.thought = Thought(color, patience(settings, clock), clock)
            try:
                move = player.genmove(game, color, clock)
            except PlayerFault as error:
                fault = error
            self.thought = None
            took = now() - began
            self.inside += took
            allowed = clock.until_flag
            in_time = clock.spend(took)
            if fault is not None:
                self._fault(color, fault.kind, str(fault))
            elif not in_time:
                self._fault(color, "time", f"took {took:.3f} s for a move, had {allowed:.3f} s")
            if not in_time:
                return f"{color.opponent.letter}+T", "time"
            if fault is not None:
                return f"{color.opponent.letter}+F", "forfeit"
            cpu = player.cpu_seconds()
            self.times.append(round(took, 6))
            self.cpus.append(round(cpu - used[color], 6))
            used[color] = cpu
            if move.lower() == "resign":
                return f"{color.opponent.letter}+R", "resign"
            try:
                point = game.play(move, color).point
            except ValueError as error:
                self._fault(color, "illegal", str(error))
                return f"{color.opponent.letter}+F", "forfeit"
            move = game.name(point)
            self.moves.append(move)
            try:
                other.play(color, move)
            except PlayerFault as error:
                self._fault(color.opponent, error.kind, str(error))
                return f"{color.letter}+F", "forfeit"
        if native.is_over:
            return None
        self._fault(Color.EMPTY, "move-limit", f"not over after {game.move_number} moves")
        return self._referee("move-limit")

    # Counting

    def _count(self) -> tuple[str, Reason]:
        settings = self.plan.settings
        if self.game.native.repeats:
            return self.game.score().text, "score"
        if settings.score != "players":
            return self._referee("score", settings.score)
        margins = []
        for color, player in self.players.items():
            try:
                answer = self._inside(player.final_score, self.game)
            except PlayerFault as fault:
                self._fault(color, fault.kind, str(fault))
                answer = None
            if answer is not None:
                self.counts[color.letter] = answer
            if (margin := read_result(answer)) is not None:
                margins.append(margin)
        if margins and all(margin == margins[0] for margin in margins):
            return write_result(margins[0]), "score"
        return self._referee("score")

    def _referee(self, reason: Reason, name: str = "") -> tuple[str, Reason]:
        name = name or self.plan.settings.referee
        try:
            result = self._inside(self.table.count, name, self.game)
        except Exception as error:
            self._fault(Color.EMPTY, "referee", f"{name}: {error!r}")
            return "Void", "void"
        self.counts["referee"] = result
        return result, reason
