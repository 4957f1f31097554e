// The page of keys.

import { el } from "./dom.js";
import { texts } from "./texts.js";

const t = texts.help;

export class Help {
  constructor() {
    this.node = el("dialog", { id: "help", "aria-labelledby": "help-title" },
      el("h2", { id: "help-title", text: t.title, tabindex: -1, autofocus: true }),
      el("dl", { class: "keys" }, ...t.keys.flatMap(([keys, does]) => [
        el("dt", {}, ...keys.split(/(, )/).map((key) => (key === ", " ? ", " : el("kbd", { text: key })))),
        el("dd", { text: does }),
      ])),
      el("p", { class: "note", text: t.touch }), el("p", { class: "note", text: t.files }),
      el("div", { class: "buttons end" }, el("button", { type: "button", text: t.close, onclick: () => this.node.close() })));
    document.body.append(this.node);
  }

  open() {
    this.node.showModal();
  }
}
