// Solving: the exact value of every move on small boards.

import { createGame, play, solve, stop } from "./actions.js";
import { el, say, set, show } from "./dom.js";
import { subscribe } from "./store.js";
import { texts } from "./texts.js";

const t = texts.solve;

/** Boards to begin with: of the first two much is known at once. */
const SMALL = [[4, 4], [5, 4], [5, 5]];
const HUMAN = { kind: "human" };

export function mountSolve(box, info) {
  const about = el("p", { class: "note", text: t.about });
  const more = el("details", {}, el("summary", { text: t.aboutMore }), ...t.more.map((text) => el("p", { class: "note", text })));
  const large = el("p", { text: t.tooLarge(info.solver_points) });
  const small = SMALL.map(([width, height]) => el("button", {
    type: "button", text: t.small(width, height),
    onclick: () => createGame({ width, height, komi: 0, players: { B: HUMAN, W: HUMAN } }),
  }));
  const tooLarge = el("div", {}, large, el("div", { class: "buttons" }, ...small));
  const begin = el("button", { type: "button", class: "primary", id: "solve", text: t.begin, onclick: solve });
  const end = el("button", { type: "button", id: "solve-stop", text: t.stop, onclick: stop });
  const progress = el("p", { class: "note", role: "status", id: "solve-progress" });
  const bar = el("progress", { id: "solve-bar", "aria-label": t.progress });
  const value = el("p", { class: "result", id: "solve-value" });
  const body = el("tbody");
  const table = el("table", { class: "solved-table", id: "solved-table" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col", text: t.columns.move }), el("th", { scope: "col", text: t.columns.value }))), body);
  box.append(about, tooLarge, el("div", { class: "buttons" }, begin, end), value, bar, progress,
    el("div", { class: "table-box" }, table), more);

  subscribe(["state", "solved", "solving"], ({ state, solved, solving }) => {
    if (!state) return;
    const fits = state.width * state.height <= info.solver_points;
    const here = solved?.node === state.node ? solved : null;
    show(tooLarge, !fits);
    show(begin, fits && !solving);
    show(end, fits && solving);
    show(more, fits);
    const sign = state.to_play === "B" ? 1 : -1;
    const moves = Object.entries(here?.moves ?? {}).sort(([, a], [, b]) => sign * (b.value - a.value));
    const open = Object.entries(here?.open ?? {});
    say(progress, here || solving ? words(here, solving) : "");
    show(table, moves.length + open.length > 0);
    const all = moves.length + open.length;
    show(bar, Boolean(here) && solving && moves.length < all);
    set(bar, { value: moves.length, max: Math.max(1, all) });
    const known = here?.value !== null && here?.value !== undefined;
    show(value, known);
    if (known) say(value, t.value(t.result(here.value)));
    const mark = (best) => (best ? ` · ${known ? t.best : t.bestSoFar}` : "");
    body.replaceChildren(
      ...moves.map(([move, { text, best }]) => row(move, `${text}${mark(best)}`, best ? "best" : "")),
      ...open.map(([move, { lower, upper }]) => row(move, t.between(lower, upper), "open")),
    );
  });
}

function row(move, text, kind) {
  return el("tr", { class: kind, "data-move": move },
    el("td", {}, el("button", { type: "button", class: "move-name", text: move, onclick: () => play(move) })),
    el("td", { text }));
}

/** How far it is, in words. */
function words(solved, solving) {
  if (!solved) return t.begun;
  const proved = Object.keys(solved.moves).length;
  const all = proved + Object.keys(solved.open).length;
  if (proved === all) return t.done;
  if (!solving || solved.done) return t.stopped(proved, all);
  const now = solved.at ? t.at(solved.at, solved.open[solved.at]?.depth ?? 0, solved.positions) : t.backward(solved.positions);
  return `${t.working(proved, all)} ${now}`;
}
