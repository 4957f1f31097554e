"""The page as a whole: what it keeps, several pages of one game, small and large screens."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

HUMANS = {"B": {"kind": "human"}, "W": {"kind": "human"}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_reload_keeps_the_game_and_the_place(desk):
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    board.play("E5", "C3", "G7")
    board.page.keyboard.press("ArrowLeft")
    board.at_move("2 / 3")
    board.page.reload()
    board.ready()
    board.at_move("2 / 3")
    board.stones(2)
    # Without the address too: the browser remembers.
    ident = board.ident
    board.page.goto("about:blank")
    board.open()
    board.ready()
    assert board.ident == ident


def test_two_pages_show_the_same_game(desk):
    first = desk().open({"width": 9, "height": 9, "players": HUMANS})
    second = desk().visit(first.ident)
    first.play("E5")
    second.stone("E5", "black")
    second.play("C3")
    first.stone("C3", "white")
    first.page.locator("#undo").click()
    second.no_stone("C3")
    # Of another game nothing is seen.
    third = desk().open({"width": 9, "height": 9, "players": HUMANS})
    third.play("A1")
    first.stones(1)


def test_a_game_that_is_deleted_elsewhere_says_so(desk):
    first = desk().open({"width": 9, "height": 9, "players": HUMANS})
    ident = first.ident
    second = desk().open({"width": 9, "height": 9, "players": HUMANS})
    second.page.locator("#all-games").click()
    row = second.page.locator(f'#games li[data-game="{ident}"]')
    row.get_by_role("button", name="Delete").click()
    row.get_by_role("button", name="Delete?").click()
    expect(row).to_have_count(0)
    expect(first.page.locator("#toasts")).to_contain_text("This game was deleted")
    first.says("No game is open")


def test_the_list_of_games_opens_another(desk):
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    other = board.ident
    board.open({"width": 13, "height": 13, "players": HUMANS})
    board.page.locator("#all-games").click()
    board.page.locator(f'#games li[data-game="{other}"] .game-open').click()
    expect(board.page.locator("#board")).to_have_attribute("data-width", "9")
    board.page.go_back()
    expect(board.page.locator("#board")).to_have_attribute("data-width", "13")


def test_a_game_that_is_left_at_once_makes_no_noise(desk):
    """The page leaves it before its connection stands: only the next one stays."""
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    told = board.page.evaluate(
        """async (id) => {
          const { Socket } = await import("./socket.js");
          const closed = new Promise((done) => {
            const socket = new Socket(() => {}, async (open) => {
              await left;
              done([open, first.readyState === WebSocket.CLOSED, socket.send({})]);
            });
            socket.open(id);
            const first = socket.socket;
            const left = new Promise((gone) => first.addEventListener("close", gone));
            socket.open(id);
          });
          return closed;
        }""",
        board.ident,
    )
    assert told == [True, True, True]


def test_a_phone_shows_the_board_first_and_asks_before_it_plays(desk):
    board = desk(**PHONE).open({"width": 19, "height": 19, "players": HUMANS})
    page = board.page
    box = page.locator("#board").bounding_box()
    assert box["x"] <= 1 and box["width"] >= 388 and box["y"] < 80
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator('[data-point="Q16"]').tap()
    expect(page.locator('.ghost.waiting[data-ghost="Q16"]')).to_be_visible()
    board.stones(0)
    # Another tap there plays; a tap elsewhere chooses another point.
    page.locator('[data-point="D4"]').tap()
    expect(page.locator('.ghost.waiting[data-ghost="D4"]')).to_be_visible()
    page.locator('[data-point="D4"]').tap()
    board.stone("D4", "black")
    page.locator('[data-point="Q16"]').tap()
    page.get_by_role("button", name="Play Q16").tap()
    board.stone("Q16", "white")
    for name in ("review", "score", "solve"):
        board.tab(name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_point_is_not_asked_for_while_the_game_is_counted(desk):
    board = desk(**PHONE).open({"width": 19, "height": 19, "players": HUMANS})
    page = board.page
    page.locator('[data-point="Q16"]').tap()
    expect(page.locator("#confirm-move")).to_have_text("Play Q16")
    board.tab("score")
    page.locator("#count").tap()
    expect(page.locator("#accept")).to_be_enabled()
    expect(page.locator("#confirm")).to_be_hidden()


def test_a_long_game_fits_a_phone(desk):
    moves = "".join(f";{'BW'[i % 2]}[{chr(97 + i % 25)}{chr(97 + i // 25)}]" for i in range(124))
    board = desk(**PHONE).open({"sgf": f"(;SZ[25]{moves})"})
    page = board.page
    page.locator("#nav-last").tap()
    board.at_move("124 / 124")
    place = page.locator("#move-number").bounding_box()
    assert place["height"] < 30
    for name in ("first", "last"):
        box = page.locator(f"#nav-{name}").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert box["width"] >= 44 and box["height"] >= 44  # for fingers
    # Stones on the edge do not hide the coordinates.
    label = page.locator(".coordinate", has_text="25").first.bounding_box()
    stone = page.locator('[data-point="A25"]').bounding_box()
    assert label["x"] + label["width"] <= stone["x"] + 0.1 * stone["width"]


def test_boards_of_all_shapes_fit(desk):
    board = desk()
    page = board.page
    for width, height in ((3, 7), (25, 25), (25, 2), (1, 1)):
        board.open({"width": width, "height": height, "players": HUMANS})
        expect(page.locator("[data-point]")).to_have_count(width * height)
        box = page.locator("#board").bounding_box()
        assert box["width"] <= 860 and box["y"] + box["height"] <= 800
        corner = page.locator("[data-point]").last.bounding_box()
        assert corner["width"] == pytest.approx(corner["height"], abs=0.1)
        assert corner["x"] + corner["width"] <= box["x"] + box["width"] + 1
        if (width, height) != (1, 1):
            board.play("A1")


def test_a_phone_on_its_side_has_the_board_beside_what_belongs_to_it(desk):
    options = PHONE | {"viewport": {"width": 780, "height": 360}}
    board = desk(**options).open({"width": 19, "height": 19, "players": HUMANS})
    page = board.page
    drawing = page.locator("#board").bounding_box()
    assert drawing["height"] > 240 and drawing["y"] + drawing["height"] <= 360
    assert page.locator("#nav-back").bounding_box()["y"] < 330
    side = page.locator("#side").bounding_box()
    assert side["x"] >= drawing["x"] + drawing["width"] and side["y"] < 60
    assert page.evaluate("document.documentElement.scrollWidth") <= 780
    # A dialog that is higher than the screen begins with its beginning.
    page.locator("#new").tap()
    expect(page.locator("#new-title")).to_be_in_viewport()
    expect(page.locator("#new-game .primary")).to_be_focused()


def test_the_top_is_one_line_at_every_width(desk):
    board = desk(viewport={"width": 1280, "height": 800})
    page = board.open({"width": 9, "height": 9, "players": HUMANS}).page
    for width in (1280, 940, 921, 920, 768, 721, 720, 600, 561, 560, 400, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        boxes = [page.locator(name).bounding_box() for name in ("#new", "#save", "#help-button")]
        assert all(box["height"] < 46 for box in boxes)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_light_and_dark(desk):
    board = desk(color_scheme="dark").open({"width": 9, "height": 9, "players": HUMANS})
    page = board.page

    def ground():
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    dark = ground()
    page.locator("#theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    light = ground()
    assert light != dark
    page.reload()
    board.ready()
    assert ground() == light


def test_names_and_labels_for_those_who_do_not_see(desk):
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    page = board.page
    for role in ("button", "link", "tab", "combobox", "slider", "textbox"):
        for node in page.get_by_role(role).all():
            words = node.evaluate(
                "n => n.getAttribute('aria-label') || n.labels?.[0]?.textContent || n.textContent"
            )
            assert words.strip(), node
    expect(page.locator("#board")).to_have_attribute("aria-label", "Go board, 9 by 9")
    expect(page.locator("#status")).to_have_attribute("aria-live", "polite")


def test_a_restart_of_the_server_keeps_the_game(browser, serve, desk_of, tmp_path):
    page = browser.new_page()
    with serve(tmp_path) as address:
        board = desk_of(page, address).open({"width": 9, "height": 9, "players": HUMANS})
        board.play("E5", "C3", "G7")
        page.locator("#nav-back").click()
        board.at_move("2 / 3")
    # The page says so, and does not lose what it shows.
    board.says("The connection to Keima is lost")
    board.stones(2)
    with serve(tmp_path, urlsplit(address).port) as again:
        assert again == address
        board.says("Black to play")
        board.at_move("2 / 3")
        page.keyboard.press("ArrowRight")
        board.stone("G7", "black")
        # The record is the same as ever for who comes anew.
        page.reload()
        board.ready()
        board.at_move("3 / 3")
    page.close()


def test_the_first_paint_needs_nothing_but_the_server(desk, address):
    """Nothing is asked of another host (every test looks), and what is asked comes at once."""
    board = desk(viewport={"width": 1280, "height": 800}).open()
    page = board.page
    expect(page.locator("#new-game")).to_be_visible()
    asked = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert len(asked) > 40 and all(each.startswith(address) for each in asked)
    painted = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint').map((each) => each.startTime)"
    )
    assert len(painted) == 1
    text = page.evaluate("fetch('/').then((answer) => answer.text())")
    assert "http" not in text.replace("http-equiv", "")


def test_without_a_game_the_page_says_what_can_be_done(desk):
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    page = board.page
    page.request.delete(
        f"{board.address}api/games/{board.ident}", headers={"Content-Type": "application/json"}
    )
    board.says("No game is open")
    expect(page.locator("#empty")).to_be_visible()
    expect(page.locator("#pass")).to_be_hidden()
    page.locator("#empty").get_by_role("button", name="New game").click()
    dialog = page.locator("#new-game")
    dialog.get_by_text("Both", exact=True).click()
    dialog.get_by_role("button", name="Start").click()
    board.ready()
    expect(page.locator("#empty")).to_be_hidden()
    expect(page.locator("#pass")).to_be_visible()


def test_who_cancels_the_first_game_has_none(desk):
    board = desk().open()
    page = board.page
    dialog = page.locator("#new-game")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#empty")).to_be_visible()
    board.says("No game is open")
    # The board is not dead: it asks for a game.
    board.click("E5")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    board.says("No game is open")


def test_the_connection_comes_back(desk):
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    page = board.page
    page.evaluate("import('./actions.js').then(({ socket }) => socket.socket.close())")
    other = desk().visit(board.ident)
    other.play("E5")
    board.stone("E5")
