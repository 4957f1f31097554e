// Puts the page together and opens the game that was open before.

import { openGame } from "./actions.js";
import { api } from "./api.js";
import { el } from "./dom.js";
import { mountFiles } from "./files.js";
import { Games } from "./games.js";
import { Help } from "./help.js";
import { mountKeys } from "./keys.js";
import { mountNav } from "./nav.js";
import { NewGame } from "./new-game.js";
import { hint, mountPlay, pass, undo } from "./panel-play.js";
import { mountRecord, mountReview, toggleAnalysis } from "./panel-review.js";
import { mountScore } from "./panel-score.js";
import { mountSolve } from "./panel-solve.js";
import { mountPlayers } from "./players.js";
import { preferences } from "./preferences.js";
import { mountStatus } from "./status.js";
import { store, subscribe, touch, update } from "./store.js";
import { mountTable } from "./table.js";
import { TABS, mountTabs } from "./tabs.js";
import { texts } from "./texts.js";
import { complain } from "./toast.js";
import { mountToolbar } from "./toolbar.js";
import { mountTree } from "./tree.js";

const at = (id) => document.getElementById(id);
let newGame = null;
const games = new Games();
const help = new Help();
const create = () => newGame?.open();
const open = () => at("file").click();

at("skip").textContent = texts.top.skip;
at("veil").textContent = texts.drop;
at("status").textContent = texts.status.loading;
mountToolbar(at("top"), { create, open, games: () => games.open(), help: () => help.open() });
const board = mountTable({ node: at("board"), help: at("board-help"), spoken: at("spoken"), confirm: at("confirm"), onempty: create });
mountNav(at("nav"));
mountPlayers(at("players"));
mountStatus(at("status"));
mountTabs(at("tabs"), Object.fromEntries(TABS.map((name) => [name, at(`panel-${name}`)])));
mountFiles(at("file"), at("veil"));
at("skip").addEventListener("click", (event) => {
  event.preventDefault();
  board.node.focus();
});

function mountRecordPart() {
  const head = el("div", { class: "part-head" }, el("h3", { text: texts.review.tree }));
  const tools = el("div", { class: "review-only" });
  const comment = el("div", { class: "review-only comment-box" });
  at("record").append(head);
  mountTree(at("record"));
  at("record").append(tools, comment);
  mountRecord(tools, comment);
  subscribe(["tab", "state"], ({ tab, state }) => {
    at("record").hidden = !state || tab === "score" || tab === "solve";
    at("record").classList.toggle("reviewing", tab === "review");
  });
}

/** Without a game there is nothing to play, review, count or solve: what one can do is said. */
function mountEmpty() {
  const t = texts.empty;
  at("empty").append(el("p", { class: "note", text: t.about }),
    el("div", { class: "buttons" },
      el("button", { type: "button", class: "primary", text: texts.top.new, onclick: create }),
      el("button", { type: "button", text: t.open, onclick: open })));
  subscribe(["state"], ({ state }) => {
    for (const id of ["players", "tabs", "nav"]) at(id).hidden = !state;
    at("empty").hidden = Boolean(state);
    at("side").classList.toggle("bare", !state);
  });
}

mountKeys({
  p: () => store.state && pass(),
  u: () => store.state && undo(),
  h: () => {
    update({ tab: "play" });
    hint();
  },
  " ": () => store.state && toggleAnalysis(),
  n: create,
  o: open,
  "?": () => help.open(),
  ...Object.fromEntries(TABS.map((name, i) => [String(i + 1), () => update({ tab: name })])),
});

/** The game of the address, else the last one of this browser; else a new one is offered. */
async function openFirst() {
  const wanted = location.hash.slice(1) || preferences.game;
  if (!wanted || !(await openGame(wanted))) newGame.open();
}

window.addEventListener("popstate", () => {
  const id = location.hash.slice(1);
  if (id && id !== store.state?.id) openGame(id);
});

subscribe(["state"], ({ state }) => {
  document.title = state?.title ? `${state.title} – ${texts.name}` : texts.name;
  document.body.dataset.ready = state ? "yes" : "no";
});

try {
  const info = await api.info();
  update({ info });
  newGame = new NewGame(info);
  mountPlay(at("panel-play"), info);
  mountReview(at("panel-review"), info);
  mountScore(at("panel-score"), info);
  mountSolve(at("panel-solve"), info);
  mountRecordPart();
  mountEmpty();
  touch("tab", "state");
  await openFirst();
} catch (error) {
  complain(error.message);
}
