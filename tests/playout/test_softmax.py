"""Playouts by a trained model: the weights, what is drawn by them, and what never is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from scipy.stats import chisquare

import keima
from keima import _core
from keima.gammas import FEATURES, SHAPES, Gammas, load_gammas, parse_gammas
from keima.playouts import load_patterns, make_playout

from ..neighbourhoods import symmetries

BLACK, WHITE = 1, 2
Draw = Callable[..., _core.Board]
UNIT = 4096


def model(shapes: dict[str, float] | None = None, **features: float) -> Gammas:
    """1 for all but these."""
    made = Gammas()
    for name, gamma in features.items():
        made.features[FEATURES.index(name)] = gamma
    for cells, gamma in (shapes or {}).items():
        made.shapes[SHAPES.index(cells)] = gamma
    return made


def playout(
    made: Gammas, policy: str = "softmax", parameters: dict[str, float] | None = None
) -> _core.Playout:
    mogo = Path(keima.__file__).parent / "patterns" / "mogo.txt"
    table = _core.PatternTable(mogo.read_text(), made.native())
    return _core.Playout(policy, parameters or {}, table)


def firsts(
    made: _core.Playout, board: _core.Board, color: int, last: int = -1, draws: int = 6000
) -> Counter[int]:
    found = made.run_many(board, color, draws, last, seed=1)[3]
    return Counter({p: n for p, n in enumerate(found) if n})


def assert_by_weight(found: Counter[int], weights: dict[int, float]) -> None:
    assert set(found) == set(weights)
    draws, total = sum(found.values()), sum(weights.values())
    expected = [weights[p] * draws / total for p in weights]
    assert chisquare([found[p] for p in weights], expected).pvalue > 1e-4


@pytest.mark.parametrize(
    ("width", "height"), [(1, 1), (1, 7), (2, 2), (3, 3), (5, 4), (9, 9), (19, 19), (25, 25)]
)
def test_weights_are_kept_up_to_date(width: int, height: int) -> None:
    """After any moves they are those of a new start, for one colour or both."""
    gammas = load_gammas("mm").native()
    rng = random.Random(width)
    for _ in range(max(1, 200 // (width * height))):
        board = _core.Board(width, height)
        kept = _core.MoveWeights(board, gammas)
        color = BLACK
        for turn in range(2 * board.area):
            legal = [p for p in range(board.area) if board.is_legal(p, color)]
            wise = [p for p in legal if not board.is_eye(p, color)]
            move = rng.choice(wise or [board.area])
            board.play(move, color)
            kept.play(move, color)
            color = 3 - color
            if turn % (1 + board.area // 60):
                continue
            new = _core.MoveWeights(board, gammas)
            for c in rng.choice([(BLACK, WHITE), (BLACK,), (WHITE,)]):
                assert kept.of(c) == new.of(c)
                assert kept.total(c) == sum(new.of(c))


def test_one_policy_plays_on_all_sizes() -> None:
    """What is kept from a board must not be used on another."""
    made = make_playout("softmax")
    sizes = [(5, 3), (5, 8), (9, 5), (9, 9), (19, 19), (5, 3), (19, 18), (25, 25), (1, 1)]
    for width, height in sizes:
        board = _core.Board(width, height)
        assert made.run(board, 1, seed=3) == make_playout("softmax").run(board, 1, seed=3)


def test_weights_of_features(board: Draw) -> None:
    b = board(
        ". . O X .",
        ". . . O .",
        ". . . . .",
        "X O . . .",
        ". X . . .",
    )
    made = model({"....*....": 3, "----*X-.O": 2}, self_atari=0.25, capture=5, rescue=7)
    black = _core.MoveWeights(b, made.native()).of(BLACK)
    assert black[6] == UNIT  # a stone at a corner of it
    assert black[12] == UNIT and black[10] == UNIT
    assert black[4] == UNIT // 4 * 2  # one liberty after it, and the shape of the corner
    assert black[2] == black[15] == 0  # stones
    white = _core.MoveWeights(b, made.native()).of(WHITE)
    assert white[4] == 5 * UNIT  # takes the corner stone
    assert white[20] == 0  # suicide


def test_drawn_by_weight() -> None:
    b = _core.Board(3, 3)
    made = playout(model({"....*....": 6, "----*.-..": 2}))
    weights = {p: 6.0 if p == 4 else 2 if p in (0, 2, 6, 8) else 1 for p in range(9)}
    assert_by_weight(firsts(made, b, BLACK), weights)
    squared = playout(model({"....*....": 6, "----*.-..": 2}), parameters={"power": 2})
    assert_by_weight(firsts(squared, b, BLACK), {p: w * w for p, w in weights.items()})


def test_moves_near_the_last_one(board: Draw) -> None:
    for size, name in ((5, "near_small"), (12, "near_large")):
        b = _core.Board(size, size)
        b.play(0, WHITE)
        around = {1, size, size + 1}
        weights = {p: 8.0 if p in around else 1.0 for p in range(1, size * size)}
        weights[1] = weights[size] = 8.0
        made = playout(model(**{name: 8.0}))
        assert_by_weight(firsts(made, b, BLACK, last=0), weights)
        assert_by_weight(firsts(made, b, BLACK), dict.fromkeys(weights, 1.0))
        other = "near_large" if name == "near_small" else "near_small"
        assert_by_weight(
            firsts(playout(model(**{other: 8.0})), b, BLACK, last=0), dict.fromkeys(weights, 1.0)
        )


def test_a_forbidden_ko_is_not_drawn(board: Draw) -> None:
    b = board(
        ". X O . .",
        "X . X O .",
        ". X O . .",
        ". . . . .",
    )
    b.play(6, WHITE)
    made = playout(model(capture=1000), parameters={"mercy": 0})
    assert 7 not in firsts(made, b, BLACK, last=6)
    for seed in range(50):  # and later it is taken
        moves = made.run(b, BLACK, 6, seed=seed)[1]
        assert moves[0][0] != 7
        played = _core.Board.copy(b)
        for p, c in moves:
            played.play(p, c)


def test_bad_moves_are_not_drawn(board: Draw) -> None:
    # The only liberty of one group is an eye, the others are a seki.
    b = board(
        ". X O . O X X",
        "X X O . O X .",
        "O O O X X X X",
        ". O X X . X .",
    )
    for color in (BLACK, WHITE):
        found = firsts(playout(model(self_atari=100)), b, color, draws=500)
        assert all(
            p == b.area or not (b.is_eye(p, color) or _core.is_bad_self_atari(b, p, color))
            for p in found
        )


def test_suggestions() -> None:
    b = _core.Board(3, 3)
    made = playout(model({"....*....": 6, "----*.-..": 2}))
    found = dict(made.suggest(b, BLACK))
    assert found[4] == pytest.approx(6 / 18) and found[0] == pytest.approx(2 / 18)
    assert sum(found.values()) == pytest.approx(1)
    b.play(4, WHITE)
    assert 4 not in dict(made.suggest(b, BLACK, last=4))
    engine = keima.Engine("classic:policy=softmax,prior_policy=20", threads=1, seed=1)
    assert engine.search(keima.Game(5), keima.Limit(playouts=50)).playouts > 0


def test_faults() -> None:
    mogo = _core.PatternTable("")
    with pytest.raises(ValueError, match="softmax needs trained gammas"):
        _core.Playout("softmax", {}, mogo)
    with pytest.raises(ValueError, match="softmax needs trained gammas"):
        _core.Playout("softmax")
    with pytest.raises(ValueError, match="needs trained gammas"):
        _core.Playout("mogo", {"weighted": 1}, mogo)
    with pytest.raises(ValueError, match="there must be 5 features"):
        _core.Gammas([1.0], [])
    with pytest.raises(ValueError, match="positive"):
        model(capture=0).native()
    with pytest.raises(ValueError, match="positive"):
        model(capture=float("inf")).native()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("near_smal 3", "line 1: there is no feature 'near_smal'"),
        ("# x\ncapture", "line 2: expected one number after 'capture'"),
        ("capture 1 2 3", "line 1: there is no shape 'capture 1 2'"),
        ("capture 1 2", "line 1: expected one number"),
        ("capture -1", "line 1: '-1' is not a positive number"),
        ("capture nan", "line 1: 'nan' is not a positive number"),
        ("capture 1\ncapture 1", "line 2: 'capture' comes twice"),
        (".X. .*. ..Q 1", "line 1: there is no shape '.X. .*. ..Q'"),
    ],
)
def test_faulty_files(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "x.gammas"
    path.write_text(text)
    with pytest.raises(ValueError, match=f"{path}: .*"):
        load_patterns("mogo", str(path))
    with pytest.raises(ValueError, match="line") as error:
        parse_gammas(text)
    assert str(error.value).startswith(fault)


def test_extreme_gammas() -> None:
    """Neither nothing nor too much: sums stay exact."""
    made = model(dict.fromkeys(SHAPES[::2], 1e300), near_small=1e-300, capture=1e9)
    playout(made).run_many(_core.Board(9, 9), BLACK, 20)


def test_patterns_by_gammas(board: Draw) -> None:
    """`mogo` with trained weights chooses among its patterns by them, and drops the worst."""
    b = board(
        ". . . . . . .",
        ". . . . . . .",
        ". . X O . . .",
        ". . . . . . .",
        ". . . . . . .",
    )
    rules = {"skip_save": 1, "skip_nakade": 1, "skip_capture": 1, "skip_pattern": 0, "mercy": 0}
    plain = firsts(playout(Gammas(), "mogo", rules), b, BLACK, last=17)
    assert_by_weight(plain, dict.fromkeys((9, 10, 23, 24), 1.0))
    weighted = {**rules, "weighted": 1}
    above, beside = "....*..XO", "....*.XO."  # what Black sees at 9 and at 10
    above, beside = (next(s for s in SHAPES if s in symmetries(t)) for t in (above, beside))
    trained = playout(model({above: 8, beside: 2}), "mogo", weighted)
    assert_by_weight(firsts(trained, b, BLACK, last=17), {9: 4.0, 23: 4.0, 10: 1.0, 24: 1.0})
    without = playout(model({above: 8, beside: 0.01}), "mogo", weighted)
    assert_by_weight(firsts(without, b, BLACK, last=17), {9: 1.0, 23: 1.0})
