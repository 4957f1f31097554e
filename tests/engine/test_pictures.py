import pickle
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import matplotlib
import pytest

from keima import Engine, Game, Limit
from keima.engine import Candidate, SearchResult
from keima.engine.pictures import BEST, MOST, OTHERS, caption, draw_result
from keima.engine.result import Position

matplotlib.use("Agg")


@pytest.fixture(scope="module")
def result() -> SearchResult:
    game = Game(5, komi=0.5)
    game.play("C3")
    return Engine("classic", threads=1, seed=1).search(game, Limit(playouts=60))


def drawn(moves: list[str], winrate: float | None = 0.5, score: float | None = 1.0) -> SearchResult:
    """A result with these candidates, each of half the visits of the one before."""
    candidates = [
        Candidate(move, 1024 >> place, winrate, score, 1.0) for place, move in enumerate(moves)
    ]
    position = Position((0,) * 25, 1, None)
    return SearchResult(
        moves[0], winrate, score, moves[:1], candidates, 1, 0.1, (5, 5), None, position=position
    )


def test_a_result_draws_itself(result: SearchResult) -> None:
    svg = result._repr_svg_()
    assert svg
    fills = [
        circle.get("fill") for circle in ElementTree.fromstring(svg).iter() if "r" in circle.attrib
    ]
    assert fills.count("#111") == 1 and fills.count("none") == 1, "the stone and its mark"
    assert fills.count(BEST) == 1 and f">{caption(result)}</text>" in svg


def test_every_way_to_a_result_knows_the_position() -> None:
    game = Game(3, komi=0.5)
    game.play("B2")
    for engine in (Engine("classic:solve_points=9", seed=1), Engine("brugmann", seed=1)):
        found = engine.search(game, Limit(playouts=20))
        assert found.position == Position((0, 0, 0, 0, 1, 0, 0, 0, 0), 2, 4)
        assert pickle.loads(pickle.dumps(found)).position == found.position
    game.play("pass")
    assert engine.search(game, Limit(playouts=20), "white").position == Position(
        (0, 0, 0, 0, 1, 0, 0, 0, 0), 2, None
    )


def test_what_is_shown_of_many_moves() -> None:
    found = drawn(["C3", "pass", "A1", "B1", "C1", "D1", "E1", "A5"])
    picture = draw_result(found)
    assert picture
    fills = [shape.fill for shape in picture.shapes if hasattr(shape, "radius")]
    assert fills.count(BEST) == 1 and fills.count(OTHERS) == 5, "no pass, nothing below a hundredth"
    assert MOST > 6


@pytest.mark.parametrize(
    "winrate, score, text",
    [(0.5, 1.0, "C3: 50 %, +1.0"), (None, -2.5, "C3: -2.5"), (None, None, "C3")],
)
def test_the_caption(winrate: float | None, score: float | None, text: str) -> None:
    assert caption(drawn(["C3"], winrate, score)) == text


def test_a_result_of_a_search_under_way_has_no_picture() -> None:
    under_way = replace(drawn(["C3"]), position=None)
    assert under_way._repr_svg_() is None
    with pytest.raises(ValueError, match="under way cannot be plotted"):
        under_way.plot()


def test_plots(result: SearchResult) -> None:
    from matplotlib import pyplot

    axes = result.plot()
    assert axes.get_title() == caption(result)
    assert [label.get_text() for label in axes.get_xticklabels()] == list("ABCDE")
    _, (left, right) = pyplot.subplots(1, 2)
    assert result.plot(right) is right and not left.patches and len(right.patches) > 20
    pyplot.close("all")


def test_without_matplotlib_the_error_says_what_to_install(result: SearchResult) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "matplotlib", None)
        with pytest.raises(ModuleNotFoundError, match=r"pip install 'keima\[plot\]'"):
            result.plot()


def test_nothing_heavy_is_imported_for_a_search() -> None:
    program = (
        "import sys, keima; "
        "keima.Engine('brugmann').search(keima.Game(3), keima.Limit(playouts=2)); "
        "print([name for name in ('matplotlib', 'numpy', 'html') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert found.stdout.strip() == "[]", found.stderr
