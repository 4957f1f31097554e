"""Reviewing on the page: records, trees and live analysis."""

import re

from playwright.sync_api import expect

# Three variations after the fourth move, one of them with two ends; names and comments that would
# be markup if the page took them for it.
RECORD = (
    "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7]PB[<img src=x onerror=alert(1)>]PW[Bo]C[<b>Hello</b>]"
    ";B[ee];W[ge];B[gd];W[fd]"
    "(;B[gf]C[The hane.]TR[gf]LB[hd:A];W[gc](;B[hd];W[fe])(;B[hc]))"
    "(;B[fe];W[gc];B[hd])"
    "(;B[gc];W[he]))"
)


def dropped(page, text, name="game.sgf"):
    """A file falls on the page."""
    transfer = page.evaluate_handle(
        """([text, name]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], name));
          return transfer;
        }""",
        [text, name],
    )
    for event in ("dragenter", "dragover", "drop"):
        page.dispatch_event("body", event, {"dataTransfer": transfer})


def carried(page, path):
    """A file is carried over the page as from the desktop; it falls with the last event."""
    devtools = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}

    def event(kind):
        devtools.send("Input.dispatchDragEvent", {"type": kind, "x": 400, "y": 300, "data": data})

    event("dragEnter")
    event("dragOver")
    expect(page.locator("#veil")).to_be_visible()
    event("drop")
    devtools.detach()


def opened(desk, text=RECORD):
    board = desk().open({"width": 9, "height": 9, "players": {}})
    before = board.ident
    dropped(board.page, text)
    expect(board.page).not_to_have_url(re.compile(re.escape(before)))
    board.ready()
    return board


def test_all_marks_are_as_dark(desk):
    board = desk().open({"sgf": "(;SZ[5]AW[aa][bb][cc][dd]TR[aa]SQ[bb]CR[cc]MA[dd])"})
    looks = "node => (s => s.stroke + s.strokeOpacity)(getComputedStyle(node.firstChild))"
    found = [mark.evaluate(looks) for mark in board.page.locator("[data-mark]").all()]
    assert found == ["rgb(17, 17, 17)1"] * 4


def test_a_dropped_record_is_walked_with_its_variations(desk):
    board = opened(desk)
    page = board.page
    expect(page.locator("#panel-review")).to_be_visible()
    expect(page.locator("[data-node]")).to_have_count(15)
    board.at_move("0 / 8")
    expect(page.locator("#comment")).to_have_value("<b>Hello</b>")
    expect(page.locator(".player-name").first).to_have_text("<img src=x onerror=alert(1)>")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    board.at_move("5 / 8")
    board.stone("G4", "black")
    expect(page.locator('.mark.triangle[data-mark="G4"]')).to_be_visible()
    expect(page.locator('.mark.label[data-mark="H6"]')).to_have_text("A")
    expect(page.locator("#comment")).to_have_value("The hane.")
    page.keyboard.press("ArrowDown")
    board.at_move("5 / 7")
    board.stone("F5", "black")
    board.no_stone("G4")
    page.keyboard.press("End")
    board.at_move("7 / 7")
    # From within a variation up leads to the one above.
    page.keyboard.press("ArrowUp")
    board.stone("G4", "black")
    page.locator("[data-node]").last.click()
    expect(page.locator(".tree-node.here")).to_have_count(1)


def test_a_file_from_the_desktop_is_dropped(desk, sgf):
    board = desk().open({"width": 9, "height": 9, "players": {}})
    carried(board.page, sgf(RECORD))
    board.at_move("0 / 8")
    expect(board.page.locator("#veil")).to_be_hidden()
    expect(board.page.locator("#panel-review")).to_be_visible()
    expect(board.page.locator("#comment")).to_have_value("<b>Hello</b>")
    assert board.page.evaluate("document.querySelectorAll('main img, main b').length") == 0


def test_a_record_that_cannot_be_played_says_where(desk):
    board = desk().open({"sgf": "(;SZ[5];B[cc];W[cc];B[bb])"})
    board.page.keyboard.press("End")
    board.at_move("3 / 3")
    board.says("The record goes no further, move 2")
    board.stones(1)


def test_a_file_is_opened_and_saved(desk, sgf):
    board = desk().open({"width": 9, "height": 9, "players": {}})
    board.page.set_input_files("#file", sgf(RECORD))
    board.at_move("0 / 8")
    with board.page.expect_download() as download:
        board.page.locator("#save").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert text.count("(") == RECORD.count("(")
    assert "The hane." in text


def test_what_is_no_record_is_refused(desk):
    board = desk().open({"width": 9, "height": 9, "players": {}})
    before = board.ident
    dropped(board.page, "hello", "notes.txt")
    expect(board.page.locator("#toasts")).to_contain_text(
        "notes.txt does not look like an SGF file"
    )
    assert board.ident == before


def test_variations_are_made_promoted_and_removed(desk):
    board = opened(desk)
    page = board.page
    page.keyboard.press("ArrowRight")
    board.at_move("1 / 8")
    board.play("C3")
    board.at_move("2 / 2")
    expect(page.locator("[data-node]")).to_have_count(16)
    page.locator("#comment").fill("A quiet move.")
    page.locator("#promote").click()
    expect(page.locator("#promote")).to_be_disabled()
    expect(page.locator(".tree-node.commented.here")).to_have_count(1)
    assert board.state()["comment"] == "A quiet move."
    page.locator("#remove").click()
    page.locator("#remove-yes").click()
    expect(page.locator("[data-node]")).to_have_count(15)
    board.at_move("1 / 8")


def test_live_analysis_starts_follows_and_stops_with_what_it_found(desk):
    board = desk().open({"sgf": "(;SZ[7]KM[7];B[dd];W[de];B[ce])"})
    page = board.page
    board.tab("review")
    page.locator("#analysis-profile").select_option("classic")
    page.locator("#analyse").click()
    candidates = page.locator("[data-candidate]")
    expect(candidates.first).to_be_visible()
    expect(page.locator("#analysis-summary")).to_contain_text("classic")
    best = page.locator("#candidate-table tr.best")
    # The line of a candidate is shown while the mouse is on it.
    best.hover()
    expect(page.locator('[data-line="1"]')).to_be_visible()
    page.mouse.move(2, 400)
    expect(page.locator("[data-line]")).to_have_count(0)
    # It follows the game.
    page.keyboard.press("ArrowRight")
    board.at_move("1 / 3")
    expect(candidates.first).to_be_visible()
    expect(page.locator("#candidate-table thead")).to_contain_text("White wins")
    page.locator("#analyse").click()
    expect(page.locator("#analyse")).to_have_text("Analyse")
    expect(candidates.first).to_be_visible()
    page.locator("#view").select_option("ownership")
    expect(page.locator("[data-owner]").first).to_be_attached()
    page.locator("#view").select_option("visits")
    expect(page.locator("[data-heat]").first).to_be_visible()
    # What was found at a node is there again when one comes back.
    page.locator("#view").select_option("moves")
    page.locator("#nav-back").click()
    board.at_move("0 / 3")
    expect(candidates.first).to_be_visible()


def test_the_graph_of_a_whole_game(desk):
    board = desk().open({"sgf": "(;SZ[5]KM[5];B[cc];W[cd];B[bd];W[ea];B[dd])"})
    page = board.page
    board.tab("review")
    expect(page.locator("#whole-bar")).to_be_hidden()
    page.locator("#analysis-profile").select_option("brugmann")
    page.locator("#analyse-all").click()
    expect(page.locator("#analyse")).to_have_text("Analyse")
    expect(page.locator("#whole-bar")).to_be_hidden()
    expect(page.locator("#whole-bar")).to_have_attribute("max", "6")
    curve = page.locator(".plot-curve").first
    expect(curve).to_have_attribute("d", re.compile(r"^M[^L]*(L[^L]*){5}$"))
    box = page.locator(".plot").first.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 9, box["y"] + 30)
    board.at_move("5 / 5")


def test_mistakes_are_listed_and_marked(desk):
    # Who has the middle of such a board has all of it, and Black leaves it to White.
    board = desk().open({"sgf": "(;SZ[5]KM[0];B[aa];W[cc];B[cb];W[bb])"})
    page = board.page
    board.tab("review")
    expect(page.locator('.next-move.black[data-next="A5"]')).to_have_count(1)
    page.locator("#analysis-profile").select_option("classic")
    page.locator("#analyse-all").click()
    mistake = page.locator(".mistakes button").first
    expect(mistake).to_be_visible()
    expect(page.locator("#analyse")).to_have_text("Analyse")
    # What was found of the position that is shown is there, too.
    expect(page.locator("#candidate-table")).to_be_visible()
    expect(mistake).to_contain_text("1. Black A5")
    expect(page.locator(".plot-marks path").first).to_be_attached()
    page.keyboard.press("End")
    board.at_move("4 / 4")
    mistake.click()
    board.at_move("0 / 4")


def test_the_end_of_a_game_is_no_mistake(desk):
    board = desk().open({"sgf": "(;SZ[5]KM[0];B[cc];W[bb];B[];W[])"})
    page = board.page
    page.keyboard.press("End")
    board.at_move("4 / 4")
    board.tab("review")
    page.locator("#analysis-profile").select_option("brugmann")
    page.locator("#analyse").click()
    expect(page.locator("#view-note")).to_contain_text("The game has ended here")
    expect(page.locator("#analyse")).to_have_text("Stop")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#candidate-table")).to_be_visible()
    expect(page.locator("#view-note")).to_be_hidden()
    page.locator("#analyse-all").click()
    expect(page.locator("#analyse")).to_have_text("Analyse")
    expect(page.locator(".mistakes")).not_to_contain_text("4. White pass")


def test_analysis_says_that_it_has_begun(desk):
    board = desk().open({"width": 9, "height": 9, "players": {}})
    page = board.page
    board.tab("review")
    seen = page.evaluate_handle(
        """() => {
          const seen = [];
          const box = document.querySelector("#panel-review .empty");
          const what = { attributes: true, childList: true, characterData: true, subtree: true };
          new MutationObserver(() => box.hidden || seen.push(box.textContent)).observe(box, what);
          return seen;
        }"""
    )
    page.locator("#analysis-profile").select_option("classic")
    page.locator("#analyse").click()
    expect(page.locator("#candidate-table")).to_be_visible()
    assert any(words.startswith("Analysing") for words in seen.json_value())


def test_two_pages_analyse_one_game(desk):
    moves = "".join(f";{'BW'[i % 2]}[{'acegi'[i % 5]}{'bdfh'[i // 5]}]" for i in range(20))
    first = desk().open({"sgf": f"(;SZ[9]KM[7]{moves})"})
    second = desk().visit(first.ident)
    for board in (first, second):
        board.tab("review")
        board.page.locator("#analysis-profile").select_option("classic")
        # Every count that is shown, however short.
        board.page.evaluate(
            """() => {
              const note = document.getElementById("view-note");
              window.counts = [];
              new MutationObserver(() => {
                const found = /(\\d+) of (\\d+) positions/.exec(note.textContent);
                if (found) window.counts.push([Number(found[1]), Number(found[2])]);
              }).observe(note, { childList: true, characterData: true, subtree: true });
            }"""
        )
    for board in (first, second):
        board.page.locator("#analyse-all").click()
    shown = []
    for board in (first, second):
        expect(board.page.locator(".plot-curve").first).to_have_attribute(
            "d", re.compile(r"^M[^L]*(L[^L]*){20}$")
        )
        expect(board.page.locator("#analyse")).to_have_text("Analyse")
        counts = board.page.evaluate("window.counts")
        assert all(done <= of == 21 for done, of in counts)
        assert counts == sorted(counts)
        shown += counts
    assert shown  # by the first at least; the other may find all of it done


def test_a_view_that_a_player_has_not_is_one_click_away(desk):
    board = desk().open({"sgf": "(;SZ[7]KM[7];B[dd];W[de];B[ce])"})
    page = board.page
    board.tab("review")
    page.locator("#analysis-profile").select_option("classic")
    page.locator("#view").select_option("criticality")
    expect(page.locator("#view-note")).to_have_text("Start the analysis to see this.")
    page.locator("#analyse").click()
    expect(page.locator("#view-note")).to_have_text("classic has no Criticality view.")
    page.locator("#view-other").click()
    expect(page.locator("[data-heat]").first).to_be_visible()
    expect(page.locator("#analysis-profile")).to_have_value("matilda")
    expect(page.locator("#view-other")).to_be_hidden()
    for view in ("rave", "policy", "priors", "visits"):
        page.locator("#view").select_option(view)
        expect(page.locator("[data-heat]").first).to_be_visible()
    for view in ("territory", "ownership"):
        page.locator("#view").select_option(view)
        expect(page.locator("[data-owner]").first).to_be_attached()


def test_large_trees_draw_only_what_is_seen(desk):
    # A hundred moves, each with a variation of twenty beside it: 2,081 nodes.
    cells = [f"{x}{y}" for y in "abcdefghijklmnopqrs" for x in "abcdefghijklmnopqrs"]

    def node(number, cell):
        return f";{'BW'[number % 2]}[{cells[cell]}]"

    text = node(99, 99)
    for i in reversed(range(99)):
        beside = "".join(node(i + 1 + k, 200 + k) for k in range(20))
        text = f"{node(i, i)}({text})({beside})"
    board = desk().open({"sgf": f"(;SZ[19]{text})"})
    page = board.page
    board.at_move("0 / 100")
    assert 5 < page.locator("[data-node]").count() < 400
    page.keyboard.press("End")
    board.at_move("100 / 100")
    expect(page.locator(".tree-node.here")).to_be_in_viewport()
    assert page.locator("[data-node]").count() < 400
    # A held key makes one request at a time and comes to where it should.
    for _ in range(30):
        page.keyboard.press("ArrowLeft")
    board.at_move("70 / 100")
