import io
import json
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from rich.console import Console

from keima.arena.page import html_page
from keima.arena.plots import Bar, course, histogram, interval_plot
from keima.arena.records import Fault, GameRecord
from keima.arena.report import Report
from keima.arena.settings import Entrant, GameSettings
from keima.arena.statistics import Sprt, Tally, agresti_coull, relative_strength, wilson
from keima.arena.tables import print_report
from keima.arena.tournament import Tournament, round_robin

NAMES = ("a<b>", "b & c", "[c]")


def records(games: int = 10) -> list[GameRecord]:
    """The earlier name wins three games of four, whatever the colour; the last game is void."""
    players = [Entrant(name, "brugmann") for name in NAMES]
    tournament = Tournament("test", tuple(round_robin(players, games, GameSettings((5, 5)))), 1)
    found = []
    for plan in tournament.plans():
        better = min(plan.black.name, plan.white.name, key=NAMES.index)
        wins = plan.index // 3 % 4 != 3
        black = (plan.black.name == better) == wins
        result = "B+2" if black else "W+R"
        found.append(
            GameRecord(
                plan,
                result,
                "score" if black else "resign",
                ("C3",) * (10 + plan.index),
                (0.25,) * (10 + plan.index),
                (0.125,) * (10 + plan.index),
                faults=(Fault("W", "stray", "<said> [too] much"),) if plan.index == 4 else (),
                counts={"B": "B+2", "W": "B+3"} if plan.index == 5 else {},
            )
        )
    last = found[-1]
    found[-1] = GameRecord(last.plan, "Void", "void", (), faults=(Fault("", "worker", "died"),))
    return found


def test_matches_are_counted_for_their_first_player() -> None:
    data = Report("test", records()).to_json()
    first = data["matches"][0]
    assert (first["a"], first["b"], first["games"]) == ("a<b>", "b & c", 10)
    assert (first["wins_a"], first["wins_b"], first["draws"]) == (8, 2, 0)
    tally = Tally(8, 2)
    assert first["rate_a"] == 0.8
    assert first["ci95"] == list(wilson(tally))
    assert first["agresti_coull"] == list(agresti_coull(tally))
    assert first["relative_strength"][:2] == list(relative_strength(tally))[:2]
    assert first["relative_strength"][2] is None  # infinite
    assert first["a_black"]["won"] + first["a_white"]["won"] == 8
    assert data["matches"][2]["games"] == 9


def test_totals() -> None:
    data = Report("test", records()).to_json()
    assert (data["games"], data["void"], data["faults"], data["disagreements"]) == (30, 1, 2, 1)
    assert data["faults_by_kind"] == {"stray": 1, "worker": 1}
    assert data["length"]["min"] == 10
    assert data["reasons"]["void"] == 1
    players = {player["name"]: player for player in data["players"]}
    assert players["a<b>"]["seconds_per_move"] == 0.25
    assert players["a<b>"]["cpu_per_move"] == 0.125
    assert sum(player["points"] for player in players.values()) == 29
    cross = data["cross_table"]
    assert cross["a<b>"]["b & c"] == [8, 10]
    assert cross["b & c"]["a<b>"] == [2, 10]


def test_ratings_are_in_the_right_order() -> None:
    ratings = Report("test", records()).to_json()["ratings"]
    assert [player["name"] for player in ratings["players"]] == list(NAMES)
    assert ratings["prior"] is None


def test_who_has_won_everything_gets_a_rating_by_a_prior() -> None:
    games = [r for r in records() if r.plan.match == "a<b> - b & c" and r.plan.index // 3 % 4 != 3]
    data = Report("test", games).to_json()
    assert data["ratings"]["prior"] == 1000
    assert data["matches"][0]["elo"] is None
    json.dumps(data, allow_nan=False)


def test_a_test_is_reported_as_it_was_decided() -> None:
    data = Report("test", records(100), Sprt(0, 100)).to_json()
    test = data["matches"][0]["sprt"]
    assert test["verdict"] == "H1"
    assert test["games"] < 100


def test_no_games_make_an_empty_report() -> None:
    report = Report("test", [])
    assert report.to_json()["ratings"] is None
    print_report(report, Console(file=io.StringIO()))
    assert "<h1>test</h1>" in html_page([report])


def test_the_text_has_all_parts() -> None:
    stream = io.StringIO()
    print_report(Report("test", records(), Sprt(0, 100)), Console(file=stream, width=200))
    text = stream.getvalue()
    for part in ("a<b> - b & c", "80.0%", "Wilson", "Agresti", "relative", "rating", "8/10"):
        assert part in text
    assert "Faults: stray 1, worker 1" in text
    assert "<said> [too] much" in text


def test_the_page_is_self_contained_and_well_formed() -> None:
    page = html_page([Report("<test>", records())])
    assert "<test>" not in page
    assert "&lt;said&gt; [too] much" in page
    assert "<script" not in page
    assert "http" not in page
    assert page.count("<figure>") == 5

    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag != "meta":
                open_tags.append(tag)

        def handle_startendtag(self, tag: str, attrs: object) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Checker().feed(page)
    assert not open_tags


@pytest.mark.parametrize(
    "svg",
    [
        interval_plot([Bar("x", 1.0, 1.0, 1.0)], title="<one>"),
        interval_plot([Bar("x", 1.0, float("-inf"), float("inf"))], title="x", percent=True),
        histogram([5, 5, 5], title="all alike", unit="moves"),
        histogram([1, 1000], title="far apart", unit="moves"),
        course([("one", [Bar("", 1.0, 0.2, 1.0)])], title="one game"),
        course([(f"<{i}>", [Bar("", 1.0, 0.2, 1.0)]) for i in range(20)], title="many"),
    ],
)
def test_plots_are_well_formed(svg: str) -> None:
    ElementTree.fromstring(svg)
    assert "nan" not in svg


def test_several_courses_have_a_legend() -> None:
    line = [Bar("", 1.0, 0.2, 1.0)]
    assert "legend" not in course([("one", line)], title="x")
    several = course([(f"match {i}", line) for i in range(20)], title="x")
    figure = ElementTree.fromstring(several)
    assert ["".join(li.itertext()) for li in figure.iter("li")] == [f"match {i}" for i in range(20)]
    swatches = [svg.get("class") for li in figure.iter("li") for svg in li.iter("svg")]
    assert len(set(swatches)) == 18  # colours, dashed, dotted


def test_long_names_stay_apart() -> None:
    long = "a player with a name that is far too long for the room there is, number"
    bars = [Bar(f"{long} {i} - {long} {j}", 0.5, 0.4, 0.6) for i in range(3) for j in range(3)]
    plot = ElementTree.fromstring(interval_plot(bars, title="x"))
    labels = [t.text or "" for t in plot.iter("text") if t.get("text-anchor") == "end"][1:]
    assert len(set(labels)) == 9
    assert max(map(len, labels)) <= 33


def test_everything_is_inside_the_picture() -> None:
    for svg in (
        interval_plot([Bar("x", 1.0, 0.5, 1.5)], title="x", unit="Elo"),
        histogram([1, 2, 3], title="x", unit="moves"),
    ):
        [picture] = ElementTree.fromstring(svg).iter("svg")
        height = float(picture.get("viewBox", "").split()[3])
        assert max(float(t.get("y", "0")) for t in picture.iter("text")) < height
