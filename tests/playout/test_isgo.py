"""The policies of Basaldua et al. 2014: their steps, as often as told, and what they learn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from scipy.stats import binomtest

from keima import Engine, Game, Limit, _core
from keima.playouts import make_playout, playout_parameters

BLACK, WHITE = 1, 2
Draw = Callable[..., _core.Board]
Heavy = SimpleNamespace
LEARNING = {"node": 1.0, "edge": 1.0, "edge_mb": 2.0}


def only(**settings: float) -> dict[str, float]:
    """Neither atari answers nor patterns nor better shape, but for what is asked for."""
    quiet = {"atari_rate": 0.0, "atari_sure": 100.0, "pattern_rate": 0.0, "recover": 0, "shape": 0}
    return quiet | settings


def dead_shape(board: _core.Board, point: int, color: int) -> bool:
    """Are the stones that the move joins of a shape that leaves one eye? Slowly."""
    after = board.copy()
    after.play(point, color)
    group = {point}
    grow = [point]

    def beside(p: int) -> list[int]:
        y, x = divmod(p, board.width)
        steps = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [
            b * board.width + a for a, b in steps if 0 <= a < board.width and 0 <= b < board.height
        ]

    while grow:
        for n in beside(grow.pop()):
            if after.at(n) == color and n not in group:
                group.add(n)
                grow.append(n)
    degrees = {p: sum(n in group for n in beside(p)) for p in group}
    edges, most = sum(degrees.values()) // 2, max(degrees.values())
    match len(group):
        case 1 | 2:
            return True
        case 3:
            rows = {p // board.width for p in group}
            columns = {p % board.width for p in group}
            return len(rows) == 1 or len(columns) == 1 or degrees[point] == 1
        case 4:
            return edges == 4 or most == 3
        case 5:
            return edges == 5 or most == 4
        case _:
            return False


def test_the_parameters_of_the_document() -> None:
    values = {p.name: p.default for p in playout_parameters("isgo")}
    assert values["atari_rate"] == 0.3405 and values["atari_sure"] == 8
    assert values["pattern_rate"] == 0.4812 and values["best"] == 8
    assert values["neighbours"] == 20 and values["context"] == 40 and values["updates"] == 80
    assert values["node_threshold"] == 122 and values["balance"] == 1
    # Room for nearly as many lists of answers as 9x9 has: with less most are forgotten in a game.
    assert values["edge_mb"] / 2 * (1 << 20) / 64 > 0.75 * 2 * 81 * (1 << int(values["edge_bits"]))


@pytest.mark.parametrize("learning", [{}, LEARNING], ids=["base", "learning"])
@pytest.mark.parametrize("width, height", [(2, 2), (5, 5), (9, 9), (7, 12), (19, 19)])
def test_games(width: int, height: int, learning: dict[str, float]) -> None:
    """Legal, no own eye filled, no self-atari but in dead shapes, and an end; and each part of
    the policy counts its moves."""
    playout = make_playout("isgo", learning)
    total = 0
    for seed in range(max(6, 2000 // (width * height))):
        board = _core.Board(width, height)
        score, moves, owners = playout.run(board, BLACK, seed=seed, komi=6.5)
        total += len(moves)
        for i, (point, color) in enumerate(moves):
            assert color == (BLACK if i % 2 == 0 else WHITE)
            if point < board.area:
                assert not board.is_eye(point, color)
                if _core.count_liberties_after(board, point, color, 2) < 2:
                    assert dead_shape(board, point, color)
            board.play(point, color)  # raises if it is not legal
        assert score == owners.count(BLACK) - owners.count(WHITE)
        assert len(moves) <= 3 * board.area
    steps = dict(playout.steps())
    assert sum(steps.values()) == total
    if not learning:
        assert steps["node"] == steps["edge"] == 0
    elif width == 9:
        assert steps["node"] > 0
    assert width == 2 or (steps["pass"] > 0 and steps["random"] > 0)


def test_first_atari_is_answered_as_often_as_told(board: Draw, heavy: Heavy) -> None:
    # White has just put a stone in atari; it can run, or be saved by a capture.
    position = board(
        ". . . . . . .",
        ". . O . . . .",
        ". O X . . . .",
        ". . O . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    )
    run, last = 2 * 7 + 3, 3 * 7 + 2
    for rate in (0.0, 0.3405, 1.0):
        found = heavy.firsts(position, BLACK, "isgo", only(atari_rate=rate), last)
        assert binomtest(found[run], found.total(), rate + (1 - rate) / 45).pvalue > 1e-4
    found = heavy.firsts(position, BLACK, "isgo", only(recover=2), last)
    assert set(found) == {run}  # passed over, but before a random move
    found = heavy.firsts(position, BLACK, "isgo", only(recover=1), last)
    assert set(found) == {run, 22, 24}  # patterns alone


def test_stones_that_put_themselves_in_atari_are_taken(board: Draw, heavy: Heavy) -> None:
    position = board(
        "O . . . .",
        "X . . . .",
        ". . . . .",
        ". . . . .",
        ". . . . .",
    )
    assert set(heavy.firsts(position, BLACK, "isgo", only(atari_rate=1), 0)) == {1}


def test_ladders_are_played_out_the_surer_the_longer_they_are() -> None:
    """The rate grows evenly with the number of ataris in a row, counted anew in each game."""
    played, asked = Counter[int](), Counter[int]()
    settings = {"pattern_rate": 0.0, "recover": 0.0, "shape": 0.0, "atari_sure": 4.0}
    playout = make_playout("isgo", settings)
    for seed in range(200):
        board, row = _core.Board(9, 9), 0
        last = -1
        for point, color in playout.run(board, BLACK, seed=seed)[1]:
            answers = set[int]()
            event = False
            if last >= 0:
                event, answers = atari_answers(board, color, last)
            row = row + 1 if event else 0
            if answers:
                asked[row] += 1
                played[row] += point in answers
            board.play(point, color)
            last = point if point < board.area else -1
    rates = {row: 0.3405 + (1 - 0.3405) * (min(row, 4) - 1) / 3 for row in asked}
    expected = sum(rates[row] * count for row, count in asked.items())
    spread = sum(rates[row] * (1 - rates[row]) * count for row, count in asked.items()) ** 0.5
    assert dict(playout.steps())["atari"] == pytest.approx(expected, abs=4 * spread)
    for row in (1, 2, 3):  # a random move is one of them now and then
        assert played[row] > (rates[row] - 0.05) * asked[row]
    assert sum(asked[row] for row in asked if row >= 4) > 20
    assert all(played[row] == asked[row] for row in asked if row >= 4)


def atari_answers(board: _core.Board, color: int, last: int) -> tuple[bool, set[int]]:
    y, x = divmod(last, board.width)
    own = [
        b * board.width + a
        for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        if 0 <= a < board.width and 0 <= b < board.height
    ]
    own = [p for p in own if board.at(p) == color and len(board.liberties(p)) == 1]
    found = {move for p in own for move, _ in _core.rescues(board, p)}
    taken = len(board.liberties(last)) == 1
    if taken:
        found |= set(board.liberties(last))
    allowed = {
        p
        for p in found
        if board.is_legal(p, color)
        and not board.is_eye(p, color)
        and (_core.count_liberties_after(board, p, color, 2) > 1 or dead_shape(board, p, color))
    }
    return bool(own) or taken, allowed


def test_patterns_are_played_as_often_as_told(board: Draw, heavy: Heavy) -> None:
    # A hane beside the last move: several points match.
    position = board(
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . X O . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    )
    patterns = set(heavy.firsts(position, BLACK, "isgo", only(pattern_rate=1), 24))
    assert 1 < len(patterns) < 9
    found = heavy.firsts(position, BLACK, "isgo", only(pattern_rate=0.4812), 24)
    hits = sum(found[p] for p in patterns)
    by_chance = len(patterns) / 47
    expected = 0.4812 + 0.5188 * by_chance
    assert binomtest(hits, found.total(), expected).pvalue > 1e-4
    assert set(heavy.firsts(position, BLACK, "isgo", only(recover=1), 24)) == patterns


def test_a_random_move_that_spoils_the_shape_is_made_beside(board: Draw) -> None:
    # Black's A5 and A3 have one empty point beside them, A4, which has two: it makes two eyes of
    # three points.
    position = board(
        ". X . X .",
        ". X X X .",
        ". X . X .",
        "X X X X X",
        ". X . X .",
    )
    for shape in (0, 1):
        playout = make_playout("isgo", only(shape=shape))
        firsts = playout.run_many(position, BLACK, 1000, seed=1)[3]
        spoiled = firsts[0] + firsts[10] + firsts[4] + firsts[14]
        assert (spoiled == 0) == bool(shape)
        assert firsts[5] and firsts[9]
        assert (dict(playout.steps())["improved shape"] > 0) == bool(shape)


def test_seki_with_three_bent_stones_is_kept(board: Draw, heavy: Heavy) -> None:
    """White's two stones in Black's corner: the corner point or the one inside would make a bow of
    three with the last stone in its middle, and give the seki away."""
    position = board(
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . O O O O",
        ". . O O X X X",
        ". . . X X . O",
        ". . O X X O .",
    )
    found = heavy.firsts(position, WHITE, "isgo", only())
    assert found[40] == found[48] == 0 and found.total() > 0


@pytest.mark.parametrize(
    "rows, point, allowed",
    [
        # The played stone is an end of the bow, and its middle.
        ((". X O .", ". X O .", "O O O .", ". . . ."), 0, True),
        (("X . O .", ". X O .", "O O O .", ". . . ."), 1, False),
        # Three in a row, whichever is played.
        (("X . X . O", "O O O O O", ". . . . .", ". . . . .", ". . . . ."), 1, True),
        ((". X X . O", "O O O O O", ". . . . .", ". . . . .", ". . . . ."), 0, True),
        # Four in a row.
        ((". X X X . O", "O O O O O O", ". . . . . .", ". . . . . .", ". . . . . .", ". . . . . ."),
         0, False),
        # A square of four, and a bow of four.
        (("X X . O", "X . O .", "O O O .", ". . . ."), 5, True),
        (("X . O .", "X . O .", "X O O .", "O O . ."), 1, False),
    ],
)  # fmt: skip
def test_self_ataris(board: Draw, rows: tuple[str, ...], point: int, allowed: bool) -> None:
    position = board(*rows)
    assert _core.count_liberties_after(position, point, BLACK, 2) == 1
    playout = make_playout("isgo", only())
    firsts = playout.run_many(position, BLACK, 2000, seed=1)[3]
    assert (firsts[point] > 0) == allowed == dead_shape(position, point, BLACK)


def context_of(board: _core.Board, point: int) -> int:
    return _core.local_contexts(board, [])[point]


def test_node_moves_are_played_when_they_are_good_enough() -> None:
    position = _core.Board(9, 9)
    position.play(40, WHITE)
    context = context_of(position, 42)
    far = context_of(position, 80)

    def first(
        results: str, point: int = 42, context: int = context, least: int = 122, **settings: float
    ) -> bool:
        learned = _core.LearnedMoves(9, 9, node_threshold=least)
        for result in results:
            learned.update_node(BLACK, point, context, result == "+")
        playout = make_playout("isgo", only(node=1) | settings, learned=learned)
        return playout.run(position, BLACK, last=40, seed=5)[1][0] == (point, BLACK)

    assert first("+") and first("+-") and not first("-") and not first("--+")
    assert not first("+", context=context + 1)  # in another context
    assert not first("+", 80, far)  # not beside the last move
    assert not first("+", neighbours=8) and first("+", 31, context_of(position, 31), neighbours=8)
    assert not first("+-", least=123) and first("-", least=81)


def test_node_moves_follow_their_states() -> None:
    """However often they went up and down, and among many that lost in the same table."""
    position = _core.Board(9, 9)
    position.play(40, WHITE)
    contexts = _core.local_contexts(position, [])
    around = (20, 21, 23, 29, 30, 31, 38, 39, 41, 42, 49, 59)
    learned = _core.LearnedMoves(9, 9)
    rng = random.Random(1)
    for other in range(200_000):
        learned.update_node(BLACK, other % 81, rng.getrandbits(32), False)
    seen = Counter[bool]()
    for turn in range(200):
        point = rng.choice(around)
        learned.update_node(BLACK, point, contexts[point], rng.random() < 0.35)
        states = {p: learned.node(BLACK, p, contexts[p]) for p in range(81) if p != 40}
        best = max(states[p] for p in states if within_20(p, 40))
        playout = make_playout("isgo", only(node=1, updates=1), learned=learned)
        first = playout.run(position, BLACK, last=40, seed=turn)[1][0][0]
        good = best >= learned.threshold(False, BLACK)
        assert dict(playout.steps())["node"] == good
        assert not good or (states[first] == best and within_20(first, 40))
        seen[good] += 1
    assert len(seen) == 2 and min(seen.values()) >= 20


def within_20(point: int, last: int) -> bool:
    """Is it one of the 20 neighbours on 9x9, the square of 5x5 without its corners?"""
    across, down = abs(point % 9 - last % 9), abs(point // 9 - last // 9)
    return max(across, down) <= 2 and 0 < across + down < 4


def test_the_best_node_move_is_played() -> None:
    position = _core.Board(9, 9)
    position.play(40, WHITE)
    seen = Counter[int]()
    for seed in range(40):
        learned = _core.LearnedMoves(9, 9)
        for point, wins in ((31, 1), (42, 3), (49, 2), (30, 3)):
            for _ in range(wins):
                learned.update_node(BLACK, point, context_of(position, point), True)
        playout = make_playout("isgo", only(node=1), learned=learned)
        seen[playout.run(position, BLACK, last=40, seed=seed)[1][0][0]] += 1
    assert set(seen) == {30, 42}


@pytest.mark.parametrize("points", [(31, 39), (39, 41), (31, 49), (31, 22)])
def test_equal_node_moves_are_played_equally_often(points: tuple[int, int]) -> None:
    position = _core.Board(9, 9)
    position.play(40, WHITE)
    contexts = _core.local_contexts(position, [])
    seen = Counter[int]()
    for seed in range(200):
        learned = _core.LearnedMoves(9, 9)
        for point in points:
            learned.update_node(BLACK, point, contexts[point], True)
        playout = make_playout("isgo", only(node=1), learned=learned)
        seen[playout.run(position, BLACK, last=40, seed=seed)[1][0][0]] += 1
    assert set(seen) == set(points)
    assert binomtest(seen[points[0]], 200).pvalue > 1e-4


def test_equal_answers_are_played_equally_often() -> None:
    position = _core.Board(9, 9)
    position.play(40, WHITE)
    contexts = _core.local_contexts(position, [])
    seen = Counter[int]()
    for seed in range(200):
        learned = _core.LearnedMoves(9, 9)
        for answer in (11, 60, 11, 60):
            learned.update_edge(WHITE, 40, contexts[40], answer, contexts[answer], True)
        playout = make_playout("isgo", only(edge=1), learned=learned)
        seen[playout.run(position, BLACK, last=40, seed=seed)[1][0][0]] += 1
    assert set(seen) == {11, 60} and binomtest(seen[11], 200).pvalue > 1e-4


#: White to move wins the capturing race by B8, and by nothing else.
RACE = (
    "O . X X X O O . X",
    "O . X O X O . X X",
    "O . X O O O . X .",
    "O O O X X X X X X",
    "O . O X . X X . X",
    "O O O X X X X X X",
    ". O O O O O X X X",
    "O O O O . O O O O",
    "O . O O O O O . O",
)


def test_a_capturing_race_is_learnt(board: Draw) -> None:
    """Playouts learn to win the race."""
    position = board(*RACE)
    for learning, low, high in (({}, 0.2, 0.6), ({"node": 1.0}, 0.75, 1), ({"edge": 1.0}, 0.75, 1)):
        playout = make_playout("isgo", learning)
        playout.run_many(position, WHITE, 3000, komi=-2.5, seed=1)
        slow = position.copy()
        slow.play(7, WHITE)
        won = playout.run_many(slow, BLACK, 500, last=7, komi=-2.5, seed=2)[0] / 1000
        assert low <= won <= high


def test_the_right_answer_is_learnt(board: Draw) -> None:
    """The same race: of all points around Black's last move, B8 has the best record, and it leads
    the answers to that move. What loses is known to lose."""
    position = board(*RACE)
    right, last = 10, 2
    contexts = _core.local_contexts(position, [])
    learned = _core.LearnedMoves(9, 9)
    playout = make_playout("isgo", {"node": 1.0, "edge": 1.0}, learned=learned)
    playout.run_many(position, WHITE, 2000, last=last, komi=-2.5, seed=1)
    empty = [p for p in range(81) if position.at(p) == 0]
    nodes = {p: learned.node(WHITE, p, contexts[p]) for p in empty}
    answers = {a[0]: a[2] for a in learned.answers(BLACK, last, contexts[last])}
    for states in (nodes, answers):
        assert max(states, key=lambda p: states[p]) == right and states[right] >= 200


def test_edge_moves_are_played_in_their_contexts() -> None:
    board = _core.Board(9, 9)
    before = context_of(board, 40)
    board.play(40, WHITE)

    def first(results: str, answer: int = 11, shift: int = 0, shift_before: int = 0) -> bool:
        learned = _core.LearnedMoves(9, 9)
        for result in results:
            learned.update_edge(
                *(WHITE, 40, before + shift_before, answer),
                context_of(board, answer) + shift,
                result == "+",
            )
        playout = make_playout("isgo", only(edge=1), learned=learned)
        return playout.run(board, BLACK, last=40, seed=5)[1][0] == (answer, BLACK)

    assert first("++") and not first("+") and not first("-")  # anywhere on the board
    assert not first("++", shift=1) and not first("++", shift_before=1)


def test_the_best_answer_is_played_whatever_the_others_did() -> None:
    """Answers gain and lose, until a list is full of them and after: the best one is played if it
    is good enough, else none."""
    board = _core.Board(9, 9)
    before = context_of(board, 40)
    board.play(40, WHITE)
    contexts = _core.local_contexts(board, [])
    rng = random.Random(1)
    seen = Counter[tuple[bool, bool]]()
    for turn in range(240):
        if turn % 16 == 0:
            learned = _core.LearnedMoves(9, 9)
        answer = rng.choice((4, 20, 24, 60))
        learned.update_edge(WHITE, 40, before, answer, contexts[answer], rng.random() < 0.7)
        states = {a[0]: a[2] for a in learned.answers(WHITE, 40, before)}
        best = max(states.values(), default=0)
        playout = make_playout("isgo", only(edge=1, updates=1), learned=learned)
        first = playout.run(board, BLACK, last=40, seed=turn)[1][0][0]
        good = best >= learned.threshold(True, BLACK)
        assert dict(playout.steps())["edge"] == good
        assert not good or states[first] == best
        seen[good, len(states) == 8] += 1
    assert len(seen) == 4 and min(seen.values()) >= 10  # good or not, full or not


def test_answers_that_stay_illegal_are_forgotten() -> None:
    board = _core.Board(9, 9)
    board.play(40, WHITE)
    board.play(41, BLACK)
    learned = _core.LearnedMoves(9, 9, best=1)  # a list that is full
    for _ in range(2):
        learned.update_edge(WHITE, 40, context_of(board, 40), 41, context_of(board, 41), True)
    settings = only(edge=1, illegal=3, updates=1, best=1)
    left = []
    for seed in range(4):
        make_playout("isgo", settings, learned=learned).run(board, BLACK, last=40, seed=seed)
        left.append([a[3] for a in learned.answers(WHITE, 40, context_of(board, 40)) if a[0] == 41])
    assert left == [[1], [2], [3], []]


def test_what_is_learnt_from_a_playout() -> None:
    board = _core.Board(9, 9)
    board.play(40, WHITE)
    learned = _core.LearnedMoves(9, 9)
    states = _core.WinLossStates()
    settings = {"node": 1.0, "edge": 1.0, "updates": 6.0}
    score, moves, _ = make_playout("isgo", settings, learned=learned).run(
        board, BLACK, last=40, seed=3, komi=0.5
    )
    winner = BLACK if score > 0.5 else WHITE
    last = (40, WHITE, context_of(board, 40))
    for number, (point, color) in enumerate(moves[:12]):
        context = context_of(board, point)
        state = states.find(int(color == winner), 1) if number < 6 else 0
        assert learned.node(color, point, context) == state
        assert learned.edge(last[1], last[0], last[2], point, context) == state
        last = (point, color, context)
        board.play(point, color)


def test_the_same_seeds_learn_the_same() -> None:
    board = _core.Board(7, 7)
    runs = [make_playout("isgo", LEARNING) for _ in range(2)]
    assert runs[0].run_many(board, 1, 200, seed=1) == runs[1].run_many(board, 1, 200, seed=1)
    # What a policy has learnt it keeps.
    assert runs[0].run_many(board, 1, 200, seed=1) != make_playout("isgo", LEARNING).run_many(
        board, 1, 200, seed=1
    )
    # On a board of another size it begins anew.
    other = _core.Board(5, 9)
    fresh = make_playout("isgo", LEARNING)
    assert runs[0].run_many(other, 1, 50, seed=1) == fresh.run_many(other, 1, 50, seed=1)


def test_who_wins_most_games_is_not_helped_more() -> None:
    """Black wins most games by komi: it must play better moves than White to play them."""
    learned = _core.LearnedMoves(9, 9)
    playout = make_playout("isgo", {"node": 1.0, "edge": 1.0}, learned=learned)
    playout.run_many(_core.Board(9, 9), 1, 2000, seed=1, komi=-20.5)
    assert learned.threshold(False, BLACK) > learned.threshold(False, WHITE) + 20


def test_suggestions(board: Draw) -> None:
    position = board(
        ". . . . . . .",
        ". . O . . . .",
        ". O X . . . .",
        ". . O . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    )
    found = make_playout("isgo").suggest(position, BLACK, 23)
    assert found[0] == (17, pytest.approx(0.3405)) and len(found) > 1
    assert sum(weight for _, weight in found[1:]) == pytest.approx(0.4812)
    assert make_playout("isgo").suggest(position, BLACK, -1) == []


def test_tables_of_another_size_are_refused() -> None:
    playout = make_playout("isgo", LEARNING, learned=_core.LearnedMoves(9, 9))
    with pytest.raises(ValueError, match="another size"):
        playout.run(_core.Board(7, 7), BLACK)


def test_what_is_learnt_of_one_game_does_not_reach_another() -> None:
    engine = Engine("isgo-learning:isgo_edge_mb=2,memory_mb=16", threads=1, seed=1)
    other = Game(9)
    other.play("A1")
    first, _, again = (
        engine.search(game, Limit(playouts=200)).steps for game in (Game(9), other, Game(9))
    )
    assert again == first
    # After a move that was never searched it is kept.
    game = Game(9)
    game.play("A1")
    fresh = Engine("isgo-learning:isgo_edge_mb=2,memory_mb=16", threads=1, seed=1)
    alone = fresh.search(game, Limit(playouts=200)).steps
    assert engine.search(game, Limit(playouts=200)).steps["node"] > alone["node"]


def test_what_is_refused() -> None:
    for settings, match in (
        ({"neighbours": 12.0}, "8 or 20"),
        ({"context": 10.0, "node": 1.0}, "36 or 40"),
        ({"best": 9.0}, "from 1 to 8"),
        ({"unknown": 1.0}, "unknown playout parameter"),
    ):
        with pytest.raises(ValueError, match=match):
            make_playout("isgo", settings)


@pytest.mark.parametrize("threads", [1, 2])
def test_searches_learn_in_the_whole_game(threads: int) -> None:
    engine = Engine("isgo-learning:isgo_edge_mb=2,memory_mb=16", threads=threads, seed=1)
    game = Game(9)
    steps = []
    for _ in range(3):
        result = engine.search(game, Limit(playouts=300))
        game.play(result.move)
        steps.append(result.steps)
        assert sum(result.steps.values()) > 300 * 40
    parts = [found["node"] / sum(found.values()) for found in steps]
    assert parts[0] < parts[2]  # the tables are kept
    engine.new_game()
    again = engine.search(Game(9), Limit(playouts=300))
    if threads == 1:
        assert again.steps == steps[0]  # and cleared for a new game
    base = Engine("isgo-base", threads=threads, seed=1).search(Game(9), Limit(playouts=100))
    assert base.steps["node"] == base.steps["edge"] == 0 < base.steps["pattern"]
    assert Engine("pachi", seed=1).search(Game(5), Limit(playouts=10)).steps == {}
