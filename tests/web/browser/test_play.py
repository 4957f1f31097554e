"""Playing on the page by clicks and keys."""

from playwright.sync_api import expect

HUMANS = {"B": {"kind": "human"}, "W": {"kind": "human"}}
QUICK = {"kind": "engine", "profile": "brugmann", "playouts": 20}


def test_a_whole_game_by_clicking(desk):
    board = desk().open()
    page = board.page
    dialog = page.locator("#new-game")
    expect(dialog).to_be_visible()
    dialog.get_by_text("Other", exact=True).click()
    dialog.get_by_label("Width").fill("4")
    dialog.get_by_label("Height").fill("4")
    dialog.get_by_role("combobox", name="Opponent").select_option("brugmann")
    dialog.get_by_text("Time and playouts").first.click()
    dialog.get_by_label("Playouts a move").first.fill("20")
    # An opponent who is ahead does not resign.
    dialog.get_by_text("Rules, komi, handicap, clock").click()
    dialog.get_by_label("Komi").fill("30")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()
    board.ready()
    expect(page.locator("#players")).to_contain_text("brugmann")
    count = page.locator("#accept")
    for _ in range(40):
        expect(page.locator("#pass:enabled, #accept:visible")).to_have_count(1)
        if count.is_visible():
            break
        state = board.state()
        free = [i for i, legal in enumerate(state["legal"]) if legal]
        if free and state["number"] < 8:
            name = "ABCD"[free[-1] % 4] + str(4 - free[-1] // 4)
            board.click(name)
        else:
            page.locator("#pass").click()
        # The answer of the engine makes the next move mine again, or both have passed.
        number = state["number"] + 2
        page.wait_for_selector(f"#accept:visible, #nav:has-text('{number} / {number}')")
    expect(page.locator("#tab-score")).to_have_attribute("aria-selected", "true")
    count.click()
    board.says("The game is over")
    assert board.state()["over"] and board.state()["result"].startswith("W+")
    expect(page.locator("#ended")).to_contain_text("White wins by")


def test_undo_takes_back_my_move_and_the_answer(desk):
    board = desk().open({"width": 5, "height": 5, "players": {"W": QUICK}})
    board.click("C3")
    board.at_move("2 / 2")
    board.stones(2)
    board.page.locator("#undo").click()
    board.stones(0)
    board.at_move("0 / 0")
    expect(board.page.locator("#undo")).to_be_disabled()


def click_unanswered(board, point):
    """Clicks a point. The page's request is held: the test answers it."""
    held = []
    board.page.route("**/api/games/*/do", lambda route: held.append(route), times=1)
    with board.page.expect_request("**/api/games/*/do"):
        board.click(point)
    assert len(held) == 1
    return held[0]


def test_a_move_waits_for_the_answer_to_the_one_before(desk):
    board = desk().open({"width": 5, "height": 5, "players": HUMANS})
    request = click_unanswered(board, "C3")
    board.click("C3")  # once more, by mistake
    board.click("B2")
    assert board.state()["number"] == 0
    request.continue_()
    board.stone("C3", "black")
    board.stone("B2", "white")
    board.stones(2)
    expect(board.page.locator("#toasts")).to_be_empty()


def test_a_move_that_waits_is_not_made_if_the_one_before_was_not(desk):
    board = desk().open({"width": 5, "height": 5, "players": HUMANS})
    request = click_unanswered(board, "C3")
    board.click("B2")
    request.fulfill(body="no answer that the page understands")
    expect(board.page.locator("#toasts .toast")).to_have_count(1)
    board.play("D4")
    board.stones(1)
    board.stone("D4", "black")


def test_pass_and_resign(desk):
    board = desk().open({"width": 5, "height": 5, "players": HUMANS})
    board.play("C3")
    board.page.locator("#pass").click()
    board.says("White passed. Black to play")
    board.page.locator("#resign").click()
    board.page.locator("#resign-yes").click()
    board.says("White wins by resignation")
    expect(board.page.locator("#pass")).to_be_disabled()
    board.click("A1")
    board.stones(1)


def test_illegal_points_are_named_and_nothing_changes(desk):
    # Black may not play into the corner.
    sgf = "(;SZ[5]AW[ab][ba]PL[B])"
    board = desk().open({"sgf": sgf})
    board.click("A5")
    expect(board.page.locator("#toasts")).to_contain_text("A5 is not allowed here")
    board.at_move("0 / 0")


def test_captures_are_said_and_counted(desk):
    board = desk().open({"sgf": "(;SZ[5]AB[ba]AW[aa]PL[B])"})
    board.click("A4")
    board.no_stone("A5")
    board.says("Black took 1 stone")
    expect(board.page.locator(".player[data-color=B]")).to_contain_text("1 prisoner")


def test_the_ghost_stone_shows_where_a_click_plays(desk):
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    board.page.locator('[data-point="C7"]').hover()
    ghost = board.page.locator('.ghost[data-ghost="C7"]')
    expect(ghost).to_be_visible()
    expect(ghost.locator(".black")).to_have_count(1)
    board.play("C7")
    board.page.locator('[data-point="G3"]').hover()
    expect(board.page.locator('.ghost[data-ghost="G3"] .white')).to_have_count(1)
    expect(board.page.locator('.mark.last[data-mark="C7"]')).to_be_visible()


def test_keys_alone(desk):
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    keyboard = board.page.keyboard
    board.page.locator("#board").focus()
    keyboard.press("Tab")
    keyboard.press("Shift+Tab")
    cursor = board.page.locator(".cursor[data-cursor=E5]")
    expect(cursor).to_be_visible()
    for key in ("ArrowLeft", "ArrowUp", "Enter"):
        keyboard.press(key)
    board.stone("D6", "black")
    expect(board.page.locator("#spoken")).to_contain_text("D6")
    keyboard.press("Escape")
    keyboard.press("p")
    board.says("White passed")
    keyboard.press("ArrowLeft")
    board.at_move("1 / 2")
    keyboard.press("Home")
    board.at_move("0 / 2")
    keyboard.press("End")
    board.at_move("2 / 2")
    keyboard.press("u")
    board.at_move("1 / 1")
    keyboard.press("?")
    expect(board.page.locator("#help")).to_be_visible()
    keyboard.press("Escape")
    expect(board.page.locator("#help")).to_be_hidden()


def test_a_hint_is_shown_and_not_played(desk):
    board = desk().open({"width": 5, "height": 5, "players": {"W": QUICK}})
    board.page.locator("#hint").click()
    expect(board.page.locator(".hint-line")).to_contain_text("for Black")
    expect(board.page.locator("[data-hint]")).to_have_count(1)
    board.at_move("0 / 0")


def test_the_dial_changes_the_opponent(desk):
    board = desk().open({"width": 5, "height": 5, "players": HUMANS})
    page = board.page
    page.get_by_text("Players", exact=True).click()
    page.get_by_role("combobox", name="White is played by").select_option("keima")
    dial = page.get_by_label("Strength: White is played by")
    expect(dial).to_have_attribute("aria-valuetext", "Full strength")
    dial.focus()
    page.keyboard.press("Home")
    expect(dial).to_have_attribute("aria-valuetext", "12 kyu")
    expect(page.locator(".player[data-color=W]")).to_contain_text("keima 12k")
    assert board.state()["players"]["W"]["level"] == "12k"


def test_an_engine_is_stopped_and_goes_on(desk):
    slow = {"kind": "engine", "profile": "abramson", "seconds": 60}
    board = desk().open({"width": 9, "height": 9, "players": {"B": {"kind": "human"}, "W": slow}})
    page = board.page
    move, stop = page.locator("#engine-move"), page.locator("#stop-thinking")
    expect(move).to_have_text("Play for me")
    board.play("E5")
    board.says("abramson is thinking")
    stop.click()
    board.says("It is the turn of abramson: let it move, or move yourself")
    expect(move).to_have_text("Let it move")
    move.click()
    board.says("abramson is thinking")
    stop.click()
    board.play("C3")
    board.says("Your move")


def test_handicap_rules_and_clock_of_a_new_game(desk):
    board = desk().open()
    dialog = board.page.locator("#new-game")
    dialog.get_by_text("13", exact=False).first.click()
    dialog.get_by_text("Both", exact=True).click()
    dialog.get_by_text("Rules, komi, handicap, clock").click()
    dialog.get_by_label("Rules").select_option("japanese")
    dialog.get_by_label("Komi").fill("0.5")
    dialog.get_by_label("Handicap").select_option("4")
    dialog.get_by_label("Clock").select_option("byoyomi")
    dialog.get_by_label("Minutes").fill("1")
    dialog.get_by_role("button", name="Start").click()
    board.ready()
    board.stones(4)
    state = board.state()
    assert (state["width"], state["rules"], state["komi"]) == (13, "japanese", 0.5)
    expect(board.page.locator(".player[data-color=B] .player-clock")).to_have_text(
        "1:00 + 5\N{MULTIPLICATION SIGN}0:30"
    )
    board.says("White to play")


def test_an_answer_that_never_comes_does_not_hold_up_the_game(desk):
    board = desk().open({"width": 9, "height": 9, "players": HUMANS})
    page = board.page
    # Patience of two seconds instead of twenty.
    page.evaluate(
        """() => {
          const patience = AbortSignal.timeout.bind(AbortSignal);
          AbortSignal.timeout = (time) => patience(time / 10);
        }"""
    )
    page.route("**/do", lambda route: None, times=1)
    board.click("C3")
    expect(page.locator("#toasts")).to_contain_text("does not answer in time")
    board.no_stone("C3")
    board.play("G7")
    board.at_move("1 / 1")


def test_what_is_clicked_does_not_take_the_keys_from_the_game(desk):
    board = desk().open({"sgf": "(;SZ[9];B[ee];W[ge];B[gd];W[fd])"})
    page = board.page
    board.tab("review")
    page.keyboard.press("ArrowRight")
    board.at_move("1 / 4")
    expect(page.locator("#panel-review")).to_be_visible()
    # A list that was opened by the mouse; by keys its arrows are its own.
    page.locator("#view").click()
    page.keyboard.press("Escape")
    page.evaluate(
        """() => {
          const view = document.getElementById("view");
          view.value = "ownership";
          view.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
          view.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    page.keyboard.press("ArrowRight")
    board.at_move("2 / 4")
    expect(page.locator("#view")).to_have_value("ownership")
    page.locator("#view").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#view")).to_have_value("territory")
    board.at_move("2 / 4")
    # The tabs keep the arrows of those who come by keys.
    page.locator("#tab-review").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#panel-score")).to_be_visible()
    board.at_move("2 / 4")
