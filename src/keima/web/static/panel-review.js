// Reviewing: live analysis, candidates, the graph, mistakes, the tree and comments.

import { act, analyse, analyseAll, play, stop, walk } from "./actions.js";
import { el, field, offer, say, select, set, show } from "./dom.js";
import { mountGraph } from "./graph.js";
import { mistakesOf } from "./mistakes.js";
import { prefer, preferences } from "./preferences.js";
import { store, subscribe, touch, update } from "./store.js";
import { texts } from "./texts.js";

const t = texts.review;

/** Analysis on or off. */
export function toggleAnalysis() {
  if (store.analysing) stop();
  else {
    update({ tab: "review" });
    analyse();
  }
}

export function mountReview(box, info) {
  const main = el("button", { type: "button", class: "primary", id: "analyse", title: t.analyseTitle, onclick: toggleAnalysis });
  const all = el("button", { type: "button", id: "analyse-all", text: t.all, title: t.allTitle, onclick: analyseAll });
  const profile = select(info.profiles.map(({ name }) => [name, name]), {
    id: "analysis-profile", "aria-label": t.profile, title: t.profile,
    onchange: () => {
      prefer({ profile: profile.value });
      if (store.analysing) analyse();
    },
  });
  if (info.profiles.some(({ name }) => name === preferences.profile)) profile.value = preferences.profile;
  const view = select(Object.entries(t.views), {
    id: "view",
    onchange: () => {
      prefer({ view: view.value });
      touch("analysis");
    },
  });
  view.value = preferences.view;
  const most = select([1, 3, 5, 10, 20, 30].map((n) => [String(n), String(n)]), {
    id: "candidates",
    onchange: () => {
      prefer({ candidates: Number(most.value) });
      touch("analysis");
    },
  });
  most.value = String(preferences.candidates);
  const note = el("p", { class: "note", id: "view-note" });
  const bar = el("progress", { id: "whole-bar", "aria-label": t.allProgress, hidden: true });
  // A view that this player has not is one click away.
  const other = el("button", {
    type: "button", class: "small", id: "view-other", hidden: true,
    onclick: () => {
      profile.value = t.keepers[preferences.view];
      prefer({ profile: profile.value });
      analyse();
    },
  });
  box.append(
    el("div", { class: "buttons" }, main, all, profile),
    el("div", { class: "fields tight" }, field(t.view, view), field(t.shownMoves, most)),
    note, bar, el("div", { class: "buttons" }, other),
  );
  mountCandidates(box);
  const graph = el("section", { class: "part" }, el("h3", { class: "sr", text: t.graph }));
  box.append(graph);
  mountGraph(graph);
  mountMistakes(box);

  subscribe(["analysing", "analysis", "ended", "stopped", "tab", "whole"], ({ analysing, analysis, ended, stopped, state, whole }) => {
    say(main, analysing ? t.stop : t.analyse);
    main.classList.toggle("on", analysing);
    set(main, { "aria-pressed": String(analysing) });
    const here = analysis?.node === state?.node ? analysis : null;
    let words = t.viewHelp[preferences.view];
    const plain = preferences.view === "moves" || preferences.view === "none";
    const has = preferences.view === "ownership" ? here?.ownership ?? here?.views?.ownership : here?.views?.[preferences.view];
    if (!plain && !here && !analysing) words = t.startFirst;
    const lacks = !plain && here?.visits > 0 && !has;
    if (lacks) words = t.noView(here.profile, preferences.view);
    const keeper = lacks ? t.keepers[preferences.view] : undefined;
    show(other, Boolean(keeper) && keeper !== here.profile);
    if (keeper) say(other, t.useOther(keeper));
    if (analysing && state && ended === state.node) words = t.ended;
    if (!analysing && stopped) words = t.stopped(stopped);
    if (analysing && whole) words = t.whole(whole.done, whole.of);
    say(note, words);
    show(note, words !== "");
    show(bar, analysing && Boolean(whole));
    if (whole) set(bar, { value: whole.done, max: Math.max(1, whole.of) });
  });
  subscribe(["info"], ({ info: known }) => offer(profile, known.profiles.map(({ name }) => [name, name])));
}

function mountCandidates(box) {
  const c = t.columns;
  const heads = { win: el("th", { scope: "col" }) };
  const body = el("tbody");
  const summary = el("p", { class: "note summary", id: "analysis-summary" });
  const table = el("table", { class: "candidates", id: "candidate-table" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col", text: c.move }), heads.win,
      el("th", { scope: "col", text: c.score }), el("th", { scope: "col", text: c.visits }), el("th", { scope: "col", text: c.prior }))),
    body);
  const empty = el("p", { class: "empty", text: t.none });
  const line = el("p", { class: "expected", id: "expected" });
  box.append(el("section", { class: "part" }, summary, el("div", { class: "table-box" }, table), line, empty));
  const rows = [];

  const row = (i) => {
    if (rows[i]) return rows[i];
    const cells = Array.from({ length: 5 }, () => el("td"));
    const button = el("button", { type: "button", class: "move-name" });
    cells[0].append(button);
    const node = el("tr", {}, ...cells);
    const entry = { node, cells, button, move: null };
    node.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && update({ line: entry.move }));
    node.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && update({ line: null }));
    button.addEventListener("focus", () => button.matches(":focus-visible") && update({ line: entry.move }));
    button.addEventListener("blur", () => update({ line: null }));
    let touched = false;
    node.addEventListener("pointerdown", (event) => {
      touched = event.pointerType === "touch";
    });
    // A finger shows the line first, and plays when it is shown.
    node.addEventListener("click", () => {
      if (touched && store.line !== entry.move) update({ line: entry.move });
      else play(entry.move);
    });
    return (rows[i] = entry);
  };

  subscribe(["analysis", "analysing", "ended", "whole", "state", "line"], ({ analysis, analysing, ended, state, whole, line: shown }) => {
    const here = analysis && analysis.node === state?.node && analysis.moves.length ? analysis : null;
    show(table, Boolean(here));
    show(summary, Boolean(here));
    show(line, Boolean(here));
    show(empty, !here && !(analysing && (whole || ended === state?.node)));
    say(empty, analysing ? t.running : t.none);
    if (!here) return;
    const best = here.moves[0];
    say(summary, [here.winrate === null ? "–" : t.win(here.winrate), texts.points(here.score), t.summary(here)].join(" · "));
    set(summary, { title: here.network ?? here.profile });
    say(heads.win, t.columns.win(here.to_play));
    const moves = here.moves.slice(0, preferences.candidates);
    moves.forEach((move, i) => {
      const entry = row(i);
      entry.move = move.move;
      say(entry.button, move.move);
      const rate = here.to_play === "B" ? move.winrate : 1 - move.winrate;
      say(entry.cells[1], move.winrate === null ? "–" : `${(rate * 100).toFixed(1)} %`);
      say(entry.cells[2], texts.points(move.score));
      say(entry.cells[3], texts.count(move.visits));
      say(entry.cells[4], typeof move.prior === "number" ? `${(move.prior * 100).toFixed(1)} %` : "–");
      set(entry.node, { class: `${i === 0 ? "best" : ""}${shown === move.move ? " shown" : ""}`, "data-move": move.move });
      if (!entry.node.isConnected) body.append(entry.node);
    });
    for (let i = moves.length; i < rows.length; i++) rows[i].node.remove();
    const told = here.moves.find(({ move }) => move === shown) ?? best;
    say(line, `${shown ? t.line(told.move) : t.expected}: ${(told.pv ?? []).join(" ")}`);
    set(line, { title: line.textContent });
  });
}

function mountMistakes(box) {
  const list = el("ol", { class: "mistakes" });
  const none = el("p", { class: "note", text: t.noMistakes });
  const head = el("summary");
  const part = el("details", { class: "part", id: "mistakes", open: true }, head, list, none);
  box.append(part);
  subscribe(["values", "record", "state"], ({ record, state, values }) => {
    if (!record || !state) return;
    const found = mistakesOf(record.line(state.node), values);
    show(part, values.size > 2);
    show(none, found.length === 0);
    say(head, t.mistakesHead(found.length));
    const key = found.map(({ node, loss }) => `${node.id}:${loss.toFixed(3)}`).join(" ");
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    list.replaceChildren(...found.map(({ node, loss, points }) => el("li", {},
      el("button", { type: "button", class: "plain", onclick: () => walk(node.parent.id) },
        el("span", { class: `dot ${node.color === "B" ? "black" : "white"}`, "aria-hidden": "true" }),
        el("span", { text: t.mistake(node.number, node.color, node.move) }),
        el("span", { class: "loss", text: t.loss(loss) }),
        points === null ? null : el("span", { class: "quiet", text: t.lossPoints(points) })))));
  });
}

/** The tree's tools and the comment of the current node. */
export function mountRecord(tools, box) {
  const promote = el("button", { type: "button", class: "small", id: "promote", text: t.promote, onclick: () => act({ do: "promote", node: store.state.node }) });
  const remove = el("button", { type: "button", class: "small", id: "remove", text: t.remove, onclick: () => show(sure, true) });
  const sure = el("div", { class: "ask", role: "group", hidden: true }, el("span", { text: t.sureRemove }),
    el("button", {
      type: "button", class: "small primary", id: "remove-yes", text: t.yesRemove,
      onclick: () => {
        show(sure, false);
        act({ do: "remove", node: store.state.node });
      },
    }),
    el("button", { type: "button", class: "small", text: t.noRemove, onclick: () => show(sure, false) }));
  tools.append(el("div", { class: "buttons" }, promote, remove), sure);
  const comment = el("textarea", { id: "comment", rows: 3, placeholder: t.commentHint, "aria-label": t.comment, maxlength: store.info.most.comment });
  const cut = el("p", { class: "note", text: t.commentCut, hidden: true });
  box.append(el("label", { class: "field", for: "comment" }, el("span", { class: "field-label", text: t.comment })), comment, cut);
  let of = null; // the node whose comment is shown
  const keep = async () => {
    const [node, text, before] = [of, comment.value, comment.dataset.kept];
    if (node === null || text === before || comment.readOnly) return;
    comment.dataset.kept = text;
    const kept = await act({ do: "comment", node, text });
    // What could not be kept stays in the box, for another try.
    if (!kept && of === node) comment.dataset.kept = before;
  };
  comment.addEventListener("change", keep);
  subscribe(["state", "record"], ({ state, record }) => {
    if (!state) return;
    const node = record?.get(state.node);
    promote.disabled = !node || !offMain(node);
    remove.disabled = !node?.parent;
    if (of !== state.node) {
      show(sure, false);
      keep();
    } else if (document.activeElement === comment || comment.value !== comment.dataset.kept) return;
    of = state.node;
    comment.readOnly = state.comment_cut;
    show(cut, state.comment_cut);
    comment.dataset.kept = state.comment ?? "";
    if (comment.value !== comment.dataset.kept) comment.value = comment.dataset.kept;
  });
}

/** Whether a node is not on the main line. */
function offMain(node) {
  for (let here = node; here.parent; here = here.parent) if (here.parent.children[0] !== here) return true;
  return false;
}
