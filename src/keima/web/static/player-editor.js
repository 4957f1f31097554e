// Who plays a side: a human or a profile, with a dial from beginner to full strength.

import { el, field, offer, select, show } from "./dom.js";
import { texts } from "./texts.js";

const t = texts.editor;

export class PlayerEditor {
  /** `human`: whether a human may be chosen. `onchange(player)` is told of each choice. */
  constructor(info, { label, human = false, onchange = () => {} }) {
    this.info = info;
    this.onchange = onchange;
    const changed = () => {
      this.refresh();
      this.onchange(this.value);
    };
    this.profile = select([], { onchange: changed });
    offer(this.profile, [
      ...(human ? [["", t.human]] : []),
      ...info.profiles.map(({ name }) => [name, name]),
    ]);
    this.about = el("p", { class: "note" });
    this.dial = el("input", { type: "range", min: 0, step: 1, class: "dial", oninput: () => this.refresh(), onchange: changed });
    this.shown = el("output", { class: "dial-value" });
    this.dialRow = el("div", { class: "dial-row" },
      el("div", { class: "dial-head" }, el("span", { class: "field-label", text: t.strength }), this.shown),
      this.dial,
      el("div", { class: "dial-ends", "aria-hidden": "true" }, el("span", { text: t.weaker }), el("span", { text: t.stronger })));
    const number = (least, most, step) => el("input", {
      type: "number", min: least, max: most, step, placeholder: t.auto, onchange: changed,
    });
    this.seconds = number(0.1, info.most?.seconds ?? 60, "any");
    this.playouts = number(1, info.most?.playouts ?? 100000, 1);
    this.more = el("details", {}, el("summary", { text: t.more }),
      el("div", { class: "fields" }, field(t.seconds, this.seconds), field(t.playouts, this.playouts)));
    this.node = el("div", { class: "player-editor" }, field(label, this.profile), this.about, this.dialRow, this.more);
    this.dial.setAttribute("aria-label", `${t.strength}: ${label}`);
    this.refresh();
  }

  get levels() {
    return this.info.profiles.find(({ name }) => name === this.profile.value)?.levels ?? [];
  }

  get level() {
    return this.levels[Number(this.dial.value)] ?? null;
  }

  refresh() {
    const chosen = this.info.profiles.find(({ name }) => name === this.profile.value);
    const { levels } = this;
    show(this.about, Boolean(chosen?.about));
    this.about.textContent = chosen?.about ?? "";
    show(this.dialRow, levels.length > 0);
    show(this.more, Boolean(chosen));
    const most = String(levels.length);
    if (levels.length && this.dial.max !== most) {
      this.dial.max = most;
      this.dial.value = most;
    }
    this.shown.textContent = texts.players.level(this.level);
    this.dial.setAttribute("aria-valuetext", this.shown.textContent);
    const share = levels.length ? Number(this.dial.value) / levels.length : 0;
    this.dial.style.setProperty("--share", `${share * 100}%`);
  }

  /** A PLAYER, as the server names it. */
  get value() {
    if (!this.profile.value) return { kind: "human" };
    const number = (input) => (input.value === "" ? null : Number(input.value));
    return {
      kind: "engine", profile: this.profile.value, level: this.levels.length ? this.level : null,
      seconds: number(this.seconds), playouts: number(this.playouts),
    };
  }

  set value(player) {
    this.profile.value = player.kind === "engine" ? player.profile : "";
    if (this.profile.selectedIndex < 0) this.profile.selectedIndex = 0;
    this.refresh();
    const { levels } = this;
    const place = levels.indexOf(player.level);
    this.dial.value = String(place < 0 ? levels.length : place);
    this.seconds.value = player.seconds ?? "";
    this.playouts.value = player.playouts ?? "";
    this.more.open = Boolean(player.seconds || player.playouts);
    this.refresh();
  }
}
