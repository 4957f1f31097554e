"""For those who see little or nothing, and those without a mouse: contrast, names, keys."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

SCREEN = {"width": 1280, "height": 800}
HUMANS = {"B": {"kind": "human"}, "W": {"kind": "human"}}
#: The least contrast of texts (WCAG 2, AA), and of large ones.
TEXT, LARGE = 4.5, 3.0

ACCESS = (Path(__file__).parent / "access.js").read_text(encoding="utf-8").strip()


def asked(page, what):
    return page.evaluate(f"() => {ACCESS}.{what}()")


def unreadable(page):
    return [
        f"{what}: {ratio:.2f}"
        for what, ratio, large in asked(page, "words")
        if ratio < (LARGE if large else TEXT)
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_can_be_read(desk, scheme):
    board = desk(color_scheme=scheme, reduced_motion="reduce", viewport=SCREEN)
    board.open({"width": 4, "height": 4, "komi": 0, "players": HUMANS})
    page = board.page
    found = unreadable(page)
    page.locator("#players-editor summary").first.click()
    page.locator("#resign").click()
    found += unreadable(page)
    board.tab("solve")
    page.locator("#solve").click()
    expect(page.locator("#solve-progress")).to_have_text("Every move is proved.")
    found += unreadable(page)
    board.tab("review")
    page.locator("#analysis-profile").select_option("brugmann")
    page.locator("#analyse-all").click()
    expect(page.locator("#candidate-table")).to_be_visible()
    expect(page.locator("#analyse")).to_have_text("Analyse")
    found += unreadable(page)
    board.tab("score")
    page.locator("#count").click()
    expect(page.locator("#accept")).to_be_enabled()
    found += unreadable(page)
    for button, dialog in (("new", "new-game"), ("all-games", "games"), ("help-button", "help")):
        page.locator(f"#{button}").click()
        expect(page.locator(f"#{dialog}")).to_be_visible()
        for details in page.locator(f"#{dialog} details").all():
            details.evaluate("node => { node.open = true; }")
        found += unreadable(page)
        page.keyboard.press("Escape")
    assert found == []
    faint = [(what, round(ratio, 2)) for what, ratio in asked(page, "discs") if ratio < TEXT]
    assert faint == []


def test_a_page_without_contrast_would_be_found(desk):
    """The test above can fail."""
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    assert unreadable(board.page) == []
    board.page.evaluate("document.documentElement.style.setProperty('--quiet', '#aaa')")
    assert any("note" in word for word in unreadable(board.page))


def test_every_control_has_a_name(desk):
    board = desk().open({"width": 4, "height": 4, "players": HUMANS})
    page = board.page
    named = {}
    for name in ("play", "review", "score", "solve"):
        board.tab(name)
        for details in page.locator("details").all():
            details.evaluate("node => { node.open = true; }")
        named |= dict(asked(page, "names"))
    for button, dialog in (("new", "new-game"), ("all-games", "games"), ("help-button", "help")):
        page.locator(f"#{button}").click()
        expect(page.locator(f"#{dialog}")).to_be_visible()
        named |= dict(asked(page, "names"))
        page.keyboard.press("Escape")
    assert len(named) > 60
    assert [node for node, name in named.items() if not name] == []
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))


def test_tab_goes_from_the_top_over_the_board_to_the_panel(desk):
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    page = board.page
    order = []
    for _ in range(40):
        page.keyboard.press("Tab")
        here = page.evaluate(
            """() => {
              const node = document.activeElement;
              if (node === document.body) return null;
              const ring = getComputedStyle(node);
              const outlined = ring.outlineStyle !== "none" && parseFloat(ring.outlineWidth) >= 2;
              return [node.id || node.className || node.tagName, outlined || node.id === "skip"];
            }"""
        )
        if here is None:
            break
        order.append(here)
    names = [name for name, _ in order]
    assert names[0] == "skip"
    wanted = ["new", "open", "save", "all-games", "help-button", "board", "tab-play"]
    wanted += ["pass", "hint", "resign"]
    places = [names.index(name) for name in wanted]
    assert places == sorted(places)
    # Where the keys are can be seen, everywhere.
    assert [name for name, seen in order if not seen] == []


def test_a_dialog_keeps_the_keys_and_gives_them_back(desk):
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    page = board.page
    page.locator("#all-games").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#games")).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('main, header')")
    page.keyboard.press("Escape")
    expect(page.locator("#games")).to_be_hidden()
    expect(page.locator("#all-games")).to_be_focused()


def test_a_game_by_keys_alone(desk):
    """From the first page to the count, without a mouse."""
    board = desk(viewport=SCREEN).open()
    page = board.page
    dialog = page.locator("#new-game")
    expect(dialog).to_be_visible()
    keyboard = page.keyboard
    dialog.get_by_role("radio", name="Both").focus()
    keyboard.press("Space")
    dialog.get_by_role("button", name="Start").focus()
    keyboard.press("Enter")
    board.ready()
    page.locator("#skip").focus()
    keyboard.press("Enter")
    expect(page.locator("#board")).to_be_focused()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        keyboard.press(key)
    board.stone("E7", "black")
    for key in ("ArrowLeft", "Enter"):
        keyboard.press(key)
    board.stone("D7", "white")
    keyboard.press("Escape")
    for number in (3, 4):
        keyboard.press("p")
        board.at_move(f"{number} / {number}")
    expect(page.locator("#panel-score")).to_be_visible()
    expect(page.locator("#accept")).to_be_enabled()
    page.locator("#accept").focus()
    keyboard.press("Enter")
    board.says("The game is over")


def test_what_moves_stands_still_for_those_who_want_it(desk):
    board = desk(reduced_motion="reduce", viewport=SCREEN)
    board.open({"width": 9, "height": 9, "players": HUMANS})
    board.play("E5")
    moving = board.page.evaluate(
        "document.getAnimations().filter((a) => a.playState === 'running').length"
    )
    assert moving == 0
