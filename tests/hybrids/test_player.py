"""GNU Go with Monte Carlo, through the engine."""

from pathlib import Path

import pytest

import keima
from keima.arena.play import play_game
from keima.arena.settings import Entrant, GameSettings, PlannedGame
from keima.colors import Color
from keima.hybrids.gnugo import GnuGo, Valuation
from keima.hybrids.strategies import highest, within
from keima.models.errors import CannotPlay

GNUGO = Entrant("gnugo", "gtp:gnugo --level 0 --never-resign --seed {seed}")
FAST = "playouts=300,threads=1,seed=5,gnugo_level=1"


def opening() -> keima.Game:
    game = keima.Game(9, komi=6.5)
    for move in ("E5", "E3", "C3", "G4", "G5"):
        game.play(move)
    return game


def values_of_gnugo(game: keima.Game) -> dict[int, float]:
    engine = GnuGo(level=1, seed=5)
    try:
        return engine.value_moves(game, Color(game.to_play)).values
    finally:
        engine.close()


@pytest.mark.parametrize("valuer", ["abramson", "brugmann", "classic"])
@pytest.mark.parametrize("profile", ["gnugo-first", "gnugo-best", "gnugo-weighted", "gnugo-range"])
def test_every_strategy_gives_legal_repeatable_moves(profile: str, valuer: str) -> None:
    game = opening()
    spec = f"{profile}:{FAST},valuer={valuer}"
    first, again = (keima.Engine(spec).search(game) for _ in range(2))
    assert first.move in game.legal_moves
    assert first.move == again.move


@pytest.mark.parametrize("valuer", ["classic:policy=uniform", "brugmann:eyes=usual"])
def test_a_valuer_may_have_parameters(valuer: str) -> None:
    engine = keima.Engine(f"gnugo-range:{FAST}", valuer=valuer)
    game = opening()
    assert engine.search(game).move in game.legal_moves
    assert keima.Engine(f"gnugo-range:{FAST},valuer={valuer}").search(game).move in game.legal_moves


def test_best_chooses_among_the_best() -> None:
    game = opening()
    allowed = highest(values_of_gnugo(game), 3)
    move = keima.Engine(f"gnugo-best:{FAST},best=3,blunder_check=0").search(game).move
    assert game.parse(move) in allowed


def test_range_chooses_within_the_range() -> None:
    game = opening()
    allowed = within(values_of_gnugo(game), 15)
    move = keima.Engine(f"gnugo-range:{FAST},range=15,blunder_check=0").search(game).move
    assert game.parse(move) in allowed


@pytest.mark.parametrize("spec", ["gnugo-range:range=0", "gnugo-best:best=1"])
def test_the_narrowest_choice_is_gnugos_best(spec: str) -> None:
    game = opening()
    values = values_of_gnugo(game)
    move = keima.Engine(f"{spec},{FAST}").search(game).move
    assert values[game.parse(move)] == max(values.values())


@pytest.mark.parametrize("measure", ["winrate", "score", "visits"])
def test_a_tree_search_reads_the_candidates_only(measure: str) -> None:
    game = opening()
    allowed = set(within(values_of_gnugo(game), 15))
    assert len(allowed) > 1
    engine = keima.Engine(f"gnugo-range:{FAST},range=15,valuer=matilda,measure={measure}")
    result = engine.search(game)
    assert {game.parse(c.move) for c in result.candidates} <= allowed
    assert game.parse(result.move) in allowed
    assert 0 <= (result.winrate or -1) <= 1
    assert result.playouts > 0


def test_a_tree_search_may_know_no_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them are pruned, or illegal for Keima: GNU Go's own choice is played."""
    game = keima.Game(5, komi=0.5)
    corner = game.parse("A1")
    game.setup(white=["A2", "B1"], to_play="black")  # a move in the corner is suicide
    valuation = Valuation(game.parse("C3"), {corner: 10.0, game.parse("E5"): 9.9})
    monkeypatch.setattr(GnuGo, "value_moves", lambda *_: valuation)
    monkeypatch.setattr("keima.hybrids.player.within", lambda *_: [corner, corner])
    assert keima.Engine(f"gnugo-range:{FAST},valuer=classic").search(game).move == "C3"


@pytest.mark.parametrize("profile", ["gnugo-best", "gnugo-weighted", "gnugo-range"])
def test_a_whole_game_with_a_tree_search(profile: str) -> None:
    tree = Entrant("tree", f"{profile}:playouts=60,gnugo_level=0,valuer=classic")
    plan = PlannedGame("t", 0, "m", tree, GNUGO, GameSettings(size=(5, 5), komi=0.5), seed=3)
    record = play_game(plan)
    assert not record.faults
    assert record.reason == "score"


def test_first_is_monte_carlo_then_gnugo() -> None:
    engine = keima.Engine(f"gnugo-first:{FAST},first=1")
    game = keima.Game(9, komi=6.5)
    assert engine.search(game).playouts == 300
    game.play("E5")
    assert engine.search(game).playouts == 0


def test_it_passes_when_gnugo_passes() -> None:
    game = keima.Game(5, komi=0.5)
    black = [f"{column}{row}" for column in "BD" for row in range(1, 6)]
    game.setup(black=black, to_play="white")
    assert keima.Engine(f"gnugo-range:{FAST}").search(game).move == "pass"


def test_19x19_works() -> None:
    game = keima.Game(19)
    result = keima.Engine(f"gnugo-range:{FAST}").search(game)
    assert result.move in game.legal_moves


def test_parameters_are_checked() -> None:
    with pytest.raises(ValueError, match="range must be a number from 0 to 100"):
        keima.Engine("gnugo-range:range=101")
    with pytest.raises(ValueError, match="unknown profile 'nobody'"):
        keima.Engine("gnugo-range:valuer=nobody")
    with pytest.raises(ValueError, match="unknown parameter 'luck'"):
        keima.Engine("gnugo-range:valuer=classic:luck=1")
    for valuer in ("gnugo-first", "gnugo-range:gnugo_level=1"):
        with pytest.raises(ValueError, match=f"valuer cannot be {valuer}, which asks GNU Go"):
            keima.Engine("gnugo-range", valuer=valuer)


def test_a_missing_gnugo_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(ValueError, match="GNU Go is needed and was not found; on Debian"):
        keima.Engine("gnugo-range")


@pytest.mark.parametrize("size", [25, (5, 7)])
def test_boards_that_gnugo_does_not_know(size: int | tuple[int, int]) -> None:
    engine = keima.Engine("gnugo-best:playouts=5")
    with pytest.raises(CannotPlay, match=r"GNU Go|gnugo"):
        engine.search(keima.Game(size))
    assert engine.search(keima.Game(5)).move


def test_a_gnugo_that_dies_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = keima.Engine("gnugo-best:playouts=5")
    with monkeypatch.context() as patched:
        broken = tmp_path / "gnugo"
        broken.write_text("#!/bin/sh\nexit 3\n")
        broken.chmod(0o755)
        patched.setattr("keima.hybrids.gnugo.gnugo_path", lambda: str(broken))
        with pytest.raises(CannotPlay, match="exit status 3"):
            engine.search(keima.Game(5))
    assert engine.search(keima.Game(5)).move
