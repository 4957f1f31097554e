"""Proved positions: kept as text, found again when they are turned, and what follows from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keima._core import SOLVE_VERSION, GoSolver
from keima.colors import Color
from keima.game import Game
from keima.solve import moves, solve_go
from keima.solve.bounds import Question
from keima.solve.facts import Fact, Facts, key_of, nothing, shipped
from keima.solve.moves import Memory, MoveValues, relate, start_after
from keima.solve.start import Start, start_of
from keima.solve.tables import Tables

HEAD = "# keima: proved positions, Black to move\n"


def position(*rows: str, to_play: str = "black") -> Start:
    return start_of(Game.from_drawing(*rows, to_play=to_play))


def test_turned_mirrored_laid_down_and_with_the_colours_changed() -> None:
    facts = Facts()
    first = position("X . .", ". . .", to_play="white")
    assert facts.learn(first, "basic", Fact(-6, 2, -6, 4))
    assert facts.of(position(". . .", ". . X", to_play="white"), "basic").cap == 2
    assert facts.of(position(". .", ". .", "X .", to_play="white"), "basic").cap == 2
    swapped = facts.of(position(". . .", ". . O"), "basic")
    assert (swapped.lower, swapped.cap, swapped.floor, swapped.upper) == (-4, 6, -2, 6)
    assert facts.of(position("X . .", ". . ."), "basic") == nothing(6)
    assert facts.of(first, "japanese") == nothing(6)


def test_a_ko_is_part_of_a_position() -> None:
    ko = Game.from_drawing(". X O .", "X O . O", ". X O .", ". . . .", to_play="black")
    ko.play("C3")
    start = start_of(ko)
    free = Start(4, 4, start.black, start.white, start.to_play)
    assert start.ko_point >= 0 and key_of(start, "basic") != key_of(free, "basic")
    facts = Facts()
    facts.learn(start, "basic", Fact(-3, 5, -3, 16, 7, 99_999))
    again = Facts.read(facts.text())
    assert again.of(start, "basic").cap == 5 and again.of(free, "basic") == nothing(16)


def test_what_is_learned_is_joined_and_what_contradicts_is_refused() -> None:
    facts, start = Facts(), Start(3, 3)
    assert facts.learn(start, "basic", Fact(1, 9, 1, 9))
    assert not facts.learn(start, "basic", Fact(-9, 9, -9, 9, 30, 10))
    assert facts.learn(start, "basic", Fact(-9, 5, -9, 9))
    found = facts.of(start, "basic")
    assert (found.lower, found.cap) == (1, 5)
    with pytest.raises(ValueError, match="contradict"):
        facts.learn(start, "basic", Fact(-9, 0, -9, 9))
    assert facts.of(start, "basic") == found


def test_text_has_what_took_work_and_comes_back(tmp_path: Path) -> None:
    facts = Facts()
    facts.learn(position(". . .", ". X .", to_play="white"), "basic", Fact(1, 2, 1, 6, 9, 123_456))
    facts.learn(position("X . .", ". . .", to_play="white"), "basic", Fact(-6, 0, -6, 6, 3, 100))
    assert facts.text() == HEAD + "3x2 basic .O./... 0 -6 -1 -2 -1 9 123456\n"
    facts.save(tmp_path / "proved.txt")
    assert Facts.load(tmp_path / "proved.txt").text() == facts.text()
    assert len(Facts.load(tmp_path / "none.txt")) == 0


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("3x2 basic .../.O. 0 -6 -1 -2 -1 9", "9 words"),
        ("3x2 basic .../.O.. 0 -6 -1 -2 -1 9 1", "no position of 3x2"),
        ("3x2 ssk .../.O. 0 -6 -1 -2 -1 9 1", "no position"),
        ("3x2 basic .../.o. 0 -6 -1 -2 -1 9 1", "other points"),
        ("3x2 basic **./.O. 0 -6 -1 -2 -1 9 1", "other points"),
        ("3x2 basic .../.O. 0 -7 -1 -2 -1 9 1", "'-7' is no whole number"),
        ("3x2 basic .../.O. 0 2 -1 -2 -1 9 1", "contradict"),
        ("3x2 basic .../.O. 3 -6 -1 -2 -1 9 1", "contradict"),
        ("3x2 basic .../.O. 0 -6 -1 -2 -1 x 1", "'x'"),
        ("99x99 basic . 0 0 0 0 0 9 1", "'99'"),
        ("9x9 basic . 0 0 0 0 0 9 1", "too large"),
    ],
)
def test_other_texts_are_refused_with_their_line(line: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "proved.txt"
    file.write_text(f"{HEAD}{line}\n")
    with pytest.raises(ValueError, match="line 2: ") as refused:
        Facts.load(file)
    assert why in str(refused.value) and str(file) in str(refused.value)
    with pytest.raises(ValueError, match="first line"):
        Facts.read("hello\n")


def proved(start: Start, game: Game) -> Fact:
    """All of it, by a search of its own."""
    found = solve_go(start.width, start.height, position=game, megabytes=4)
    assert found.complete
    return Fact(found.lower, found.lower, found.upper, found.upper)


@pytest.mark.parametrize("played", [(), ("B1",), ("B1", "B2"), ("A1", "pass"), ("A1", "B1", "A2")])
def test_a_position_follows_from_its_moves_and_they_are_bound_by_it(
    played: tuple[str, ...],
) -> None:
    game = Game((3, 2), komi=0)
    for move in played:
        game.play(move)
    start = start_of(game)
    after = {}
    for move in game.legal_moves:
        next_game = game.copy()
        next_game.play(move)
        after[move] = start_after(game, move), proved(start_after(game, move), next_game)
    whole = proved(start, game)
    facts = Facts()
    for each, fact in after.values():
        facts.learn(each, "basic", fact)
    relate(facts, start, [each for each, _ in after.values()])
    assert facts.of(start, "basic") == whole
    # The other way each move is bound, and never wrongly.
    facts = Facts()
    facts.learn(start, "basic", whole)
    relate(facts, start, [each for each, _ in after.values()])
    for each, fact in after.values():
        told = facts.of(each, "basic")
        assert told.lower <= fact.lower <= told.cap and told.floor <= fact.upper <= told.upper
    bound = [facts.of(each, "basic") for each, _ in after.values()]
    if game.to_play is Color.BLACK:
        assert {(fact.cap, fact.upper) for fact in bound} == {(whole.cap, whole.upper)}
    else:
        assert {(fact.lower, fact.floor) for fact in bound} == {(whole.lower, whole.floor)}


def test_where_superko_forbids_moves_the_others_do_not_tell_all() -> None:
    facts, start = Facts(), Start(3, 2)
    [only] = [start_after(Game((3, 2), komi=0), "A1")]
    facts.learn(only, "basic", Fact(-6, -6, -6, -6))
    relate(facts, start, [only])
    assert facts.of(start, "basic") == nothing(6)


def test_what_is_known_is_not_searched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(moves, "BACKWARD_POINTS", 0)
    monkeypatch.setattr("keima.solve.facts.WORTH_KEEPING", 0)
    file = tmp_path / "proved.txt"
    memory = Memory(Facts(), file=file)
    values = MoveValues(Game(3, komi=0), memory=memory)
    while values.work():
        pass
    memory.save()
    known = MoveValues(Game(3, komi=0), memory=Memory(Facts(), file=file))
    assert not known.work() and known.worths == values.worths
    assert known.worths["B2"].value == 9 and known.worths["pass"].value == -9
    # After the best move nothing that White does saves a point: that follows.
    game = Game(3, komi=0)
    game.play("B2")
    after = MoveValues(game, memory=Memory(Facts(), file=file))
    assert not after.work() and {worth.value for worth in after.worths.values()} == {9}


def test_tables_are_kept_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Each move to its end: so nodes do not depend on the clock.
    monkeypatch.setattr(moves, "FIRST", 600.0)
    game = Game(4, komi=0)
    nodes = []
    for _ in range(2):
        memory = Memory(Facts(), Tables(tmp_path, 4))
        values = MoveValues(game, memory=memory)
        while values.worths["B2"].value is None and values.work():
            pass
        assert values.worths["B2"].value == 1
        nodes.append(memory.facts.of(start_after(game, "B2"), "basic").nodes)
        memory.save()
    assert nodes[1] < nodes[0] / 2
    assert any(tmp_path.iterdir())


def test_a_proof_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "FIRST", 0.02)
    game = Game(4, komi=0)
    memory = Memory(Facts(), Tables(tmp_path, 4))
    values = MoveValues(game, memory=memory)
    while values.worths["B2"].depth < 8:
        assert values.work()
    depths = {move: w.depth for move, w in values.worths.items() if w.value is None}
    assert "B2" in depths
    memory.save()
    again = MoveValues(game, memory=Memory(Facts(), Tables(tmp_path, 4)))
    assert {move: again.worths[move].depth for move in depths} == depths
    while again.work():
        pass
    assert again.worths["B2"].value == 1 and again.worths["A1"].value == -16


def test_another_file_in_the_place_of_proofs_is_refused(tmp_path: Path) -> None:
    own = json.dumps({"format": f"keima proofs {SOLVE_VERSION}", "proofs": 3})
    for text in ("hello", "[]", '{"format": "other"}', '{"format": "keima proofs 1"}', own):
        (tmp_path / "proofs.json").write_text(text)
        with pytest.raises(ValueError, match=r"proofs\.json is broken"):
            Memory(Facts(), Tables(tmp_path))


@pytest.mark.parametrize(
    ("size", "value", "best"), [((4, 4), 1, "B2"), ((5, 3), 15, "C2"), ((3, 5), 15, "B3")]
)
def test_what_comes_with_keima(size: tuple[int, int], value: int, best: str) -> None:
    """The values that van der Werf & Winands 2009 give, too."""
    memory = Memory(shipped())
    values = MoveValues(Game(size, komi=0), memory=memory)
    assert values.worths[best].value == value
    assert max(worth.value for worth in values.worths.values() if worth.value is not None) == value
    root = memory.facts.of(Start(*size), "basic")
    assert (root.lower, root.cap) == (value, value)


@pytest.mark.slow
def test_what_comes_with_keima_is_what_a_search_finds() -> None:
    """Of those that are whole, the smallest ones again."""
    lines = [line.split() for line in shipped().text().splitlines()[1:]]
    whole = [line for line in lines if line[3] == "0" and line[4] == line[5] == line[6] == line[7]]
    assert len(whole) > 5
    for board, ko, rows, _, value, *_ in sorted(whole, key=lambda line: int(line[-1]))[:5]:
        game = Game.from_drawing(*(" ".join(row) for row in rows.split("/")), to_play="black")
        width, height = map(int, board.split("x"))
        found = solve_go(width, height, ko=ko, position=game, megabytes=64, ends=False)
        assert (found.value, found.proved) == (int(value), True)


def test_proofs_that_contradict_one_another_are_found_out_wherever_they_meet() -> None:
    lines = "3x3 basic .../.../... 0 5 9 5 9 9 30000\n", "3x3 basic .../.../... 0 1 1 1 9 9 30000\n"
    one, other = (Facts.read(HEAD + line) for line in lines)
    with pytest.raises(ValueError, match="contradict one another"):
        one.take(other)
    assert one.text() == HEAD + lines[0]
    with pytest.raises(ValueError, match=r"line 3: two proofs .* contradict one another"):
        Facts.read(HEAD + lines[0] + lines[1])


def test_a_table_is_as_large_as_is_wanted() -> None:
    start, question = start_of(Game(3, komi=0)), Question()
    usual = Tables().lend(start, "basic", question)
    wanted = Tables(total=1, size=9).lend(start, "basic", question)
    assert (usual.entries, wanted.entries) == (entries(4), entries(9))


def entries(megabytes: int) -> int:
    return GoSolver(3, 3, megabytes=megabytes).entries


def test_a_broken_table_is_refused_and_left_alone(tmp_path: Path) -> None:
    game = Game((4, 3), komi=0)
    question = Question()
    tables = Tables(tmp_path)
    tables.lend(start_of(game), "basic", question).search(6, -1, 1)
    tables.save()
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    with pytest.raises(ValueError, match=file.name):
        Tables(tmp_path).lend(start_of(game), "basic", question)
    assert file.read_bytes() == whole[:-9]
