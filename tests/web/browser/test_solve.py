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
    expect(page.locator("[data-solved]")).to_have_count(0)


def test_large_boards_are_not_solved(desk):
    board = desk().open({"width": 9, "height": 9, "players": {}})
    board.tab("solve")
    expect(board.page.locator("#panel-solve")).to_contain_text("up to 25 points")
    expect(board.page.locator("#solve")).to_be_hidden()
    board.page.get_by_role("button", name="New game on 5").click()
    expect(board.page.locator("#new-game").get_by_label("Width")).to_have_value("5")
