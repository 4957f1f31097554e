"""Making and asking books."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from keima import Engine, Game, Limit, _core
from keima.book import Book, BookBuilder, BookError
from keima.book.builder import top_two
from keima.book.reduction import symmetries
from keima.engine.engine import BOOK_PLAYOUTS

#: On 9x9: E5 G5 C5, then moves apart from each other.
OPENING = [40, 42, 38, 20, 60, 24, 56, 22, 58, 4, 76]


def build(path: Path, *games: list[int], support: int = 1, lines: tuple[str, ...] = ()) -> Book:
    builder = BookBuilder(support)
    for game in games:
        assert builder.add_game(9, game)
    for line in lines:
        builder.add_line(line)
    builder.save(path)
    return Book(path)


def names(game: Game, book: Book) -> dict[str, float]:
    rule = book.find(game)
    return {game.name(a.move): a.chance for a in rule.answers} if rule else {}


def test_moves_come_back(tmp_path: Path) -> None:
    book = build(tmp_path / "b", OPENING)
    game = Game(9)
    for move in OPENING[:9]:
        rule = book.find(game)
        assert rule is not None and rule.support == 1
        game.play(move)
    assert book.find(game) is None  # only the first nine moves count


def test_all_symmetries_of_a_game_are_one(tmp_path: Path) -> None:
    turned = [[way[m] for m in OPENING] for way in symmetries(9, 9)]
    book = build(tmp_path / "b", *turned, support=8)
    assert book.sizes() == {(9, 9): 9}
    for moves in turned:
        game = Game(9)
        for move in moves[:3]:
            game.play(move)
        rule = book.find(game)
        assert rule is not None and rule.support == 8 and len(rule.answers) == 1


def test_colours_may_be_exchanged(tmp_path: Path) -> None:
    book = build(tmp_path / "b", OPENING)
    game = Game(9)
    game.play("E5", "white")
    assert set(names(game, book)) <= {"G5", "C5", "E7", "E3"}


def test_top_two_and_the_rest() -> None:
    answers = top_two(Counter({1: 50, 2: 30, 3: 15, 4: 5}))
    assert [(a.move, a.chance) for a in answers] == [(1, pytest.approx(0.7)), (2, 0.3)]
    assert [a.chance for a in top_two(Counter({8: 2}))] == [1]


def test_minimum_support(tmp_path: Path) -> None:
    other = [40, 42, 29, *OPENING[3:]]
    book = build(tmp_path / "b", OPENING, OPENING, other, support=3)
    game = Game(9)
    game.play("E5")
    game.play("G5")
    rule = book.find(game)
    assert rule is not None and rule.support == 3
    assert sorted(a.chance for a in rule.answers) == pytest.approx([1 / 3, 2 / 3], abs=1e-5)
    game.play("C5")
    assert book.find(game) is None


def test_text_books_stand_above_games(tmp_path: Path) -> None:
    book = build(tmp_path / "b", OPENING, lines=("9 | D4 F5", "9 E5 | G7"))
    # D4 and F5, or points that are the same on an empty board.
    assert sorted(names(Game(9), book).values()) == [0.5, 0.5]
    game = Game(9)
    game.play("E5")
    assert set(names(game, book)) <= {"G7", "C7", "G3", "C3"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("9 E5 G5", "expected `size moves"),
        ("| E5", "expected `size moves"),
        ("9 E5 |", "expected `size moves"),
        ("99 | E5", "not a board size"),
        ("x | E5", "not a board size"),
        ("9 E5 E5 | G5", "E5 is not a legal move of white"),
        ("9 E5 | E5", "not a legal move"),
        ("9 Z9 | E5", "not on a 9x9 board"),
    ],
)
def test_wrong_lines(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BookBuilder().add_line(line)


def test_games_that_do_not_count() -> None:
    builder = BookBuilder()
    assert not builder.add_game(9, OPENING[:9])  # too short
    assert not builder.add_game(9, [40, 40, *OPENING])  # illegal
    assert not builder.add_game(9, [500, *OPENING])
    assert builder.report.rejected == 3 and not list(builder.rules())
    assert builder.add_game(9, [40, 81, *OPENING[2:]])  # up to the pass


def test_chances_and_sides_of_a_symmetric_position(tmp_path: Path) -> None:
    book = build(tmp_path / "b", lines=("9 | D4 E5",))
    rng = random.Random(1)
    drawn = Counter(a.move for _ in range(2000) if (a := book.choose(Game(9), rng=rng)))
    assert 900 < drawn[40] < 1100
    assert len(drawn) == 5 and all(150 < drawn[m] < 350 for m in drawn if m != 40)


def test_illegal_answers_are_left_out(tmp_path: Path) -> None:
    """A position does not tell that a ko has just been taken."""
    book = build(tmp_path / "b", lines=("5 B3 D4 C4 D2 C2 E3 D3 | C3",))
    game = Game(5)
    for move in ("B3", "D4", "C4", "D2", "C2", "E3", "D3"):
        game.play(move)
    assert names(game, book) == {"C3": 1.0}
    game.undo()
    for move in ("pass", "C3", "D3"):
        game.play(move)
    assert book.find(game) is None


def test_missing_and_alien_files(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="there is no book"):
        Book(tmp_path / "none")
    with pytest.raises(BookError, match="there is no book"):
        Book(tmp_path)
    (tmp_path / "text").write_text("9 | E5\n" * 100)
    with pytest.raises(BookError, match="not a book of Keima"):
        Book(tmp_path / "text")
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(BookError, match="not a book of Keima"):
        Book(tmp_path / "empty")
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE rule (x)")
    other.close()
    with pytest.raises(BookError, match="not a book of Keima"):
        Book(tmp_path / "other")
    build(tmp_path / "new", OPENING)
    with sqlite3.connect(tmp_path / "new") as newer:
        newer.execute("PRAGMA user_version = 9")
    newer.close()
    with pytest.raises(BookError, match="version 9: expected 1"):
        Book(tmp_path / "new")


def test_damaged_books(tmp_path: Path) -> None:
    build(tmp_path / "b", OPENING).close()
    with sqlite3.connect(tmp_path / "b") as broken:
        broken.execute("UPDATE rule SET answers = 'x'")
    broken.close()
    with pytest.raises(BookError, match="is damaged"):
        Book(tmp_path / "b").find(Game(9))
    with pytest.raises(BookError, match="cannot write book"):
        build(tmp_path / "nowhere" / "b", OPENING)


# In an engine


def test_the_book_is_asked_before_the_search(tmp_path: Path) -> None:
    build(tmp_path / "b", OPENING)
    engine = Engine(f"classic:playouts=200,book={tmp_path / 'b'}", threads=1, seed=1)
    game = Game(9)
    result = engine.search(game)
    assert (result.move, result.playouts, result.pv[0]) == ("E5", BOOK_PLAYOUTS, "E5")
    assert [c.move for c in result.candidates] == ["E5"] and 0 < result.winrate < 1
    assert engine.search(game, Limit(playouts=20)).playouts == 20
    assert engine.search(game, moves=["C3", "D4"]).playouts > BOOK_PLAYOUTS
    assert engine.search(game, on_result=lambda _: None).playouts > BOOK_PLAYOUTS
    assert engine.search(game, analysis=True).playouts > BOOK_PLAYOUTS


def test_its_move_is_searched_no_longer_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []

    class Search(_core.TreeSearch):
        def search(self, *args: Any, **options: Any) -> Any:
            limits.append((options["playouts"], options["seconds"]))
            return super().search(*args, **options)

    monkeypatch.setattr(_core, "TreeSearch", Search)
    Engine("classic", threads=1, seed=1).search(Game(9), Limit(seconds=0.5))
    assert limits == [(50, 0.5)]


def test_it_is_left_for_good(tmp_path: Path) -> None:
    build(tmp_path / "b", OPENING, lines=("9 E5 A1 C3 J9 | G7",))
    engine = Engine("classic:playouts=90", threads=1, seed=1, book=str(tmp_path / "b"))
    game = Game(9)
    assert engine.search(game).playouts == BOOK_PLAYOUTS
    for move in ("E5", "A1"):
        game.play(move)
    assert engine.search(game).playouts > BOOK_PLAYOUTS
    for move in ("C3", "J9"):
        game.play(move)
    assert engine.search(game).playouts > BOOK_PLAYOUTS  # known, but too late
    engine.new_game()
    assert engine.search(game).move == "G7"
    assert engine.search(Game(9)).playouts == BOOK_PLAYOUTS


def test_books_of_engines_are_checked(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no book"):
        Engine(f"classic:book={tmp_path / 'none'}")
    assert Engine("classic:book=none").parameters.book == "none"


def test_the_same_seed_plays_the_same_opening(tmp_path: Path) -> None:
    build(tmp_path / "b", lines=("9 | D4 E5 C4", "9 D4 | F6 G5"))
    moves = {
        seed: [Engine("classic", seed=seed, book=str(tmp_path / "b")).search(Game(9)).move] * 2
        for seed in range(20)
    }
    again = {s: Engine("classic", seed=s, book=str(tmp_path / "b")).search(Game(9)) for s in moves}
    assert all(again[s].move == moves[s][0] for s in moves)
    assert len({m for pair in moves.values() for m in pair}) > 3
