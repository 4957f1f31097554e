"""Exact values on the page."""

from playwright.sync_api import expect


def test_every_move_of_a_small_board_has_its_value(desk):
    players = {"B": {"kind": "human"}, "W": {"kind": "human"}}
    board = desk().open({"width": 3, "height": 2, "komi": 0, "players": players})
    page = board.page
    board.tab("solve")
    page.locator("#solve").click()
    expect(page.locator("#solve-progress")).to_have_text("Every move is proved.")
    expect(page.locator("#solved-table tbody tr")).to_have_count(7)
    expect(page.locator("[data-solved]")).to_have_count(6)
    best = page.locator("#solved-table tr.best").first
    expect(best).to_contain_text("best")
    value = page.locator("#solve-value").inner_text().removeprefix("With best play: ")
    expect(best).to_contain_text(value)
    best.locator("button").click()
    board.at_move("1 / 1")
    # It goes on at the next position.
    expect(page.locator("[data-solved]")).to_have_count(board.state()["legal"].count(1))


def test_solving_follows_the_game_and_keeps_what_is_proved(desk):
    players = {"B": {"kind": "human"}, "W": {"kind": "human"}}
    board = desk().open({"width": 4, "height": 3, "komi": 0, "players": players})
    page = board.page
    board.tab("solve")
    page.locator("#solve").click()
    expect(page.locator("#solve-value")).to_have_text("With best play: B+4")
    board.play("B2")
    expect(page.locator("#solve-progress")).to_have_text("Every move is proved.")
    expect(page.locator("#solve-value")).to_have_text("With best play: B+4")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-solved="B2"]')).to_have_text("+4")
    page.locator("#solve-stop").click()
    expect(page.locator("#solve")).to_be_enabled()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-solved]")).to_have_count(0)


def test_what_is_known_is_there_at_once(desk):
    """All moves of 4x4, which would take seconds, of 5x4, which take minutes, the best of 5x5."""
    players = {"B": {"kind": "human"}, "W": {"kind": "human"}}
    board = desk().open({"width": 4, "height": 4, "komi": 0, "players": players})
    page = board.page
    board.tab("solve")
    page.locator("#solve").click()
    expect(page.locator("#solve-progress")).to_have_text("Every move is proved.")
    expect(page.locator("[data-solved]")).to_have_count(16)
    expect(page.locator('[data-solved="B2"]')).to_have_text("+1")
    board = desk().open({"width": 5, "height": 4, "komi": 0, "players": players})
    page = board.page
    board.tab("solve")
    page.locator("#solve").click()
    expect(page.locator("#solve-value")).to_have_text("With best play: B+20")
    expect(page.locator("#solve-progress")).to_have_text("Every move is proved.")
    expect(page.locator("[data-solved]")).to_have_count(20)
    for point, value in {"C2": "+20", "B2": "+1", "B1": "\N{MINUS SIGN}3"}.items():
        expect(page.locator(f'[data-solved="{point}"]')).to_have_text(value)
    # It takes the whole board: no answer has to be looked at.
    board.play("C2")
    expect(page.locator("#solve-progress")).to_have_text("Every move is proved.")
    expect(page.locator("[data-solved]")).to_have_count(19)
    board = desk().open({"width": 5, "height": 5, "komi": 0, "players": players})
    page = board.page
    board.tab("solve")
    page.locator("#solve").click()
    expect(page.locator("#solve-value")).to_have_text("With best play: B+25")
    expect(page.locator('[data-solved="C3"]')).to_have_text("+25")
    board.play("C3")
    expect(page.locator("#solve-progress")).to_have_text("Every move is proved.")
    expect(page.locator("[data-solved]")).to_have_count(24)


def test_what_is_not_proved_yet_is_said(desk):
    board = desk().open({"sgf": "(;SZ[5]KM[0]RU[Chinese]AB[ba]AW[ea]PL[B])"})
    page = board.page
    board.tab("solve")
    page.locator("#solve").click()
    expect(page.locator("#solve-progress")).to_contain_text("deep")
    expect(page.locator("#solve-progress")).to_contain_text("0 of 24 moves are proved")
    expect(page.locator("#solve-bar")).to_be_visible()
    expect(page.locator("[data-open]")).to_have_count(23)
    expect(page.locator("[data-open]").first).to_have_text("?")
    expect(page.locator("#solved-table tr.open")).to_have_count(24)
    page.locator("#solve-stop").click()
    expect(page.locator("#solve-progress")).to_have_text("0 of 24 moves are proved.")
    expect(page.locator("#solve-bar")).to_be_hidden()
    expect(page.locator(".candidate.at")).to_have_count(0)


def test_large_boards_are_not_solved(desk):
    board = desk().open({"width": 9, "height": 9, "players": {}})
    board.tab("solve")
    page = board.page
    expect(page.locator("#panel-solve")).to_contain_text("larger than 25 points")
    expect(page.locator("#solve")).to_be_hidden()
    page.get_by_role("button", name="5\N{MULTIPLICATION SIGN}4").click()
    expect(page.locator("#board")).to_have_attribute("data-width", "5")
    expect(page.locator("#solve")).to_be_visible()
    assert (board.state()["height"], board.state()["komi"]) == (4, 0)
