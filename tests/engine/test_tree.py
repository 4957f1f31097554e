"""The tree search player behind Engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from keima import Color, Engine, Game, Limit, _core
from keima.engine.player import Task
from keima.engine.result import SearchResult
from keima.engine.tree import TreePlayer

from .drawings import DEAD_STONES_DECIDE


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game.play(move)
    return game


def test_a_result_is_complete() -> None:
    result = Engine("classic", threads=1, seed=1).search(Game(9), Limit(playouts=500))
    assert result.candidates[0].move == result.move == result.pv[0]
    assert 0 < (result.winrate or 0) < 1
    assert result.score is not None and -81 < result.score < 81
    assert result.ownership is not None and result.ownership.shape == (9, 9)
    assert result.candidates[0].pv == tuple(result.pv)


def test_one_thread_and_one_seed_give_one_result() -> None:
    games = [Game(7, komi=9), Game(7, komi=9)]
    engines = [Engine("classic:playouts=300", threads=1, seed=3) for _ in games]
    for _ in range(8):
        moves = [e.search(g).move for e, g in zip(engines, games, strict=True)]
        assert moves[0] == moves[1]
        for game in games:
            game.play(moves[0])


def test_results_on_the_way() -> None:
    seen: list[SearchResult] = []
    engine = Engine("classic", threads=1, seed=1)
    engine.search(Game(19), Limit(seconds=1.0), on_result=seen.append, every=0.1)
    assert len(seen) >= 2
    counts = [result.playouts for result in seen]
    assert counts == sorted(counts) and counts[0] > 0
    assert all(result.candidates for result in seen)


def test_superko_is_judged_with_the_whole_game() -> None:
    """On tiny boards, until enough moves were met that only the history forbids."""
    rng = random.Random(1)
    forbidden = 0
    for number in range(400):
        game = Game((3, 2), komi=0, rules="tromp-taylor")
        for _ in range(12):
            if game.is_over:
                break
            banned = [
                p
                for p in range(game.area)
                if game.board.is_legal(p, game.to_play) and not game.is_legal(p)
            ]
            if banned:
                forbidden += len(banned)
                result = Engine("classic:playouts=40", threads=1, seed=number).search(game)
                assert not {game.name(p) for p in banned} & {c.move for c in result.candidates}
                break
            game.play(rng.choice(sorted(game.legal_moves)))
        if forbidden >= 20:
            return
    pytest.fail("too few positions with superko")


# Black is half a point ahead; most of what White left open is inside White's living stones.
HALF_POINT = """
. . . X O O . O .
. . . X O . O O O
. . . X O O O . O
X X X X O . O O O
. X . X O O . O .
X X X X O O O O O
. X . X O . . . O
X X X X O O . O O
. X . X O O O O .
"""


def test_nothing_is_played_into_living_territory() -> None:
    game = Game(9, komi=2.5, rules="japanese")
    rows = [line.split() for line in HALF_POINT.strip().splitlines()]
    stones = {c: [] for c in "XO."}  # type: dict[str, list[str]]
    for i, c in enumerate(c for row in rows for c in row):
        stones[c].append(game.name(i))
    game.setup(black=stones["X"], white=stones["O"], to_play="black")
    for playouts in (300, 1000):
        result = Engine(f"classic:playouts={playouts}", threads=1, seed=1).search(game)
        assert result.move == "pass"
        # It is not even searched.
        lost = _core.pass_alive(game.board, Color.WHITE)
        assert sum(lost) > 40
        assert not any(lost[game.parse(c.move)] for c in result.candidates if c.move != "pass")


def test_a_pass_if_all_that_is_left_is_lost() -> None:
    """It is early, by the count of playable points, and passing is right all the same."""
    alive = 3 * "OOOOOOO...O..." + "OOOOOOO"
    game = Game(7, komi=0.5, rules="chinese")
    game.setup(white=[i for i, c in enumerate(alive) if c == "O"], to_play="black")
    assert len(game.legal_moves) == 18 + 1
    engine = Engine("classic:playouts=200,resign_threshold=0", threads=1, seed=1)
    assert engine.search(game).move == "pass"


@pytest.mark.parametrize("size", [2, 3, 4, (2, 9), (1, 7), 9])
@pytest.mark.parametrize("profile", ["classic", "matilda", "pachi"])
def test_an_empty_board_is_played_on(profile: str, size: int | tuple[int, int]) -> None:
    result = Engine(f"{profile}:playouts=100", threads=1, seed=1).search(Game(size, komi=0))
    assert result.move != "pass"


def test_given_moves_that_are_never_searched() -> None:
    game = Game.from_sgf("(;SZ[5]AB[ab][bb][ba]AW[ee])")
    result = Engine("classic:playouts=50", threads=1, seed=1).search(game, moves=["A5"])
    assert result.move == "A5" and result.candidates == []


def test_the_greatest_seed() -> None:
    engine = Engine("classic:playouts=20", threads=1, seed=2**64 - 1)
    engine.search(play(Game(5), "C3"))


def test_a_won_game_is_ended_by_a_pass() -> None:
    game = Game.from_sgf(
        "(;SZ[5]KM[-7.5]RU[Chinese]AB[ca][cb][cc][cd][ce][bb][bd]AW[da][db][dc][dd][de][eb]PL[W])"
    )
    game.play("pass")
    assert Engine("classic:playouts=500", threads=1, seed=1).search(game).move == "pass"


def test_self_play_ends_with_passes() -> None:
    game = Game(7, komi=9)
    engine = Engine("classic:playouts=100,resign_threshold=0", threads=1, seed=2)
    while not game.is_over:
        game.play(engine.search(game).move)
        assert len(game.moves) < 150
    assert [m.point for m in game.moves[-2:]] == [49, 49]


def test_hopeless_games_are_resigned() -> None:
    game = Game(5, komi=30.5)
    play(game, "C3", "C4", "B4", "B3", "D4", "D3", "C2", "C5")
    assert Engine("classic:playouts=300", threads=1, seed=1).search(game).move == "resign"


@pytest.mark.parametrize(("wins", "move"), [(600.0, "C3"), (20.0, "resign")])
def test_a_few_visits_are_no_reason_to_resign(wins: float, move: str) -> None:
    """The move that is played has lost its ten games; what matters is the most visited one."""
    game = play(Game(5), "C4", "B4", "B3", "D4", "D3", "C2", "C5", "E5")
    player: Any = Engine("classic:solve_points=0", threads=1, seed=1)._player(game)
    task = Task(game, game.to_play, Limit(playouts=200), 1, 1)
    found = player._run(game, task.color, task.limit, task, 0.5, [12, game.area], 0.0)
    first, second = found["moves"][0], dict(found["moves"][0])
    first |= {"move": 12, "visits": 10, "wins": 0.0}
    second |= {"move": game.area, "visits": 1000, "wins": wins}
    found |= {"moves": [first, second], "root_visits": 1010}
    result = player._result(task, 0.5, found, 12, 0.0)
    assert player._or_resigned(task, result).move == move


def test_only_given_moves() -> None:
    engine = Engine("classic:playouts=100", threads=1, seed=1)
    assert engine.search(Game(9), moves=["A1", "B1"]).move in ("A1", "B1")


@pytest.mark.parametrize("policy", ["uniform", "mogo", "pachi", "softmax"])
def test_policies_by_name(policy: str) -> None:
    engine = Engine(f"classic:playouts=200,policy={policy}", threads=1, seed=1)
    assert engine.search(Game(9)).playouts <= 200


def test_parameters_of_policies_are_checked() -> None:
    with pytest.raises(ValueError, match="pachi_ko_rate must be a number from 0"):
        Engine("classic:policy=pachi,pachi_ko_rate=2")


def test_a_model_can_be_left_out() -> None:
    """Then the weight that it would have had does not matter."""
    results = [
        Engine(f"classic:{given}", threads=1, seed=1).search(Game(7), Limit(playouts=100))
        for given in ("model=none", "model=none,prior_model=0", "prior_model=0", "model=9x9")
    ]
    found = [[(c.move, c.visits) for c in result.candidates] for result in results]
    assert found[0] == found[1] == found[2] != found[3]


@pytest.mark.parametrize(
    ("options", "part"),
    [({}, 0.8), ({"analysis": True}, 1.0), ({"moves": ["C3"]}, 1.0), ({"moves": ["C3", 25]}, 0.8)],
)
def test_time_is_kept_back_only_if_a_pass_may_have_to_be_judged(
    options: Any, part: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = []

    class Search(_core.TreeSearch):
        def search(self, *args: Any, **options: Any) -> Any:
            given.append(options["seconds"])
            return super().search(*args, **options)

    monkeypatch.setattr(_core, "TreeSearch", Search)
    game = Game(5)
    game.play("pass")
    Engine("classic", threads=1, seed=1).search(game, Limit(seconds=0.05), **options)
    assert given[0] == pytest.approx(0.05 * part)


def test_views_of_a_search_by_point() -> None:
    # Whoever gets the middle of this board has it all.
    game = Game.from_drawing(
        ". . . . .", "X X X X X", ". . . . .", "O O O O O", ". . . . .", komi=0.5
    )
    result = Engine("matilda", threads=1, seed=1).search(game, Limit(playouts=3000))
    assert result.rave and result.criticality
    assert set(result.rave) <= {game.parse(move) for move in game.legal_moves}
    assert all(0 <= rate <= 1 for rate in result.rave.values())
    middle = {game.parse(name) for name in ("A3", "B3", "C3", "D3", "E3")}
    for view in (result.rave, result.criticality):
        assert max(view, key=view.__getitem__) in middle


def test_searches_without_all_moves_as_first_or_owners_have_no_such_views() -> None:
    result = Engine("keima", threads=1, seed=1).search(Game(9), Limit(playouts=20))
    assert result.rave is None and result.criticality is None


def searches_of(game: Game, monkeypatch: pytest.MonkeyPatch, **options: Any) -> list[Any]:
    """What the core is asked: (memory of the tree, seconds)."""
    asked = []

    class Search(_core.TreeSearch):
        def __init__(self, policy: str, rules: Any, values: Any, *others: Any) -> None:
            super().__init__(policy, rules, values, *others)
            self.memory = values["memory_mb"]

        def search(self, *args: Any, **options: Any) -> Any:
            asked.append((self.memory, options["seconds"]))
            return super().search(*args, **options)

    monkeypatch.setattr(_core, "TreeSearch", Search)
    engine = Engine("classic:memory_mb=64,solve_points=0,early_stop=0", threads=1, seed=1)
    engine.search(game, **options)
    return asked


def test_a_second_tree_judges_a_pass_with_little_memory(
    position: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = position(*DEAD_STONES_DECIDE)
    assert searches_of(game, monkeypatch, limit=Limit(playouts=200)) == [(64, 0), (8, 0)]


def test_no_time_is_taken_for_a_pass_if_none_was_kept(
    position: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moves of the tree are fewer than those that are legal: late may come as a surprise. A
    busy machine ends a search late by more than what is kept of a fifth of a second."""
    game = position(*DEAD_STONES_DECIDE)
    assert len(searches_of(game, monkeypatch, limit=Limit(seconds=3))) == 2
    monkeypatch.setattr(TreePlayer, "_first_limit", lambda self, task, moves: task.limit)
    assert searches_of(game, monkeypatch, limit=Limit(seconds=0.2)) == [(64, 0.2)]
