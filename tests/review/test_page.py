import re
from collections.abc import Callable
from html.parser import HTMLParser
from xml.etree import ElementTree

from keima import sgf
from keima.review.found import Found
from keima.review.graph import graph
from keima.review.moves import Threshold
from keima.review.page import Row, html_page, index_page
from keima.review.record import read_record
from keima.review.run import Review

VOID = {"meta"}


class Balanced(HTMLParser):
    """Fails for a tag that is closed in the wrong place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(page: str) -> str:
    parser = Balanced()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return " ".join(parser.words)


def test_the_page_has_players_mistakes_and_boards(review: Review) -> None:
    page = html_page(review)
    words = read(page)
    assert "Ann (5k) - Bob" in words and "result B+R" in words
    assert "Move 2, W A1" in words and "8.0 points" in words and "Better: C3 G7 pass" in words
    assert "The cross is what was played" in words
    assert page.count('class="card"') == 1 and 'id="move-2"' in page
    assert 'href="#move-2"' in page, "from the graph to the mistake"


def test_it_needs_nothing_but_itself(review: Review) -> None:
    page = html_page(review)
    assert "<script" not in page and "<link" not in page and "<img" not in page
    addresses = re.findall(r"https?://[^\"' ]+", page)
    assert set(addresses) <= {"http://www.w3.org/2000/svg"}


def test_names_cannot_break_it(found_of: Callable[..., Found]) -> None:
    [tree] = sgf.parse('(;SZ[9]PB[<script>alert(1)</script>]PW[a & "b"]EV[<b>];B[ee];W[ee])')
    review = Review(
        read_record(tree),
        {"profile": "<p>", "network": None, "playouts": 1, "seconds": None},
        {0: found_of(0, "B", 0.5, 0.0, "E5")},
    )
    page = html_page(review)
    assert "<script" not in page and "<b>," not in page
    assert "white cannot play E5" in read(page)


def test_no_mistakes(review: Review) -> None:
    calm = Review(review.record, review.analysis, review.found, Threshold(50.0))
    assert "No move lost 50 points or more." in read(html_page(calm))


def test_a_game_of_which_nothing_is_known(found_of: Callable[..., Found]) -> None:
    record = read_record(sgf.parse("(;SZ[9];B[];W[])")[0])
    review = Review(record, {"profile": "p", "network": None, "playouts": 1, "seconds": None}, {})
    assert "<svg" not in html_page(review)


def test_the_graph_is_drawn_from_the_values(review: Review) -> None:
    drawn = ElementTree.fromstring(graph(review))
    curves = [p.attrib["d"] for p in drawn.iter("path") if p.attrib.get("class") == "curve"]
    assert [curve.count("L") for curve in curves] == [3, 3], "four positions, two panels"
    dots = [a for a in drawn.iter("a") if "dot" in a.attrib["class"]]
    assert [len(list(dot.iter("circle"))) for dot in dots] == [2]
    columns = [r for r in drawn.iter("rect") if r.attrib.get("class") == "column"]
    assert columns[2].findtext("title") == "move 2, W A1: Black 90 %, B+8.5"


def test_a_graph_without_scores(review: Review, found_of: Callable[..., Found]) -> None:
    found = {n: found_of(n, "B", 0.1 * n, None, "E5") for n in range(4)}
    drawn = ElementTree.fromstring(graph(Review(review.record, review.analysis, found)))
    assert sum(p.attrib.get("class") == "curve" for p in drawn.iter("path")) == 1


def test_names_of_files_that_are_no_text(review: Review) -> None:
    plays = review.plays["B"], review.plays["W"]
    page = index_page("games", [Row("x", "a", "b", "", plays, "\udcff.html")])
    assert 'href="%FF.html"' in page
