"""`keima analysis` as a program of its own."""

import json
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

KEIMA = str(Path(sys.executable).with_name("keima"))
SMALL = {"moves": [], "rules": "chinese", "boardXSize": 5, "boardYSize": 5, "komi": 0.5}


def run(*queries: Any, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """All answers to lines, given as text or as objects."""
    text = "".join((q if isinstance(q, str) else json.dumps(q)) + "\n" for q in queries)
    done = subprocess.run(
        [KEIMA, "analysis", "--threads", "1", "--seed", "1", "--playouts", "100", *options],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_response_has_katagos_fields() -> None:
    query = SMALL | {"id": "a", "includeOwnership": True, "includePolicy": True, "maxVisits": 200}
    (answer,) = run(query | {"analysisPVLen": 2})
    fields = {"id", "isDuringSearch", "moveInfos", "ownership", "policy", "rootInfo", "turnNumber"}
    assert set(answer) == fields
    assert (answer["id"], answer["isDuringSearch"], answer["turnNumber"]) == ("a", False, 0)
    assert set(answer["moveInfos"][0]) == {
        *("lcb", "move", "order", "prior", "pv", "scoreLead", "scoreMean", "scoreSelfplay"),
        *("utility", "utilityLcb", "visits", "winrate"),
    }
    assert {"currentPlayer", "symHash", "thisHash", "visits", "winrate"} <= set(answer["rootInfo"])
    assert answer["rootInfo"]["visits"] == 200, "all of them, decided or not"
    assert len(answer["ownership"]) == 25 and len(answer["policy"]) == 26
    assert sum(p for p in answer["policy"] if p >= 0) == pytest.approx(1, abs=1e-4)
    assert all(len(info["pv"]) <= 2 for info in answer["moveInfos"])


def test_visits_along_the_line_and_owners_after_each_move() -> None:
    """White has the board: whatever Black plays, the points are White's."""
    stones = [["W", f"{column}{row}"] for column in "BD" for row in range(1, 6)]
    query = SMALL | {"id": "a", "initialStones": stones, "initialPlayer": "B", "analysisPVLen": 3}
    wanted = {"includePVVisits": True, "includeMovesOwnership": True}
    views = [
        {"overrideSettings": {"reportAnalysisWinratesAs": view}} for view in ("BLACK", "WHITE")
    ]
    queries = (*(query | wanted | view for view in views), query)
    black, white, plain = run(*queries, options=("--profile", "classic"))
    assert "ownership" not in black and len(black["moveInfos"]) > 1
    for info, other in zip(black["moveInfos"], white["moveInfos"], strict=True):
        visits = info["pvVisits"]
        assert len(visits) == len(info["pv"]) <= 3 and visits[0] == info["visits"]
        assert visits == sorted(visits, reverse=True)
        assert len(info["ownership"]) == 25 and sum(info["ownership"]) < -5
        assert info["ownership"] == [-owner for owner in other["ownership"]]
    assert not {"pvVisits", "ownership"} & set(plain["moveInfos"][0])


def test_players_that_cannot_tell_leave_it_out() -> None:
    query = SMALL | {"id": "a", "includePVVisits": True, "includeMovesOwnership": True}
    (answer,) = run(query, options=("--profile", "brugmann"))
    assert not {"pvVisits", "ownership"} & set(answer["moveInfos"][0])


def test_each_turn_is_answered_and_symmetric_ones_are_known() -> None:
    moves = [["B", "A1"], ["W", "C3"]]
    turned = [["B", "E1"], ["W", "C3"]]
    turns = {"analyzeTurns": [0, 1, 2]}
    answers = run(SMALL | turns | {"id": "a", "moves": moves}, SMALL | {"id": "b", "moves": turned})
    assert [(a["id"], a["turnNumber"]) for a in answers] == [("a", 0), ("a", 1), ("a", 2), ("b", 2)]
    third, fourth = answers[2]["rootInfo"], answers[3]["rootInfo"]
    assert third["symHash"] == fourth["symHash"] and third["thisHash"] != fourth["thisHash"]


def test_perspectives() -> None:
    """White has the board."""
    stones = [["W", f"{column}{row}"] for column in "BD" for row in range(1, 6)]
    base = SMALL | {"initialStones": stones, "initialPlayer": "W", "includeOwnership": True}
    views = ("BLACK", "WHITE", "SIDETOMOVE")
    answers = run(
        *(base | {"id": v, "overrideSettings": {"reportAnalysisWinratesAs": v}} for v in views),
        base | {"id": "usual"},
    )
    rates = [answer["rootInfo"]["winrate"] for answer in answers]
    assert rates[0] == rates[3] < 0.1 and rates[1] == rates[2] > 0.9
    assert sum(answers[0]["ownership"]) < -10 and sum(answers[1]["ownership"]) > 10


def test_errors_stop_nothing() -> None:
    answers = run(
        "nonsense", "[1]", "", SMALL, SMALL | {"id": "x", "komi": "?"}, SMALL | {"id": "y"}
    )
    assert [set(a) for a in answers[:4]] == [
        {"error"},
        {"error"},
        {"error", "field"},
        {"error", "field", "id"},
    ]
    assert (answers[2]["field"], answers[3]["field"], answers[3]["id"]) == ("id", "komi", "x")
    assert answers[4]["id"] == "y" and answers[4]["moveInfos"]


@pytest.mark.parametrize(
    ("query", "field", "message"),
    [
        ({"overrideSettings": {"net": "/nowhere"}}, "overrideSettings", "there is no network file"),
        ({"overrideSettings": {"model": "/nowhere"}}, "overrideSettings", "cannot read /nowhere"),
        ({"boardXSize": 1}, None, "networks play on boards from 2x2 to 25x25, not 1x5"),
    ],
)
def test_what_only_the_player_can_refuse(
    query: dict[str, Any], field: str | None, message: str
) -> None:
    (answer,) = run(SMALL | {"id": "a"} | query, options=("--profile", "keima"))
    assert (answer["id"], answer["turnNumber"], answer.get("field")) == ("a", 0, field)
    assert answer["error"].startswith(message)


def test_warnings_come_first_and_the_query_is_answered() -> None:
    warning, answer = run(SMALL | {"id": "w", "strange": 1})
    assert warning == {"warning": "Unexpected or unused field", "field": "strange", "id": "w"}
    assert answer["moveInfos"]


def test_actions_echo() -> None:
    version, cache, models, wrong = run(
        {"id": "1", "action": "query_version", "x": [1]},
        {"id": "2", "action": "clear_cache"},
        {"id": "3", "action": "query_models"},
        {"id": "4", "action": "dance"},
    )
    assert set(version) == {"id", "action", "x", "version", "git_hash"}
    assert cache == {"id": "2", "action": "clear_cache"}
    assert models["models"] == []
    assert (wrong["field"], wrong["id"]) == ("action", "4")


def test_higher_priorities_come_first() -> None:
    long = SMALL | {"id": "first", "maxVisits": 20_000}
    rest = [SMALL | {"id": f"p{p}", "priority": p} for p in (1, 3, 2, 3)]
    ids = [answer["id"] for answer in run(long, *rest)]
    ids.remove("first")  # at once, or last if it had not begun when the others came
    assert ids == ["p3", "p3", "p2", "p1"]


def test_moves_to_consider() -> None:
    entry = {"player": "B", "moves": ["A1", "B2"], "untilDepth": 1}
    (answer,) = run(SMALL | {"id": "a", "allowMoves": [entry]})
    assert {info["move"] for info in answer["moveInfos"]} <= {"A1", "B2"}


def test_the_players_parameters_can_be_overridden() -> None:
    (answer,) = run(SMALL | {"id": "a", "overrideSettings": {"policy": "uniform", "maxVisits": 30}})
    assert answer["rootInfo"]["visits"] == 30


@pytest.mark.parametrize("profile", ["classic", "brugmann"])
def test_reports_on_the_way_and_termination(profile: str) -> None:
    endless = SMALL | {"id": "long", "maxVisits": 10**9, "reportDuringSearchEvery": 0.1}
    with subprocess.Popen(
        [KEIMA, "analysis", "--profile", profile, "--threads", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(endless) + "\n")
        first = json.loads(process.stdout.readline())
        assert first["isDuringSearch"] and first["id"] == "long"
        waits = SMALL | {"id": "waits", "analyzeTurns": [0]}
        process.stdin.write(json.dumps(waits) + "\n")
        time.sleep(0.1)
        for query in (
            {"id": "t1", "action": "terminate", "terminateId": "waits", "turnNumbers": [7]},
            {"id": "t2", "action": "terminate", "terminateId": "waits"},
            {"id": "t3", "action": "terminate_all"},
        ):
            process.stdin.write(json.dumps(query) + "\n")
        process.stdin.close()
        rest = [json.loads(line) for line in process.stdout]
        assert process.wait(60) == 0
    ends = [answer for answer in rest if not answer.get("isDuringSearch")]
    assert [answer["id"] for answer in ends] == ["t1", "t2", "waits", "t3", "long"]
    gone = {"id": "waits", "isDuringSearch": False, "noResults": True, "turnNumber": 0}
    assert ends[2] == gone
    assert ends[4]["rootInfo"]["visits"] >= first["rootInfo"]["visits"], "what was found is kept"


def test_the_end_of_the_input_can_end_it_all() -> None:
    endless = SMALL | {"id": "long", "maxVisits": 10**9}
    answers = run(endless, options=("--quit-without-waiting",))
    assert [answer["id"] for answer in answers] in (["long"], []), "begun or not"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--profile", "nobody"), "unknown profile"),
        (("--playouts", "0"), "playouts must be"),
        (("--threads", "x"), "threads must be"),
        (("--perspective", "red"), "invalid choice"),
    ],
)
def test_wrong_options(options: tuple[str, ...], message: str) -> None:
    done = subprocess.run(
        [KEIMA, "analysis", *options], input="", capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2 and message in done.stderr and done.stdout == ""


def test_an_interrupt_from_the_keyboard_ends_it_quietly() -> None:
    endless = SMALL | {"id": "long", "maxVisits": 10**9, "reportDuringSearchEvery": 0.05}
    with subprocess.Popen(
        [KEIMA, "analysis"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        # Whoever runs the tests in the background may have it ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(json.dumps(endless) + "\n")
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [KEIMA, "analysis", "--playouts", "10"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write((json.dumps(SMALL | {"id": "a"}) + "\nnonsense\n") * 3)
        process.stdin.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 0
