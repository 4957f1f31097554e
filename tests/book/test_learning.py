"""Books that learn from games that a player lost its way in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from keima.book import Book, BookBuilder, BookError
from keima.book.growing import Line, begun
from keima.book.learning import Learner
from keima.book.lessons import learn_games
from keima.cli.app import build_app
from keima.game import Game

GAME = ["C3", "B2", "D4", "D2", "B4", "C4", "A1"]


class Judge:
    """Would always play C2, or what is free of D3 and E4; all moves but a few are as good."""

    def __init__(self, *bad: str) -> None:
        self.bad, self.asked = bad, 0

    def answer(self, moves: list[str]) -> str | None:
        self.asked += 1
        return next(move for move in ("C2", "D3", "E4") if move not in moves)

    def loss(self, moves: list[str], played: str, best: str) -> float:
        return 0.4 if played in self.bad else 0.01

    def replies(self, moves: list[str]) -> list[tuple[str, float]]:
        return [(move, p) for move, p in (("E1", 0.75), ("E2", 0.25)) if move not in moves]


def nothing(moves: list[str]) -> list[str]:
    return []


def test_the_mistake_is_answered_and_the_moves_before_it_lead_there() -> None:
    lesson = Learner(Judge("B4"), 5, nothing).learn(GAME, 0)
    assert lesson is not None and (lesson.played, lesson.loss) == ("B4", 0.4)
    assert [str(line) for line in lesson.lines] == [
        "5 C3 B2 D4 D2 | C2",
        "5 | C3",
        "5 C3 B2 | D4",
    ]


def test_each_side_learns_from_its_own_moves() -> None:
    learner = Learner(Judge("D2", "B4"), 5, nothing)
    lesson = learner.learn(GAME, 1)
    assert lesson is not None and lesson.lines[0] == Line(5, ("C3", "B2", "D4"), "C2")


@pytest.mark.parametrize("bad", [(), ("D2",)])
def test_a_game_without_own_mistakes_leaves_nothing(bad: tuple[str, ...]) -> None:
    assert Learner(Judge(*bad), 5, nothing).learn(GAME, 0) is None


def test_moves_after_so_many_turns_and_after_a_pass_do_not_count() -> None:
    assert Learner(Judge("B4"), 5, nothing, turns=4).learn(GAME, 0) is None
    assert Learner(Judge("B4"), 5, nothing).learn(["C3", "B2", "pass", "D2", "B4"], 0) is None


def test_what_is_learnt_is_not_learnt_twice_also_when_the_board_is_turned() -> None:
    judge = Judge("B4")
    learner = Learner(judge, 5, nothing)
    assert learner.learn(GAME, 0) is not None
    asked = judge.asked
    across = [f"{'EDCBA'['ABCDE'.index(move[0])]}{move[1]}" for move in GAME]
    assert learner.learn(across, 0) is None
    assert judge.asked == asked
    again = Learner(judge, 5, nothing)
    again.add([Line(5, ("C3", "B2", "D4", "D2"), "C2")])
    assert again.learn(GAME, 0) is None


def known(answers: dict[tuple[str, ...], list[str]]) -> Callable[[list[str]], list[str]]:
    return lambda moves: answers.get(tuple(moves), [])


def test_a_book_is_followed_and_where_it_plays_otherwise_the_game_teaches_nothing() -> None:
    book = known({(): ["C3"], ("C3", "B2"): ["B3", "D4"]})
    lesson = Learner(Judge("B4"), 5, book).learn(GAME, 0)
    assert lesson is not None and [len(line.moves) for line in lesson.lines] == [4]
    other = known({(): ["C3"], ("C3", "B2"): ["D3", "B3"]})
    assert Learner(Judge("B4"), 5, other).learn(GAME, 0) is None


def test_the_best_move_is_no_mistake_whatever_the_least_loss() -> None:
    game = ["C2", "B2", "D3", "D2", "A5"]
    lesson = Learner(Judge(), 5, nothing, least=0).learn(game, 0)
    assert lesson is not None and (lesson.played, lesson.lines[0].answer) == ("A5", "E4")


@pytest.mark.parametrize("number", [2, 5])
def test_a_game_with_an_illegal_move_teaches_nothing(number: int) -> None:
    game = [*GAME[:number], "C3", *GAME[number + 1 :]]
    assert Learner(Judge("B4", "A1"), 5, nothing).learn(game, 0) is None
    assert Learner(Judge("B4", "A1"), 5, nothing).learn(game, 1) is None


class KoTaker(Judge):
    """Would always play B3, and E5 where that has just been taken; only E1 is bad."""

    def answer(self, moves: list[str]) -> str | None:
        return "E5" if moves[-1:] == ["C3"] else "B3"


def test_what_a_ko_forbids_is_not_learnt() -> None:
    """The stones are the same, but after the second way Black cannot take at B3."""
    around = ["C4", "B4", "C2", "B2", "D3", "A3"]
    free, forbidden = [*around, "B3", "C3", "A2", "A1"], [*around, "A2", "A1", "B3", "C3"]
    lesson = Learner(KoTaker("E1"), 5, nothing).learn([*free, "E1"], 0)
    assert lesson is not None and lesson.lines[0] == Line(5, tuple(free), "B3")
    learner = Learner(KoTaker("E1"), 5, nothing)
    assert learner.learn([*free, "E2"], 0) is None
    assert learner.learn([*forbidden, "E1"], 0) is None


def test_what_is_likeliest_after_the_better_move_is_prepared_for() -> None:
    lesson = Learner(Judge("B4"), 5, nothing, follow=3).learn(GAME, 0)
    assert lesson is not None
    better = ("C3", "B2", "D4", "D2", "C2")
    assert [line.moves for line in lesson.lines[3:]] == [
        (*better, "E1"),
        (*better, "E1", "D3", "E2"),
        (*better, "E2"),
    ]


def test_what_follows_a_better_move_is_by_the_book_where_it_goes_on() -> None:
    better = ("C3", "B2", "D4", "D2", "C2")
    book = known({(*better, "E1"): ["A5", "A4"]})
    lesson = Learner(Judge("B4"), 5, book, follow=2).learn(GAME, 0)
    assert lesson is not None
    assert [line.moves for line in lesson.lines[3:]] == [(*better, "E1", "A5", "E2")]


def sgf(black: str, white: str, moves: list[str]) -> str:
    nodes = (
        f";{'BW'[i % 2]}[{'abcde'['ABCDE'.index(move[0])]}{'edcba'[int(move[1]) - 1]}]"
        for i, move in enumerate(moves)
    )
    return f"(;FF[4]SZ[5]PB[{black}]PW[{white}]{''.join(nodes)})\n"


@pytest.fixture
def book(tmp_path: Path) -> Book:
    builder = BookBuilder()
    builder.add_line("5 | C3")
    builder.save(tmp_path / "five.book")
    return Book(tmp_path / "five.book")


def test_games_of_a_player_are_read_once(tmp_path: Path, book: Book) -> None:
    games, text = tmp_path / "games.sgf", tmp_path / "learnt.txt"
    games.write_text(sgf("Keima classic", "other", GAME) + sgf("other", "another", GAME))
    told = learn_games(text, [games], "classic", Judge("B4"), book, 5)
    assert (told.games, told.before, told.lessons, told.lines) == (1, 0, 1, 2)
    assert text.read_text().splitlines()[0] == "5 C3 B2 D4 D2 | C2 # B4 loses 40%"
    told = learn_games(text, [games], "classic", Judge("B4"), book, 5)
    assert (told.games, told.before, told.lessons) == (1, 1, 0)
    # The text can be made a book of, which then knows the way and the answer.
    builder = BookBuilder()
    for line in text.read_text().splitlines():
        if line.partition("#")[0].strip():
            builder.add_line(line.partition("#")[0])
    assert sum(1 for _ in builder.rules()) == 2


def test_a_player_may_have_no_book(tmp_path: Path) -> None:
    games = tmp_path / "games.sgf"
    games.write_text(sgf("classic", "other", GAME))
    told = learn_games(tmp_path / "learnt.txt", [games], "classic", Judge("B4"), None, 5)
    assert (told.lessons, told.lines) == (1, 3)


@pytest.mark.parametrize("cut", ["5 C3 B", "5 C3 B2 |", "5 C3 B2 | D", "# read 12"])
def test_a_line_that_was_cut_off_is_written_anew(tmp_path: Path, book: Book, cut: str) -> None:
    games, text, whole = (tmp_path / name for name in ("games.sgf", "learnt.txt", "whole.txt"))
    games.write_text(sgf("classic", "other", GAME))
    learn_games(whole, [games], "classic", Judge("B4"), book, 5)
    text.write_text(cut)
    assert learn_games(text, [games], "classic", Judge("B4"), book, 5).lessons == 1
    kept = [cut] if cut.startswith("#") else []
    assert text.read_text().splitlines() == kept + whole.read_text().splitlines()


@pytest.mark.parametrize("last", ["(;SZ[5];B[aa])", "5 C3 B2 | D4 D3"])
def test_a_last_line_that_is_something_else_is_left_alone(tmp_path: Path, last: str) -> None:
    text = tmp_path / "learnt.txt"
    text.write_text(last)
    with pytest.raises(ValueError, match="expected"):
        begun(text)
    assert text.read_text() == last


def test_a_last_line_without_its_end_is_kept_if_it_is_whole(tmp_path: Path) -> None:
    text = tmp_path / "learnt.txt"
    assert begun(text) == []
    text.write_text("5 | C3\n5 C3 B2 | D4 # mine")
    assert begun(text) == ["5 | C3", "5 C3 B2 | D4 # mine"] == text.read_text().splitlines()
    assert text.read_text().endswith("\n")


def test_nothing_of_that_player_is_an_error(tmp_path: Path, book: Book) -> None:
    games = tmp_path / "games.sgf"
    games.write_text(sgf("one", "two", GAME))
    with pytest.raises(BookError, match="'classic'"):
        learn_games(tmp_path / "learnt.txt", [games], "classic", Judge(), book, 5)
    assert not (tmp_path / "learnt.txt").exists()


def test_a_network_judges_and_the_book_that_is_built_knows_better(tmp_path: Path) -> None:
    """White plays on the first line while two of his stones are taken."""
    columns, moves = "ABCDEFGHJ", ["E5", "C3", "C4", "D3", "D4", "E3", "F3", "A9", "E2", "B9"]
    points = (f"{'abcdefghi'[columns.index(m[0])]}{'abcdefghi'[9 - int(m[1])]}" for m in moves)
    nodes = "".join(f";{'BW'[i % 2]}[{point}]" for i, point in enumerate(points))
    games, text, old = tmp_path / "game.sgf", tmp_path / "learnt.txt", tmp_path / "old.book"
    games.write_text(f"(;SZ[9]PB[opponent]PW[Keima]{nodes})")
    builder = BookBuilder()
    builder.add_line("9 E5 | C3")
    builder.save(old)
    command = ["book", "learn", str(text), str(games), "--player", "keima", "--net", "keima-9x9"]
    command += ["--visits", "8", "--from", str(old)]
    found = CliRunner().invoke(build_app("book"), command)
    assert found.exit_code == 0, found.output
    assert "1 games, 0 of them read before: 1 with a mistake" in found.output
    new = str(tmp_path / "new.book")
    command = ["book", "build", new, str(text), "--from", str(old)]
    built = CliRunner().invoke(build_app("book"), command)
    assert built.exit_code == 0, built.output
    game = Game(9)
    for move in text.read_text().partition(" |")[0].split()[1:]:
        game.play(move)
    rule = Book(new).find(game)
    assert rule is not None and game.name(rule.answers[0].move) != moves[len(game.moves)]
    assert Book(new).sizes()[9, 9] == 1 + sum("|" in line for line in text.open())
