"""Last good replies: what is stored, forgotten and played."""

from __future__ import annotations

import pytest

from keima import _core
from keima.playouts import make_playout

BLACK, WHITE, PASS = 1, 2, 81
EMPTY = _core.Board(9, 9)


def log(*points: int) -> list[tuple[int, int]]:
    return [(p, BLACK if i % 2 == 0 else WHITE) for i, p in enumerate(points)]


def test_the_winners_replies_are_stored() -> None:
    replies = _core.Replies(9, 9)
    replies.update(EMPTY, log(1, 2, 3, 4), WHITE)
    assert replies.after(EMPTY, WHITE, 1) == 2
    assert replies.after(EMPTY, WHITE, 3) == 4
    assert replies.after(EMPTY, BLACK, 2) == PASS
    replies.update(EMPTY, log(1, 5), WHITE)
    assert replies.after(EMPTY, WHITE, 1) == 5


def test_the_losers_are_forgotten() -> None:
    replies = _core.Replies(9, 9)
    replies.update(EMPTY, log(1, 2, 3, 4), WHITE)
    replies.update(EMPTY, log(1, 7, 3, 4), BLACK)
    assert replies.after(EMPTY, WHITE, 1) == 2, "another reply lost"
    assert replies.after(EMPTY, WHITE, 3) == PASS
    assert replies.after(EMPTY, BLACK, 7) == 3
    replies.update(EMPTY, log(1, 2, 3), 0)
    assert replies.after(EMPTY, WHITE, 1) == PASS, "a draw is no success"


def test_two_moves() -> None:
    replies = _core.Replies(9, 9, 2)
    replies.update(EMPTY, log(1, 2, 3, 4), WHITE)
    assert replies.after(EMPTY, WHITE, 3, before=2) == 4
    assert replies.after(EMPTY, WHITE, 3, before=1) == PASS
    assert replies.after(EMPTY, WHITE, 3) == 4
    assert _core.Replies(9, 9, 1).after(EMPTY, WHITE, 3, before=2) == PASS


def test_passes_and_moves_of_one_colour_are_no_replies() -> None:
    replies = _core.Replies(9, 9, 2)
    replies.update(EMPTY, [(1, BLACK), (PASS, WHITE), (3, BLACK), (4, BLACK)], BLACK)
    replies.update(EMPTY, [(1, BLACK), (PASS, WHITE)], WHITE)
    for point in range(PASS):
        assert replies.after(EMPTY, BLACK, point) == PASS
        assert replies.after(EMPTY, WHITE, point) == PASS
    replies.update(EMPTY, log(1, 2), WHITE)
    replies.clear()
    assert replies.after(EMPTY, WHITE, 1) == PASS


@pytest.mark.parametrize("policy", ["mogo", "pachi"])
def test_a_reply_comes_before_all_rules(policy: str) -> None:
    replies = _core.Replies(9, 9, 2)
    playout = make_playout(policy, replies=replies)
    board = EMPTY.copy()
    board.play(40, BLACK)
    board.play(20, WHITE)
    replies.update(board, log(1, 20, 70), BLACK)
    assert {playout.run(board, BLACK, 20, 40, seed=s)[1][0][0] for s in range(20)} == {70}
    replies.update(board, log(40, 20, 60), BLACK)
    assert {playout.run(board, BLACK, 20, 40, seed=s)[1][0][0] for s in range(20)} == {60}
    # What cannot be played is passed over: the point is taken.
    replies.update(board, log(40, 20, 40), BLACK)
    replies.update(board, log(1, 20, 40), BLACK)
    assert len({playout.run(board, BLACK, 20, 40, seed=s)[1][0][0] for s in range(20)}) > 3


@pytest.mark.parametrize("order", [1, 2])
def test_many_playouts_teach(order: int) -> None:
    replies = _core.Replies(9, 9, order)
    playout = make_playout("pachi", replies=replies)
    playout.run_many(EMPTY, BLACK, 200, komi=0.5, seed=1)
    stored = sum(replies.after(EMPTY, c, p) != PASS for c in (BLACK, WHITE) for p in range(PASS))
    assert stored > 100
    again = make_playout("pachi", replies=_core.Replies(9, 9, order))
    first = again.run_many(EMPTY, BLACK, 200, komi=0.5, seed=1)
    assert first != make_playout("pachi").run_many(EMPTY, BLACK, 200, komi=0.5, seed=1)


def test_bad_order() -> None:
    with pytest.raises(ValueError, match="order 3 is neither 1 nor 2"):
        _core.Replies(9, 9, 3)
    small = _core.Replies(5, 5)
    with pytest.raises(ValueError, match="the replies are of another size of board"):
        make_playout("mogo", replies=small).run(EMPTY, BLACK)
    with pytest.raises(ValueError, match="another size"):
        small.update(EMPTY, log(1, 2), WHITE)
    with pytest.raises(ValueError, match="another size"):
        small.after(EMPTY, WHITE, 80)
