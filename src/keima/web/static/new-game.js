// The dialog for a new game.

import { createGame } from "./actions.js";
import { Choice, el, field, select, show } from "./dom.js";
import { PlayerEditor } from "./player-editor.js";
import { prefer, preferences } from "./preferences.js";
import { store, update } from "./store.js";
import { texts } from "./texts.js";

const t = texts.newGame;
const SIZES = ["9", "13", "19"];
const HUMAN = { kind: "human" };
const FIRST_OPPONENT = { kind: "engine", profile: "keima", level: "8k" };

export class NewGame {
  constructor(info) {
    this.info = info;
    const number = (least, most, value, step = 1) => el("input", { type: "number", min: least, max: most, step, value, required: true });
    this.size = new Choice(t.size, [...SIZES.map((n) => [n, `${n}×${n}`]), ["other", t.other]], () => this.refresh());
    this.width = number(1, 25, 5);
    this.height = number(1, 25, 5);
    this.other = el("div", { class: "fields" }, field(t.width, this.width), field(t.height, this.height));
    this.you = new Choice(t.you, [["B", t.black], ["W", t.white], ["random", t.random], ["both", t.both], ["none", t.none]], () => this.refresh());
    this.opponent = new PlayerEditor(info, { label: t.opponent });
    this.second = new PlayerEditor(info, { label: t.whitePlayer });
    this.rules = select(info.rules.map((name) => [name, t.rulesName(name)]));
    this.komi = el("input", { type: "number", min: -400, max: 400, step: 0.5, placeholder: t.komiAuto });
    this.handicap = select([["0", t.even], ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), t.stones(n)])]);
    this.clock = select(Object.entries(t.clocks), { onchange: () => this.refresh() });
    this.main = number(0, 1440, 10, "any");
    this.period = number(1, 3600, 30);
    this.periods = number(1, 100, 5);
    this.increment = number(0, 3600, 10);
    this.byoyomi = el("div", { class: "fields" }, field(t.byoyomi, this.period), field(t.periods, this.periods));
    this.fischer = el("div", { class: "fields" }, field(t.increment, this.increment));
    this.mainField = el("div", { class: "fields" }, field(t.main, this.main));
    this.form = el("form", { method: "dialog", onsubmit: (event) => this.start(event) },
      el("h2", { id: "new-title", text: t.title }),
      el("div", { class: "field" }, el("span", { class: "field-label", text: t.size }), this.size.node),
      this.other,
      el("div", { class: "field" }, el("span", { class: "field-label", text: t.you }), this.you.node),
      this.opponent.node, this.second.node,
      el("details", { class: "more" }, el("summary", { text: t.more }),
        el("div", { class: "fields" }, field(t.rules, this.rules), field(t.komi, this.komi)),
        el("div", { class: "fields" }, field(t.handicap, this.handicap), field(t.clock, this.clock)),
        el("div", { class: "fields" }, this.mainField, this.byoyomi, this.fischer)),
      el("div", { class: "buttons end" },
        el("button", { type: "button", text: t.cancel, onclick: () => this.node.close() }),
        el("button", { type: "submit", class: "primary", text: t.start })));
    this.node = el("dialog", { id: "new-game", "aria-labelledby": "new-title" }, this.form);
    document.body.append(this.node);
    this.restore(preferences.last);
  }

  /** Shows the dialog. */
  open() {
    this.refresh();
    if (!this.node.open) this.node.showModal();
    // On a low screen Start is below, and what is chosen first above.
    this.form.querySelector(".primary").focus({ preventScroll: true });
    this.node.scrollTop = 0;
  }

  restore(last) {
    this.size.value = last?.size ?? "9";
    this.width.value = last?.width ?? 5;
    this.height.value = last?.height ?? 5;
    this.you.value = last?.you ?? "B";
    this.opponent.value = last?.opponent ?? FIRST_OPPONENT;
    this.second.value = last?.second ?? FIRST_OPPONENT;
    this.rules.value = this.info.rules.includes(last?.rules) ? last.rules : "chinese";
    this.komi.value = last?.komi ?? "";
    this.handicap.value = last?.handicap ?? "0";
    this.clock.value = last?.clock ?? "none";
  }

  refresh() {
    show(this.other, this.size.value === "other");
    show(this.opponent.node, this.you.value !== "both");
    show(this.second.node, this.you.value === "none");
    const label = this.you.value === "none" ? t.blackPlayer : t.opponent;
    this.opponent.node.querySelector(".field-label").textContent = label;
    const clock = this.clock.value;
    show(this.mainField, clock !== "none");
    show(this.byoyomi, clock === "byoyomi");
    show(this.fischer, clock === "fischer");
    // Fields that are not shown must not keep the form from being sent.
    for (const [part, inputs] of [[this.other, [this.width, this.height]], [this.mainField, [this.main]],
      [this.byoyomi, [this.period, this.periods]], [this.fischer, [this.increment]]]) {
      for (const input of inputs) input.disabled = part.hidden;
    }
  }

  players() {
    const you = this.you.value === "random" ? (Math.random() < 0.5 ? "B" : "W") : this.you.value;
    const opponent = this.opponent.value;
    if (you === "both") return { B: HUMAN, W: HUMAN };
    if (you === "none") return { B: opponent, W: this.second.value };
    return you === "B" ? { B: HUMAN, W: opponent } : { B: opponent, W: HUMAN };
  }

  get game() {
    const other = this.size.value === "other";
    const seconds = Number(this.main.value) * 60;
    const clocks = {
      none: null,
      byoyomi: { main: seconds, byoyomi: Number(this.period.value), periods: Number(this.periods.value) },
      fischer: { main: seconds, increment: Number(this.increment.value) },
    };
    return {
      width: Number(other ? this.width.value : this.size.value),
      height: Number(other ? this.height.value : this.size.value),
      rules: this.rules.value, komi: this.komi.value === "" ? null : Number(this.komi.value),
      handicap: Number(this.handicap.value), players: this.players(), clock: clocks[this.clock.value],
    };
  }

  async start(event) {
    event.preventDefault();
    prefer({
      last: {
        size: this.size.value, width: this.width.value, height: this.height.value, you: this.you.value,
        opponent: this.opponent.value, second: this.second.value, rules: this.rules.value,
        komi: this.komi.value, handicap: this.handicap.value, clock: this.clock.value,
      },
    });
    if (await createGame(this.game)) {
      this.node.close();
      update({ tab: store.tab === "solve" ? "solve" : "play" });
    }
  }
}
