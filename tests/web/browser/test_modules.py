"""Modules of the page that need no server, each asked directly."""

import re
from importlib.resources import files

import pytest


@pytest.fixture(scope="module")
def ask(browser, address):
    """Runs an expression with a module of the page as `m`."""
    page = browser.new_page()
    page.goto(f"{address}icon.svg")
    yield lambda module, expression, argument=None: page.evaluate(
        f"async (a) => {{ const m = await import('/{module}'); return ({expression}); }}", argument
    )
    page.close()


def test_all_modules_are_loaded_at_once():
    static = files("keima.web") / "static"
    names = {path.name for path in static.iterdir() if path.name.endswith(".js")}
    told = set(re.findall(r'(?:href|src)="([\w-]+\.js)"', (static / "index.html").read_text()))
    assert told == names


def test_points_have_names(ask):
    assert ask("points.js", "[m.nameOf(0, 19, 19), m.nameAt(8, 18, 19)]") == ["A19", "J1"]
    assert ask("points.js", "m.indexOf('J1', 9, 9)") == 80
    assert ask("points.js", "[m.indexOf('pass', 9, 9), m.indexOf('K1', 9, 9)]") == [-1, -1]


@pytest.mark.parametrize(
    ("size", "count"),
    [((19, 19), 9), ((13, 13), 5), ((9, 9), 5), ((5, 5), 1), ((4, 9), 0), ((1, 1), 1)],
)
def test_star_points(ask, size, count):
    assert len(ask("points.js", "m.stars(...a)", list(size))) == count


NODES = [[0, -1, "", "", 0], [1, 0, "B", "C3", 0], [2, 1, "W", "C4", 0], [3, 1, "W", "D4", 0]]
NODES += [[4, 3, "B", "D3", 0], [5, 0, "B", "A1", 0]]
TREE = {"tree_version": 1, "nodes": NODES}


def test_the_line_goes_through_the_variation_last_looked_at(ask):
    line = "(r => (r.choose(4), r.line(1).map(n => n.id)))(new m.Record(a))"
    assert ask("record.js", line, TREE) == [0, 1, 3, 4]
    assert ask("record.js", "new m.Record(a).line(1).map(n => n.id)", TREE) == [0, 1, 2]


def test_variations_are_found_from_within_them(ask):
    inside = "(r => [r.sibling(r.get(4), -1)?.id, r.sibling(r.get(4), 1)])(new m.Record(a))"
    assert ask("record.js", inside, TREE) == [2, None]


def test_no_two_nodes_stand_in_the_same_place(ask):
    places = """(async () => {
      const { Record } = await import('/record.js');
      const r = new Record(a);
      const { rows } = m.layOut(r);
      return [rows, ...[...r.nodes.values()].map(n => [n.depth, n.row])];
    })()"""
    rows, *found = ask("tree-layout.js", f"await {places}", TREE)
    assert len({tuple(place) for place in found}) == len(NODES)
    assert found[:3] == [[0, 0], [1, 0], [2, 0]]
    assert rows == 3


@pytest.mark.parametrize(
    ("bounds", "sign", "text"),
    [
        ((None, None), 1, "?"),
        ((3, None), 1, "≥+3"),
        ((None, -1), 1, "≤-1"),
        ((None, -1), -1, "≥+1"),
        ((3, None), -1, "≤-3"),
        ((1, 4), 1, "+1…+4"),
        ((-4, 3), -1, "-3…+4"),
        ((-4, 20), 1, "≥-4"),
    ],
)
def test_bounds_are_told_as_the_side_to_move_sees_them(ask, bounds, sign, text):
    told = "m.texts.solve.bound({ lower: a[0], upper: a[1] }, a[2])"
    assert ask("texts.js", told, [*bounds, sign]) == text.replace("-", "\N{MINUS SIGN}")


def test_mistakes_are_those_of_the_one_who_moved(ask):
    found = """(async () => {
      const { Record } = await import('/record.js');
      const values = new Map([[0, [0.5, 0]], [1, [0.3, -4]], [2, [0.9, 10]]]);
      return m.mistakesOf(new Record(a).line(2), values).map(x => [x.node.id, x.points]);
    })()"""
    assert ask("mistakes.js", f"await {found}", TREE) == [[2, 14], [1, 4]]


@pytest.mark.parametrize(
    ("clock", "elapsed", "shown"),
    [
        ({"main": 60, "periods": 3, "period": 30}, 10, [50, 3, True]),
        ({"main": 60, "periods": 3, "period": 30}, 70, [20, 3]),
        ({"main": 0, "periods": 3, "period": 12}, 20, [22, 2]),
        ({"main": 0, "periods": 1, "period": 12}, 20, [0, 1]),
        ({"main": 5, "periods": 0, "period": 0}, 20, [0, 0]),
    ],
)
def test_clocks_run(ask, clock, elapsed, shown):
    run = "Object.values(m.shownTime(a[0], 30, a[1]))"
    assert ask("players.js", run, [clock, elapsed]) == shown


def test_lines_show_the_first_move_of_a_point(ask):
    line = (
        "m.lineItems(['A1', 'B2', 'pass', 'A1', 'C3'], 'W').map(x => [x.point, x.color, x.number])"
    )
    assert ask("overlays.js", line) == [["A1", "W", 1], ["B2", "B", 2], ["C3", "W", 5]]


def test_win_rates_of_candidates_are_those_of_the_side_to_move(ask):
    rows = [
        {"move": "A1", "visits": 90, "winrate": 0.3},
        {"move": "B2", "visits": 9, "winrate": 0.5},
    ]
    items = "m.candidateItems(a, 10).map(x => [x.point, x.text, x.grade])"
    found = ask("overlays.js", items, {"to_play": "W", "moves": rows})
    assert found == [["A1", "70", "best"], ["B2", "50", "poor"]]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("B+3.5", "Black wins by 3.5 points"),
        ("W+R", "White wins by resignation"),
        ("B+T", "Black wins on time"),
        ("W+1", "White wins by 1 point"),
        ("0", "a draw"),
    ],
)
def test_results_in_words(ask, result, words):
    assert ask("texts.js", "m.texts.result(a)", result) == words


def test_records_in_other_encodings_are_read(ask):
    text = "(;CA[GB18030]PB[古力])"
    found = ask("files.js", "m.decode(new Uint8Array(a))", list(text.encode("gb18030")))
    assert found == text
    plain = "(;PB[José])"
    assert ask("files.js", "m.decode(new Uint8Array(a))", list(plain.encode("utf-8"))) == plain
