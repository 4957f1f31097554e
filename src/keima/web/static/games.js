// The list of games that the server keeps.

import { attempt, openGame } from "./actions.js";
import { api } from "./api.js";
import { el } from "./dom.js";
import { store } from "./store.js";
import { texts } from "./texts.js";

const t = texts.games;

export class Games {
  constructor() {
    this.list = el("ul", { class: "games" });
    this.node = el("dialog", { id: "games", "aria-labelledby": "games-title" },
      el("h2", { id: "games-title", text: t.title, tabindex: -1, autofocus: true }), this.list,
      el("div", { class: "buttons end" }, el("button", { type: "button", text: t.close, onclick: () => this.node.close() })));
    document.body.append(this.node);
  }

  async open() {
    await this.refresh();
    if (!this.node.open) this.node.showModal();
  }

  async refresh() {
    const answer = await attempt(() => api.games());
    if (!answer) return;
    const { games } = answer;
    if (!games.length) this.list.replaceChildren(el("li", { class: "empty", text: t.none }));
    else this.list.replaceChildren(...games.map((game) => this.row(game)));
  }

  row(game) {
    const date = new Date(typeof game.changed === "number" ? game.changed * 1000 : game.changed);
    const size = Array.isArray(game.size) ? game.size.join("×") : String(game.size).replace("x", "×");
    const facts = [size, t.moves(game.moves), game.result, Number.isNaN(date.getTime()) ? null : t.changed(date)];
    const open = el("button", {
      type: "button", class: "plain game-open",
      onclick: async () => {
        if (await openGame(game.id)) this.node.close();
      },
    }, el("strong", { text: game.title || t.players(game.players) }), el("span", { class: "quiet", text: facts.filter(Boolean).join(" · ") }));
    const remove = el("button", { type: "button", class: "small", text: t.remove });
    remove.addEventListener("click", async () => {
      // The first click asks, the second deletes.
      if (remove.dataset.sure === undefined) {
        remove.dataset.sure = "";
        remove.textContent = t.sure;
        return;
      }
      await attempt(() => api.remove(game.id));
      this.refresh();
    });
    const row = el("li", { "data-game": game.id }, open, remove);
    if (game.id === store.state?.id) row.setAttribute("aria-current", "true");
    return row;
  }
}
