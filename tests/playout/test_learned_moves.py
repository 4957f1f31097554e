"""The tables of what playouts learn."""

from __future__ import annotations

import random

import pytest

from keima._core import LearnedMoves, WinLossStates
from keima.learn.wls import learn

BLACK, WHITE = 1, 2
STATES = WinLossStates()


def test_nodes_learn_each_move_in_its_context() -> None:
    moves = LearnedMoves(9, 9)
    for won in (True, True, False):
        moves.update_node(BLACK, 40, 123, won)
    assert moves.node(BLACK, 40, 123) == STATES.find(2, 3)
    assert moves.node(WHITE, 40, 123) == moves.node(BLACK, 41, 123) == 0
    assert moves.node(BLACK, 40, 122) == 0
    # 16 bits of a context are the most that tell node moves apart.
    assert moves.node(BLACK, 40, 123 | 1 << 15) == 0
    assert moves.node(BLACK, 40, 123 | 1 << 31) == STATES.find(2, 3)


@pytest.mark.parametrize("sides", [(9, 9), (2, 19), (19, 2), (25, 25)])
def test_every_point_has_states_of_its_own(sides: tuple[int, int]) -> None:
    moves = LearnedMoves(*sides)
    points = range(sides[0] * sides[1])
    every = [
        (color, point, context)
        for color in (BLACK, WHITE)
        for point in points
        for context in (0, 65535)
    ]
    for number, (color, point, context) in enumerate(every):
        for bit in f"{number:012b}":
            moves.update_node(color, point, context, bit == "1")
    expected = {}
    for number, key in enumerate(every):
        state = 0
        for bit in f"{number:012b}":
            state = STATES.after_win(state) if bit == "1" else STATES.after_loss(state)
        expected[key] = state
    assert {key: moves.node(*key) for key in every} == expected


def test_only_some_bits_of_a_context_may_count() -> None:
    moves = LearnedMoves(9, 9, bits=12)
    moves.update_node(BLACK, 40, 123, True)
    moves.update_edge(WHITE, 10, 1, 40, 123, True)
    assert moves.node(BLACK, 40, 123 | 1 << 12) == STATES.find(1, 1)
    assert moves.edge(WHITE, 10, 1 | 1 << 31, 40, 123) == STATES.find(1, 1)
    assert moves.node(BLACK, 40, 123 | 1 << 11) == 0
    assert [a[0] for a in moves.answers(WHITE, 10, 1 | 1 << 20)] == [40]


def test_a_full_table_forgets_but_hardly_mistakes() -> None:
    """There is room for 262,144 states of pairs: of half a million, the later ones are kept."""
    moves = LearnedMoves(9, 9)
    for context in range(500_000):
        moves.update_edge(BLACK, context % 81, context, 7, 0, True)
    first = STATES.find(1, 1)
    kept = [moves.edge(BLACK, c % 81, c, 7, 0) == first for c in range(490_000, 500_000)]
    assert sum(kept) > 9700
    assert sum(moves.edge(BLACK, c % 81, c, 7, 0) != 0 for c in range(10_000)) < 3000
    strange = [moves.edge(WHITE, c % 81, c, 7, 0) for c in range(10_000)]
    assert 0 < sum(state != 0 for state in strange) < 150  # one in 256 tags is the same


def test_edges_learn_each_answer_in_both_contexts() -> None:
    moves = LearnedMoves(9, 9)
    moves.update_edge(BLACK, 40, 5, 41, 9, True)
    moves.update_edge(BLACK, 40, 5, 41, 9, True)
    for won in (False, True):
        moves.update_edge(BLACK, 40, 5, 42, 9, won)
    assert moves.edge(BLACK, 40, 5, 41, 9) == STATES.find(2, 2)
    assert moves.edge(WHITE, 40, 5, 41, 9) == 0
    assert moves.answers(BLACK, 40, 5) == [
        (41, 9, STATES.find(2, 2), 0),
        (42, 9, STATES.find(1, 2), 0),
    ]
    assert moves.answers(BLACK, 40, 6) == moves.answers(WHITE, 40, 5) == []


def test_lists_keep_the_best_answers() -> None:
    moves = LearnedMoves(9, 9, best=3)
    for answer in range(3):
        moves.update_edge(WHITE, 10, 0, answer, 0, True)
    moves.update_edge(WHITE, 10, 0, 0, 0, False)
    moves.update_edge(WHITE, 10, 0, 7, 0, False)  # no answer yet
    moves.update_edge(WHITE, 10, 0, 7, 0, False)  # no better than the worst
    assert [a[0] for a in moves.answers(WHITE, 10, 0)] == [0, 1, 2]
    moves.update_edge(WHITE, 10, 0, 8, 0, True)
    assert [a[0] for a in moves.answers(WHITE, 10, 0)] == [8, 1, 2]
    # What is in the list follows its state, and can be thrown out then.
    for _ in range(3):
        moves.update_edge(WHITE, 10, 0, 1, 0, False)
    moves.update_edge(WHITE, 10, 0, 7, 0, True)
    assert [a[0] for a in moves.answers(WHITE, 10, 0)] == [8, 7, 2]
    assert moves.edge(WHITE, 10, 0, 1, 0) == STATES.find(1, 4)


def test_lists_are_those_of_a_plain_model() -> None:
    """Before they are full, when they are, and long after."""
    rng = random.Random(1)
    for best in (1, 3, 8):
        moves = LearnedMoves(9, 9, best=best)
        states: dict[int, int] = {}
        expected: list[int] = []
        for _ in range(300):
            made = rng.randrange(14)
            won = rng.random() < made / 14
            state = states.get(made, 0)
            states[made] = STATES.after_win(state) if won else STATES.after_loss(state)
            moves.update_edge(WHITE, 10, 0, made, 5, won)
            # What has lost its first game is no answer yet.
            if made not in expected and (won or state):
                if len(expected) < best:
                    expected.append(made)
                lowest = min(expected, key=lambda known: (states[known], known))
                if made not in expected and states[made] > states[lowest]:
                    expected[expected.index(lowest)] = made
            found = moves.answers(WHITE, 10, 0)
            assert found == [(known, 5, states[known], 0) for known in expected]


@pytest.mark.parametrize("won", [True, False])
def test_a_list_remembers_what_a_full_table_has_forgotten(won: bool) -> None:
    moves = LearnedMoves(9, 9)
    for _ in range(3):
        moves.update_edge(BLACK, 40, 5, 41, 9, True)
    for context in range(1_000_000):
        moves.update_edge(BLACK, context % 81, context + 6, 7, 0, True)
    assert moves.edge(BLACK, 40, 5, 41, 9) == 0
    moves.update_edge(BLACK, 40, 5, 41, 9, won)
    after = STATES.find(3 + won, 4)
    assert moves.edge(BLACK, 40, 5, 41, 9) == after
    assert (41, 9, after, 0) in moves.answers(BLACK, 40, 5)


def test_contexts_that_agree_in_their_bits_share_an_edge() -> None:
    moves = LearnedMoves(9, 9, bits=12)
    for context, results in ((9, "+++"), (9 | 1 << 12, "------"), (9, "+")):
        for result in results:
            moves.update_edge(BLACK, 40, 5, 41, context, result == "+")
    # The list has an answer for each of the two, and both go on with what they share.
    assert moves.edge(BLACK, 40, 5, 41, 9) == learn(STATES, "+++------+")


def test_lists_tell_the_contexts_of_an_answer_apart() -> None:
    moves = LearnedMoves(9, 9)
    moves.update_edge(BLACK, 0, 1, 5, 77, True)
    moves.update_edge(BLACK, 0, 1, 5, 78, True)
    assert [a[:2] for a in moves.answers(BLACK, 0, 1)] == [(5, 77), (5, 78)]


def test_what_is_forgotten() -> None:
    moves = LearnedMoves(9, 9)
    moves.update_node(BLACK, 40, 123, True)
    moves.update_edge(WHITE, 10, 1, 40, 123, True)
    for _ in range(50):
        moves.count(9, 0)
    moves.clear()
    assert moves.node(BLACK, 40, 123) == moves.edge(WHITE, 10, 1, 40, 123) == 0
    assert moves.answers(WHITE, 10, 1) == [] and moves.threshold(False, BLACK) == 122


def test_who_makes_more_of_these_moves_needs_better_ones() -> None:
    moves = LearnedMoves(9, 9)

    def played(black: int, white: int) -> list[int]:
        for _ in range(50):
            moves.count(black, white)
        return [moves.threshold(edge, color) for edge in (False, True) for color in (BLACK, WHITE)]

    assert played(3, 3) == [122, 122, 174, 174]
    # 250 and 200: twice the root of all would be 42.
    assert played(5, 4) == [123, 121, 174, 174]
    assert played(2, 2) == [123, 121, 174, 174]
    assert played(5, 2) == [127, 117, 174, 174]  # more than double: a step of 4
    assert played(9, 2) == [135, 109, 174, 174]  # more than fourfold: of 8
    assert played(0, 1) == [127, 117, 174, 174]
    for _ in range(49):
        moves.count(9, 0)
    assert moves.threshold(False, BLACK) == 127
    # Edge moves apart.
    for _ in range(51):
        moves.count(0, 0, 0, 3)
    assert moves.threshold(True, BLACK) == 166 and moves.threshold(True, WHITE) == 182


def test_balance_has_an_end_and_can_be_off() -> None:
    moves, off = LearnedMoves(5, 5), LearnedMoves(5, 5, balance=False)
    for _ in range(50 * 40):
        moves.count(5, 0)
        off.count(5, 0)
    assert moves.threshold(False, WHITE) == 2 and moves.threshold(False, BLACK) == 242
    assert off.threshold(False, WHITE) == off.threshold(False, BLACK) == 122


def test_what_is_refused() -> None:
    for bits in (0, 33):
        with pytest.raises(ValueError, match="1 to 32 bits"):
            LearnedMoves(9, 9, bits=bits)
    for best in (0, 9):
        with pytest.raises(ValueError, match="1 to 8"):
            LearnedMoves(9, 9, best=best)
    moves = LearnedMoves(9, 9)
    for move in (-1, 81):
        with pytest.raises(ValueError, match="no point"):
            moves.node(BLACK, move, 0)
    with pytest.raises(ValueError):
        moves.node(3, 0, 0)
