"""Counting on the page."""

from playwright.sync_api import expect

# Black has the left, White the right; the stone of each on the other side is dead.
WALLS = (
    "(;SZ[7]KM[0]RU[Chinese]PL[B]AB[ca][cb][cc][cd][ce][cf][cg][fb]"
    "AW[da][db][dc][dd][de][df][dg][bb])"
)


def part(board, name):
    cells = board.page.locator(f'#count-table tr[data-part="{name}"] td')
    return [cells.nth(0).inner_text(), cells.nth(1).inner_text()]


def test_dead_stones_are_marked_and_toggled_by_hand(desk):
    board = desk().open({"sgf": WALLS})
    page = board.page
    board.tab("score")
    page.locator("#count").click()
    expect(page.locator("#dead-count")).to_have_text("2 stones are marked as dead.")
    expect(page.locator(".count.is-dead")).to_have_count(2)
    expect(page.locator("#result")).to_have_text("White wins by 7 points")
    assert part(board, "stones") == ["7", "7"]
    assert part(board, "territory") == ["14", "21"]
    expect(page.locator("#neutral-count")).to_be_hidden()
    # The stone of White is alive: the left is nobody's.
    board.click("B6")
    expect(page.locator("#neutral-count")).to_contain_text("13 empty points are nobody's.")
    expect(page.locator("#neutral-count")).to_contain_text("does not look finished")
    expect(page.locator("#dead-count")).to_have_text("1 stone is marked as dead.")
    expect(page.locator("#spoken")).to_have_text("The group at B6 is alive.")
    expect(page.locator("#result")).to_have_text("White wins by 22 points")
    board.click("B6")
    expect(page.locator("#dead-count")).to_have_text("2 stones are marked as dead.")
    # There is no stone here, so nothing changes.
    board.click("G7")
    page.locator("#accept").click()
    board.says("White wins by 7 points")
    assert board.state()["result"] == "W+7"


def test_the_review_shows_the_position_while_it_is_counted(desk):
    board = desk().open({"sgf": WALLS})
    page = board.page
    board.tab("score")
    page.locator("#count").click()
    expect(page.locator(".stone.dead")).to_have_count(2)
    board.tab("review")
    expect(page.locator(".stone.dead, [data-count]")).to_have_count(0)
    page.locator("#analysis-profile").select_option("brugmann")
    page.locator("#analyse").click()
    expect(page.locator("[data-candidate]").first).to_be_visible()
    page.locator("#analyse").click()
    board.click("B6")
    expect(page.locator(".toast")).to_contain_text("The game is being counted")
    board.tab("score")
    expect(page.locator("#dead-count")).to_have_text("2 stones are marked as dead.")
    expect(page.locator(".stone.dead")).to_have_count(2)


def test_area_and_territory_are_explained(desk):
    board = desk().open({"sgf": WALLS})
    page = board.page
    board.tab("score")
    page.locator("#count").click()
    expect(page.locator('#count-table tr[data-part="stones"]')).to_be_visible()
    expect(page.locator("#dead-count")).to_have_text("2 stones are marked as dead.")
    page.locator("#score-rules").select_option("japanese")
    expect(page.locator('#count-table tr[data-part="dead"]')).to_be_visible()
    expect(page.locator('#count-table tr[data-part="stones"]')).to_have_count(0)
    assert part(board, "territory") == ["14", "21"]
    assert part(board, "dead") == ["1", "1"]
    total = page.locator("#count-table tfoot td")
    expect(total.nth(0)).to_have_text("15")
    expect(total.nth(1)).to_have_text("22")


def test_a_finished_record_can_be_counted(desk):
    record = "(;SZ[5]KM[0]RE[B+R];B[cb];W[cd];B[bb](;W[bd];B[];W[])(;W[dd];B[];W[]))"
    board = desk().open({"sgf": record})
    page = board.page
    page.keyboard.press("End")
    board.says("The game is over: Black wins by resignation")
    board.tab("score")
    expect(page.locator("#ended")).to_have_text("Black wins by resignation")
    page.locator("#count").click()
    expect(page.locator("#count-table")).to_be_visible()
    # The result is not that of a variation.
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    board.says("Both have passed: the game ends here.")
    board.tab("score")
    expect(page.locator("#ended")).to_be_hidden()
    page.locator("#count").click()
    expect(page.locator("#accept")).to_be_enabled()
    page.locator("#accept").click()
    expect(page.locator("#ended")).to_be_visible()
    expect(page.locator("#count")).to_be_hidden()


def test_two_passes_begin_the_count_and_play_can_go_on(desk):
    players = {"B": {"kind": "human"}, "W": {"kind": "human"}}
    board = desk().open({"width": 5, "height": 5, "players": players})
    page = board.page
    board.play("C3")
    page.locator("#pass").click()
    board.says("White passed")
    page.locator("#pass").click()
    expect(page.locator("#panel-score")).to_be_visible()
    board.says("Counting")
    page.locator("#resume").click()
    expect(page.locator("#panel-play")).to_be_visible()
    board.says("White to play")
    board.play("C4")
