"""The flat player: its values worked out again from recorded games, and moves that anyone would
find."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keima import Color, Engine, Game, Limit, _core
from keima.engine import Candidate, SearchResult

Draw = Callable[..., Game]
PROFILES = ["abramson:playouts=300", "brugmann:playouts=2000"]


def by_move(candidates: list[Candidate]) -> dict[str, Candidate]:
    return {candidate.move: candidate for candidate in candidates}


@pytest.mark.parametrize("color", [Color.BLACK, Color.WHITE])
@pytest.mark.parametrize("valuation", ["signed", "literal"])
def test_brugmann_values_from_the_games_themselves(color: Color, valuation: str) -> None:
    game = Game(7, komi=6.5)
    for move in ("D4", "E4", "E3", "D5"):
        game.play(move)
    engine = Engine("brugmann", playouts=400, seed=9, valuation=valuation)
    found = by_move(engine.search(game, color=color).candidates)

    raw: dict[str, float] = {}
    wins: dict[str, float] = {}
    games = _core.record_games(game.board, color, 400, seed=9)
    for point in range(game.area):
        scores = [
            (score - 6.5)
            for moves, score in games
            if next((c for c, p in moves if p == point), None) == color
        ]
        if not scores or not game.is_legal(point, color):
            continue
        s = -sum(scores) / len(scores)
        signed = s if color == Color.WHITE else -s
        raw[game.name(point)] = abs(s) if valuation == "literal" else signed
        won = sum(score > 0 for score in scores) / len(scores)
        wins[game.name(point)] = won if color == Color.BLACK else 1 - won

    assert set(found) == set(raw)
    least = min(raw.values())
    for name, value in raw.items():
        assert found[name].value == pytest.approx(value - least)
        assert found[name].winrate == pytest.approx(wins[name])
    best = max(raw.values())
    assert found[max(raw, key=lambda m: raw[m])].value == pytest.approx(best - least)


@pytest.mark.parametrize("spec", PROFILES)
def test_captures_a_big_group_in_atari(spec: str, position: Draw) -> None:
    game = position(
        ". X X X X X .",
        "X O O O O O X",
        "X O O O O O .",
        ". X X X X X O",
        ". O . . . O O",
        ". . O O . O .",
        ". . . . . . .",
    )
    assert Engine(spec, seed=1).search(game).move == "G5"


@pytest.mark.parametrize("spec", PROFILES)
def test_saves_its_own_big_group(spec: str, position: Draw) -> None:
    game = position(
        ". X X X X X .",
        "X O O O O O X",
        "X O O O O O .",
        ". X X X X X O",
        ". O . . . O O",
        ". . O O . O .",
        ". . . . . . .",
        to_play="white",
    )
    assert Engine(spec, seed=1).search(game).move == "G5"


def test_the_literal_valuation_of_who_is_behind_picks_the_worst_move(position: Draw) -> None:
    """What the sign is for: without it a side that is behind seeks the largest loss."""
    game = position(
        "O O O O O O .",
        "O . O . O . O",
        "O O O O O O O",
        "X X X X X X X",
        ". . . . . . .",
        ". . . O O . .",
        ". . . . . . .",
        to_play="black",
        komi=6.5,
    )
    signed = Engine("brugmann", seed=1, playouts=2000).search(game)
    literal = Engine("brugmann", seed=1, playouts=2000, valuation="literal").search(game)
    assert signed.score is not None
    assert literal.score is not None
    assert literal.score < signed.score - 3
    assert [c.move for c in literal.candidates] == [c.move for c in reversed(signed.candidates)]


@pytest.mark.parametrize("model", ["abramson", "brugmann"])
@pytest.mark.parametrize(("rules", "allowed"), [("chinese", True), ("tromp-taylor", False)])
def test_superko_holds_at_the_root(model: str, rules: str, allowed: bool, position: Draw) -> None:
    game = position(
        ". X O . .",
        "X . X O .",
        ". X O . .",
        ". . . . .",
        ". . . . .",
        to_play="white",
        rules=rules,
    )
    game.play("B4")  # takes the ko
    game.play("pass")
    game.play("pass")
    assert game.board.is_legal(game.parse("C4"), Color.BLACK)  # the simple ko is over
    result = Engine(model, playouts=100, seed=1).search(game, color="black")
    assert ("C4" in by_move(result.candidates)) == allowed
    forced = Engine(model, playouts=100, seed=1, passes="last").search(game, color="black")
    assert game.is_legal(forced.move, "black")


def test_resigns_only_if_allowed(position: Draw) -> None:
    game = position(
        "O O O O O",
        "O . O . O",
        "O O O O O",
        "O O O O .",
        "X . . . .",
    )
    assert Engine("brugmann", playouts=300, seed=1).search(game).move != "resign"
    result = Engine("brugmann", playouts=300, seed=1, resign_threshold=0.05).search(game)
    assert result.move == "resign"
    assert result.pv == []


def test_handicap_and_territory_are_counted_by_the_rules_of_the_game() -> None:
    engine = Engine("brugmann", playouts=500, seed=1)
    even, given = Game(9, komi=0.5), Game(9, komi=0.5)
    even.setup(black=["C3", "G7"], to_play="white")
    given.set_free_handicap(["C3", "G7"])
    # Chinese rules give White a point for each handicap stone.
    a, b = engine.search(even).score, engine.search(given).score
    assert a is not None
    assert b is not None
    assert b - a == pytest.approx(2)

    area, territory = Game(9, komi=0.5), Game(9, komi=0.5, rules="japanese")
    for game in (area, territory):
        game.play("E5")
    a, b = engine.search(area).score, engine.search(territory).score
    assert a is not None
    assert b is not None
    assert b - a == pytest.approx(1)  # Black's stone counts as area, not as territory


@pytest.mark.parametrize("profile", ["brugmann", "abramson"])
@pytest.mark.parametrize("every", [0.001, 0.05])
def test_it_can_be_stopped_however_often_it_reports(profile: str, every: float) -> None:
    """Batches so short that the core does not look up within one."""
    engine = Engine(profile, threads=1, seed=1)
    reports: list[SearchResult] = []

    def watch(done: int) -> None:
        if len(reports) >= 3:
            engine.stop()

    found = engine.search(
        Game(5), Limit(seconds=30), progress=watch, on_result=reports.append, every=every
    )
    assert found.seconds < 10 and found.playouts >= reports[-1].playouts > 0
