"""Thinking in the opponent's time: what it leaves for the next search, and how it ends."""

from __future__ import annotations

import threading

import pytest

from keima import Engine, Game, Limit


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_the_next_search_goes_on_with_what_was_found(rules: str) -> None:
    engine = Engine("classic:playouts=200", threads=1, seed=1)
    game = Game(9, rules=rules)
    game.play(engine.search(game).move)
    found = engine.ponder(game, Limit(playouts=2000))
    assert found is not None and (found.visits or 0) >= 2000
    game.play(found.candidates[0].move)
    result = engine.search(game, Limit(playouts=1))
    assert result.visits is not None and result.visits > 100


def test_a_search_without_it_is_as_ever() -> None:
    """The parameter alone changes nothing: only a server ponders."""
    moves = []
    for ponder in (0, 1):
        engine, game = Engine("classic:playouts=150", threads=1, seed=5, ponder=ponder), Game(7)
        for _ in range(6):
            game.play(engine.search(game).move)
        moves.append(game.moves)
    assert moves[0] == moves[1]


def test_it_ends_when_it_is_stopped() -> None:
    engine, game = Engine("classic", threads=1, seed=1), Game(9)
    begun = threading.Event()

    def progress(done: int) -> None:
        begun.set()

    thread = threading.Thread(target=engine.ponder, args=(game,), kwargs={"progress": progress})
    thread.start()
    assert begun.wait(60)
    engine.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert engine.search(game, Limit(playouts=10)).visits is not None


def test_it_is_no_matter_for_the_book() -> None:
    """A position of the opponent that the book does not know must not make us leave it."""
    engine = Engine("classic:playouts=20", threads=1, seed=1)
    asked: list[int] = []

    class Opening:
        def find(self, *args: object) -> None:
            asked.append(1)

    engine._opening = Opening()  # type: ignore[assignment]
    engine.ponder(Game(5), Limit(playouts=20))
    assert not asked


def test_memory_keeps_its_limit() -> None:
    engine = Engine("classic:memory_mb=1", threads=1, seed=1)
    found = engine.ponder(Game(9), Limit(playouts=3000))
    assert found is not None and found.memory is not None and found.memory <= 1 << 20


def test_players_that_keep_nothing_do_not_ponder() -> None:
    assert Engine("brugmann", seed=1).ponder(Game(5)) is None
    with pytest.raises(ValueError, match="unknown parameter 'ponder'"):
        Engine("brugmann:ponder=1")
