// What the user can do to the open game. The server's answer becomes the page's state.

import { api } from "./api.js";
import { prefer, preferences } from "./preferences.js";
import { Record } from "./record.js";
import { Socket } from "./socket.js";
import { store, touch, update } from "./store.js";
import { texts } from "./texts.js";
import { complain } from "./toast.js";

/** Reasons for the end of an analysis that need no words. */
const QUIET = new Set(["asked", "done", "followed"]);
const VIEWS = ["ownership", "territory", "policy", "priors", "rave", "criticality", "visits"];
/** Whether the next state comes from a new connection: the server may have begun anew. */
let fresh = false;
export const socket = new Socket(receive, (connected) => {
  fresh = connected;
  update({ connected });
  if (!connected) update({ analysing: false, solving: false });
});

/** Runs something that may fail; a failure is shown, and undefined returned. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    complain(error.message);
    return undefined;
  }
}

function receive(message) {
  switch (message.type) {
    case "state":
      accept(message.state, fresh);
      fresh = false;
      return undefined;
    case "analysis":
      return acceptAnalysis(message.analysis);
    case "analysing":
      return heard(message);
    case "values":
      for (const [id, value] of Object.entries(message.values)) store.values.set(Number(id), value);
      return touch("values");
    case "progress":
      return update({ whole: { done: message.done, of: message.of } });
    case "solved":
      return update({ solved: message });
    case "deleted":
      socket.close();
      update({ state: null, record: null, analysis: null, solved: null });
      return complain(texts.status.deleted);
    case "error":
      return complain(message.error);
    default:
      return undefined;
  }
}

/** Analysis or solving began or ended. */
function heard({ on, node, why, what }) {
  const key = what === "solve" ? "solving" : "analysing";
  if (on) return update({ [key]: true, whole: what === "game" ? store.whole : null, stopped: "", ended: null });
  // What has seen enough, or the end of the game, goes on at the next node.
  if (why === "over") return update({ ended: node });
  return why === "enough" ? undefined : update({ [key]: false, whole: null, stopped: QUIET.has(why) ? "" : why });
}

function acceptAnalysis(analysis) {
  if (typeof analysis.winrate === "number") {
    store.values.set(analysis.node, [analysis.winrate, analysis.score]);
    touch("values");
  }
  if (analysis.node === store.state?.node) update({ analysis });
}

/** Takes a state from the server, unless it is there already, or a newer one; `fresh` ones count. */
function accept(state, fresh = false) {
  const before = store.state;
  if (before?.id === state.id && before.version >= state.version && !fresh && !state.hint) return;
  const patch = { state };
  if (fresh && before?.version > state.version) patch.record = null;
  if (before?.id !== state.id) {
    Object.assign(patch, { record: null, values: new Map(), solved: null, solving: false, analysing: false });
  }
  const moved = before?.id !== state.id || before.node !== state.node;
  if (moved) Object.assign(patch, { analysis: state.analysis, line: null, pending: null, stopped: "" });
  else if (!store.analysis && state.analysis) patch.analysis = state.analysis;
  if (state.hint) patch.hint = { ...state.hint, node: state.node };
  else if (moved) patch.hint = null;
  update(patch);
  if (store.record?.follow(state.tree_changes)) touch("record");
  store.record?.choose(state.node);
  if (isBehind(state)) loadTree(state);
}

let loading = null; // the tree that is on its way, as a promise

/** Loads the tree of the open game until it is as new as the state. */
function loadTree(state) {
  loading ??= loadTrees(state).finally(() => {
    loading = null;
  });
  return loading;
}

const isBehind = (state) => (store.record?.version ?? -1) < state.tree_version;

async function loadTrees(state) {
  for (let now = state; now && isBehind(now); now = store.state) {
    if (!(await loadOne(now.id))) return;
  }
}

async function loadOne(id) {
  return attempt(async () => {
    const tree = await api.tree(id);
    if (store.state?.id !== id) return true;
    const record = new Record(tree, store.record);
    record.choose(store.state.node);
    for (const [node, value] of Object.entries(tree.values ?? {})) store.values.set(Number(node), value);
    update({ record });
    touch("values");
    return true;
  });
}

/** The node where the user is, or is going to be, once the tree knows it. */
async function whereabouts() {
  if (!store.state) return null;
  const id = wanted ?? store.state.node;
  if (!store.record?.get(id)) await loadTree(store.state);
  return store.record?.get(wanted ?? store.state?.node) ?? null;
}

/** Opens a game from its state: this page follows it from now on. */
export function openState(state) {
  accept(state);
  prefer({ game: state.id });
  const hash = `#${state.id}`;
  if (location.hash !== hash) history.pushState(null, "", hash);
  socket.open(state.id);
}

/** Opens the game with an id; false if there is none. */
export async function openGame(id) {
  try {
    openState(await api.game(id));
    return true;
  } catch (error) {
    if (error.status !== 404) complain(error.message);
    return false;
  }
}

/** Makes a game from what the server calls a new game, or from SGF, and opens it. */
export async function createGame(game) {
  return attempt(async () => {
    openState(await api.create(game));
    return true;
  });
}

/** Does something to the game, as the server names it. */
export async function act(action) {
  const { state } = store;
  if (!state) return undefined;
  return attempt(async () => {
    const answer = await api.act(state.id, action);
    accept(answer);
    return answer;
  });
}

/** Begins counting. The engine's marks may take a moment. */
export async function count() {
  update({ marking: true });
  await act({ do: "score" });
  update({ marking: false });
}

let waiting = null; // the last move, until it is answered

/** Plays a move when the one before has been answered, unless that was refused, or another game is open
 * by then. The same move again is a double click. */
export function play(move) {
  const id = store.state?.id;
  const before = waiting?.id === id ? waiting : null;
  if (before?.move === move) return before.done;
  const mine = { id, move };
  waiting = mine;
  mine.done = (async () => {
    if (before && (await before.done) === undefined) return undefined;
    if (store.state?.id !== id) return undefined;
    return act({ do: "play", move, node: store.state?.node });
  })().finally(() => {
    if (waiting === mine) waiting = null;
  });
  return mine.done;
}

let wanted = null; // the node that the user is on the way to
let walking = false;

/** Goes to a node. While a request is on its way only the last wish counts. */
export async function walk(id) {
  if (id === null || id === undefined) return;
  wanted = id;
  if (walking) return;
  walking = true;
  while (wanted !== null && wanted !== store.state?.node) {
    const target = wanted;
    if ((await act({ do: "go", node: target })) === undefined) break;
    if (wanted === target) break;
  }
  wanted = null;
  walking = false;
}

/** Steps along the line (forward is positive) from where the user is, or is going to be. */
export async function step(count) {
  let node = await whereabouts();
  if (!node) return;
  const { record } = store;
  for (; count > 0 && record.next(node); count--) node = record.next(node);
  for (; count < 0 && node.parent; count++) node = node.parent;
  walk(node.id);
}

/** Goes to the next (1) or previous (-1) variation. */
export async function stepAside(direction) {
  const node = await whereabouts();
  const other = node && store.record.sibling(node, direction);
  if (other) walk(other.id);
}

/** Starts live analysis of the current node, and of those that follow it. */
export function analyse() {
  update({ stopped: "" });
  if (!socket.send({ type: "analyse", profile: preferences.profile, follow: true, views: VIEWS })) {
    complain(texts.status.lost);
  } else update({ analysing: true });
}

/** Analyses every node of the current line. */
export function analyseAll() {
  update({ stopped: "" });
  if (!socket.send({ type: "analyse_all", profile: preferences.profile, playouts: 100 })) {
    complain(texts.status.lost);
  } else update({ analysing: true });
}

export function solve() {
  if (!socket.send({ type: "solve" })) complain(texts.status.lost);
  else update({ solved: null });
}

/** Ends analysis and solving; what was found stays. */
export function stop() {
  socket.send({ type: "stop" });
  update({ analysing: false, solving: false, whole: null });
}
