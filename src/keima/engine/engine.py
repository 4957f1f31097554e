"""The engine that a Python user, GTP and the terminal board hold."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from keima.closing import ended_in_time
from keima.colors import Color
from keima.engine.clock import TimeParameters
from keima.engine.counting import area_komi
from keima.engine.judging import Estimate, estimate
from keima.engine.limits import Limit
from keima.engine.parameters import SearchParameters, with_values
from keima.engine.player import Player, Progress, Task, load_player
from keima.engine.profiles import load_profile, parse_spec
from keima.engine.result import Position, SearchResult
from keima.game import Game
from keima.points import LARGE_SIDE
from keima.scoring import Score

if TYPE_CHECKING:
    from keima import _core
    from keima.engine.opening import OpeningPlay
    from keima.engine.solving import PerfectPlay

#: Playouts in the opponent's time at most, for a position. Sums of results are floats, and more
#: than 16 million would no longer add up.
PONDERED = 5_000_000
#: How long a move from a book is searched, to tell what it is worth.
BOOK_PLAYOUTS = 50
#: What can change without the player forgetting anything.
KEPT = {"playouts", "seconds", "threads", "seed", "ponder"}


class Engine:
    """A player made from a profile.

    `spec` is a profile's name or path, with overrides after a colon; keyword arguments override
    both. Raises ValueError, naming what is allowed, for anything unknown or out of range.

    >>> engine = Engine("brugmann:playouts=2000", threads=1, seed=1)
    >>> game = Game(5)
    >>> result = engine.search(game)
    >>> result.move in game.legal_moves, result.playouts
    (True, 2000)
    """

    def __init__(
        self,
        spec: str = "keima",
        *,
        threads: int | None = None,
        seed: int | None = None,
        **overrides: object,
    ) -> None:
        name, changes = parse_spec(spec)
        named = {"threads": threads, "seed": seed}
        given = {**changes, **{k: v for k, v in named.items() if v is not None}, **overrides}
        profile = load_profile(name)
        try:
            kind, make = load_player(profile.player)
            parameters = with_values(kind(), profile.parameters)
            for large in (False, True):
                for level in (None, *profile.levels):
                    with_values(parameters, profile.changes(large, level))
        except ValueError as error:
            raise ValueError(f"profile {name}: {error}") from None
        #: The parameters in force, all of them, but for those that the profile sets otherwise, if
        #: they are not given, on large boards or at a level.
        self.parameters: SearchParameters = with_values(parameters, given)
        #: The profile's name.
        self.profile = profile.name
        self._given, self._profile = given, profile
        #: The profile's name with what differs from it.
        self.name = _name(profile.name, given)
        seed = self.parameters.seed
        #: The seed in force.
        self.seed = random.SystemRandom().getrandbits(64) if seed is None else seed
        self.threads = self.parameters.threads or _cores()
        self._make = make
        self._opening = _opening(self.parameters)
        self._perfect = self._prover(self.parameters)
        #: One for large boards and one for the others, if they differ.
        self._players: dict[bool, Player] = {
            False: make(self._for_board(False, self.parameters, given))
        }

    def _for_board(
        self, large: bool, parameters: SearchParameters, given: Mapping[str, object]
    ) -> SearchParameters:
        """The parameters for such boards. Raises ValueError if there is no such level."""
        changes = self._profile.changes(large, parameters.level)
        others = {key: value for key, value in changes.items() if key not in given}
        return with_values(parameters, others)

    def _prover(self, parameters: SearchParameters) -> PerfectPlay | None:
        """What plays perfectly, if the parameters want that and no level forbids it."""
        other_game = getattr(parameters, "frisbee", 0)
        if not parameters.solve_points or parameters.level not in (None, "none") or other_game:
            return None
        from keima.engine.solving import PerfectPlay

        return PerfectPlay(
            parameters.solve_points, cleanup=getattr(parameters, "passes", "") == "cleanup"
        )

    def _or_resigned(self, game: Game, result: SearchResult) -> SearchResult:
        """A proved loss is given up as one that a search has found."""
        from keima.engine.resigning import may_resign

        lost = result.winrate is not None and result.winrate < self.parameters.resign_threshold
        if not lost or result.move == "pass" or not may_resign(game):
            return result
        return replace(result, move="resign", pv=[])

    def _is_large(self, game: Game) -> bool:
        """Is it a board with parameters of its own?"""
        differ = self._profile.large or self._has_level
        return bool(differ) and min(game.width, game.height) >= LARGE_SIDE

    @property
    def _has_level(self) -> bool:
        return self.parameters.level not in (None, "none")

    def _player(self, game: Game) -> Player:
        large = self._is_large(game)
        if large not in self._players:
            self._players[large] = self._make(self._for_board(large, self.parameters, self._given))
        return self._players[large]

    def _limit(self, game: Game, given: Limit | None, analysis: bool) -> Limit:
        """What a search may use: of playouts, no more than the level has."""
        if given and not (self._has_level and not analysis):
            return given
        own = self._for_board(self._is_large(game), self.parameters, self._given)
        if not given:
            return Limit(own.playouts, own.seconds)
        counts = [count for count in (given.playouts, own.playouts) if count is not None]
        return Limit(min(counts, default=None), given.seconds)

    def prepare(self, game: Game, tell: Callable[[str], None] | None = None) -> str | None:
        """Does at once what would make the first search of such a game slow: a network is made
        ready for this size of board. Returns which it is, None if there is none. `tell` is called
        with a line about what takes long. Raises ValueError if it cannot be done, or OSError."""
        prepare = getattr(self._player(game), "prepare", None)
        told: str | None = prepare(game, self.threads, tell) if prepare else None
        return told

    def search(
        self,
        game: Game,
        limit: Limit | None = None,
        color: str | Color | None = None,
        *,
        moves: Iterable[str | int] | None = None,
        progress: Progress | None = None,
        on_result: Callable[[SearchResult], object] | None = None,
        every: float = 1.0,
        cleanup: bool = False,
        analysis: bool = False,
        move_owners: bool = False,
    ) -> SearchResult:
        """Finds a move for a side (by default the one to play) and leaves the game as it is.

        Without a limit those of the profile hold. `moves` are the only ones to consider, if
        given. `progress` is called about twenty times a second with the number of playouts done.
        `on_result` is given what is known so far, once in `every` seconds, by players that can.
        With `cleanup` dead stones are captured before a pass, whatever the parameters say.
        With `analysis` the whole limit is used, also when the most visited move is settled, and
        the move is the best candidate, without a second thought about passing.
        With `move_owners` tree searches also tell who owns the points after each candidate.
        The same calls with the same seed and numbers of playouts give the same results.
        If the engine has a book it is asked first, and its move is searched for a moment to tell
        what it is worth. Then, where few points are open, a proof is asked for (see
        `solve_points`). All that unless `moves`, `on_result` or `analysis` show that a search is
        wanted.
        """
        side = game.to_play if color is None else Color.parse(color)
        points = None if moves is None else [game.parse(move) for move in moves]
        if points is not None:
            if not points:
                raise ValueError("there are no moves to consider: expected at least one, or None")
            for point in points:
                if not game.is_legal(point, side):
                    raise ValueError(f"{game.name(point)} is not a legal move of {side.word}")
        allowed = self._limit(game, limit, analysis)
        if self._opening and points is None and on_result is None and not analysis:
            move = self._opening.find(game, side, self.seed)
            if move is not None:
                points = [move]
                playouts = min(allowed.playouts or BOOK_PLAYOUTS, BOOK_PLAYOUTS)
                allowed = Limit(playouts, allowed.seconds)
        if self._perfect and points is None and on_result is None and not analysis:
            with ended_in_time(self.stop):
                found = self._perfect.find(game, side, allowed, cleanup)
            if found is not None:
                found = self._or_resigned(game, found)
                return replace(found, position=Position.of(game, side))
            allowed = self._perfect.rest(allowed)
        task = Task(
            game,
            side,
            allowed,
            self.seed,
            self.threads,
            points,
            progress,
            on_result,
            every,
            cleanup,
            analysis,
            move_owners=move_owners,
        )
        with ended_in_time(self.stop):
            found = self._player(game).search(task)
        return replace(found, position=Position.of(game, side))

    def evaluate(
        self,
        game: Game,
        color: str | Color | None = None,
        *,
        symmetry: int = 0,
        optimism: float | None = None,
    ) -> _core.Evaluation:
        """What the network says of a position, as the side sees it (by default the one to play);
        shown to it in a symmetry from 0 to 7. `optimism` from 0 to 1 is how much of the policy is
        the network's optimistic one; else the profile's. Raises ValueError if the player has no
        network."""
        side = game.to_play if color is None else Color.parse(color)
        ask = getattr(self._player(game), "evaluate", None)
        if ask is None:
            raise ValueError(f"{self.name} has no network")
        said: _core.Evaluation = ask(game, side, self.threads, symmetry, optimism)
        return said

    def priors(self, game: Game) -> dict[int, float]:
        """What a tree search thinks of the moves of the side to play before it tries them, from 0
        to 1, by row-major index. Raises ValueError if the player has no tree."""
        ask = getattr(self._player(game), "priors", None)
        if ask is None:
            raise ValueError(f"{self.name} has no priors")
        found: dict[int, float] = ask(game, game.to_play, self.seed)
        return found

    def use_shallow(
        self, game: Game, near: _core.ShallowNet, deep: _core.ShallowNet | None = None
    ) -> None:
        """Searches boards of a game's size with these shallow networks from now on, in place of
        those of the profile. Raises ValueError if the player has no use for them."""
        use = getattr(self._player(game), "use_shallow", None)
        if use is None:
            raise ValueError(f"{self.name} has no use for shallow networks")
        use(near, deep)

    def ponder(
        self, game: Game, limit: Limit | None = None, *, progress: Progress | None = None
    ) -> SearchResult | None:
        """Thinks about the move of the side to play, which is the opponent's, so that the search
        for the answer starts with what is found now. Ends when `stop` is called, or at a limit:
        if none is given, when the position has PONDERED visits, those of searches before
        included. None, at once, by players that keep nothing.
        """
        if not self.keeps_tree:
            return None
        task = Task(game, game.to_play, Limit(playouts=1), self.seed, self.threads, analysis=True)
        player = self._player(game)
        if limit is None:
            known = player.search(task)
            left = PONDERED - (known.visits or 0)
            if left <= 0:
                return known
            limit = Limit(playouts=left)
        with ended_in_time(self.stop):
            return player.search(replace(task, limit=limit, progress=progress))

    def owners(self, game: Game) -> list[float]:
        """Mean owner of each point at the end, from 1 (Black) to -1 (White): by the network that
        the player searches with or, if it has none, by uniform random games and, if the parameter
        `score_playouts` says so, as much by the search. The same for the same position."""
        return self._owners_of(game)(game.board)

    def _owners_of(self, game: Game) -> Callable[[_core.Board], list[float]]:
        """The same as `owners`, of any position of a game: for estimates at any time."""
        ask = getattr(self._player(game), "network_judge", None)
        by_network = ask(game, self.threads) if ask else None
        return by_network or self._dead_by(game)

    def _dead_by(self, game: Game) -> Callable[[_core.Board], list[float]]:
        """Owners at the end of a game, to find the dead stones by. Random games are hard to beat
        there, and err in other ways than a network or a search: what these say counts as much."""
        from keima.score import ownership

        player = self._player(game)
        judge = None
        if ask := getattr(player, "network_judge", None):
            judge = ask(game, self.threads)
        if judge is None and (make := getattr(player, "judge", None)):
            judge = make()
        if judge is None:
            return ownership

        def owners_of(board: _core.Board) -> list[float]:
            return [(a + b) / 2 for a, b in zip(ownership(board), judge(board), strict=True)]

        return owners_of

    def find_dead(self, game: Game) -> frozenset[int]:
        """The dead stones of a finished position, as points (see `keima.score.find_dead`): by
        random games and, as much, by the player's network or search or, if it has none, by learned
        judgement; none if that is proved."""
        from keima.score import find_dead, ownership

        if self._perfect and self._perfect.all_alive(game):
            return frozenset()
        judge = self._dead_by(game)
        return find_dead(game, owners_of=None if judge is ownership else judge)

    def score(self, game: Game) -> Score:
        """Counts a finished position, the dead stones taken off.

        >>> game = Game.from_drawing(". X O .", "O X O .", ". X O X", ". X O .", komi=0.5)
        >>> score = Engine("classic", seed=1).score(game)
        >>> score.text, sorted(map(game.name, score.dead))
        ('W+0.5', ['A3', 'D2'])
        """
        return game.score(self.find_dead(game))

    def estimate_score(self, game: Game) -> Estimate:
        """What a game would end with, at any time; bounds are for what is open."""
        return estimate(self.owners(game), area_komi(game))

    def change(self, **values: object) -> None:
        """Gives parameters other values; raises as `Engine`, or OSError for a file that cannot be
        read, and then changes nothing. What the player has learnt is kept if only limits,
        threads, the seed or pondering change."""
        parameters = with_values(self.parameters, values)
        seed = self.seed if parameters.seed is None else parameters.seed
        changed = {"book", "frisbee"} & set(values)
        opening = _opening(parameters) if changed else self._opening
        given = self._given | values
        if not set(values) <= KEPT:
            self._players = {False: self._make(self._for_board(False, parameters, given))}
        self._opening = opening
        self._perfect = self._prover(parameters)
        self.parameters, self._given, self.seed = parameters, given, seed
        self.threads = parameters.threads or _cores()
        self.name = _name(self.profile, self._given)

    @property
    def keeps_tree(self) -> bool:
        """Does a search of the same position go on where the last one ended? At a level it may
        not: a player would get stronger by it."""
        return not self._has_level and bool(getattr(self._players[False], "keeps_tree", False))

    @property
    def time_parameters(self) -> TimeParameters:
        """How it uses a clock."""
        return TimeParameters.of(self.parameters)

    def stop(self) -> None:
        """Ends the search under way in another thread, for a move or a score, which then returns
        what it has."""
        if self._perfect:
            self._perfect.stop()
        for player in list(self._players.values()):
            player.stop()

    def new_game(self) -> None:
        """Forgets what was learnt about the game so far."""
        for player in self._players.values():
            player.new_game()
        if self._opening:
            self._opening.new_game()

    def outside_cpu_seconds(self) -> float:
        """Processor time that other programs have used for this engine, if it has any."""
        players = self._players.values()
        measures = (getattr(player, "outside_cpu_seconds", None) for player in players)
        return sum(float(measure()) for measure in measures if measure)

    def abandon(self) -> None:
        """Ends other programs that work for this engine at once, from any thread; the engine is
        of no use afterwards."""
        for player in list(self._players.values()):
            if hasattr(player, "abandon"):
                player.abandon()

    def __repr__(self) -> str:
        return f"<Engine {self.name}>"


def _name(profile: str, given: Mapping[str, object]) -> str:
    changed = ",".join(f"{key}={value}" for key, value in given.items())
    return f"{profile}:{changed}" if changed else profile


def _opening(parameters: SearchParameters) -> OpeningPlay | None:
    """What plays from a book; None in Frisbee Go, for which no book was made."""
    path = parameters.book
    if path is None or path == "none" or getattr(parameters, "frisbee", False):
        return None
    from keima.engine.opening import OpeningPlay

    return OpeningPlay(path)


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1
