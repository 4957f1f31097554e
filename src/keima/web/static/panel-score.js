// Counting: dead stones, the parts of the count, and by which rules.

import { act, count } from "./actions.js";
import { el, offer, field, say, select, show } from "./dom.js";
import { subscribe } from "./store.js";
import { texts } from "./texts.js";

const t = texts.score;

export function mountScore(box, info) {
  const begin = el("button", { type: "button", class: "primary", id: "count", text: t.begin, onclick: count });
  const about = el("p", { class: "note", text: t.about });
  const ended = el("p", { class: "result", id: "ended" });
  const idle = el("div", {}, ended, about, el("div", { class: "buttons" }, begin));
  const result = el("p", { class: "result", id: "result" });
  const dead = el("p", { class: "note", id: "dead-count" });
  const neutral = el("p", { class: "note", id: "neutral-count" });
  const body = el("tbody");
  const foot = el("tr", {}, el("th", { scope: "row", text: t.total }), el("td"), el("td"));
  const table = el("table", { class: "count-table", id: "count-table" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col", text: t.title }), el("th", { scope: "col", text: t.black }), el("th", { scope: "col", text: t.white }))),
    body, el("tfoot", {}, foot));
  const rules = select([], { id: "score-rules", onchange: () => act({ do: "settings", rules: rules.value }) });
  offer(rules, info.rules.map((name) => [name, texts.newGame.rulesName(name)]));
  const accept = el("button", { type: "button", class: "primary", id: "accept", text: t.accept, onclick: () => act({ do: "accept" }) });
  const resume = el("button", { type: "button", id: "resume", text: t.resume, onclick: () => act({ do: "resume" }) });
  const busy = el("div", {}, result, table, dead, neutral, el("p", { class: "note", text: t.legend }), field(t.rules, rules),
    el("div", { class: "buttons" }, accept, resume));
  box.append(idle, busy);

  subscribe(["state", "marking"], ({ state, marking }) => {
    const score = state?.score;
    show(idle, Boolean(state) && !score);
    show(busy, Boolean(score));
    const agreed = Boolean(state?.agreed);
    show(ended, Boolean(state?.final));
    show(about, !agreed);
    show(begin, !agreed);
    begin.disabled = marking;
    say(ended, texts.result(state?.result));
    if (!score) return;
    // What is counted before the dead stones are marked is no result.
    say(result, marking ? t.marking : texts.result(score.text));
    say(dead, marking ? "" : t.dead(score.dead.length));
    // Where much is open nobody can have won yet.
    const open = state.board.filter((stone, i) => stone === 0 && score.owners[i] === 0).length;
    say(neutral, [t.neutral(open), open * 8 > state.board.length ? t.unfinished : ""].join(" "));
    show(neutral, open > 0 && !marking);
    accept.disabled = marking;
    rules.value = state.rules;
    body.replaceChildren(...score.explain.map(({ label, black, white }) => el("tr", { "data-part": label },
      el("th", { scope: "row" }, el("span", { text: t.labels[label] ?? label }), el("small", { text: t.why[label] ?? "" })),
      el("td", { text: texts.number(black) }), el("td", { text: texts.number(white) }))));
    say(foot.children[1], texts.number(score.black));
    say(foot.children[2], texts.number(score.white));
  });
}
