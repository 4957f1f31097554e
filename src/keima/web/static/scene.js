// What the board shows besides the stones, from all that the page knows.

import { candidateItems, heatItems, lineItems } from "./overlays.js";
import { nameOf } from "./points.js";
import { preferences } from "./preferences.js";
import { texts } from "./texts.js";

/** Views whose values are all about the same size. */
const CLOSE = new Set(["rave", "criticality"]);
const nameLists = new Map();

function namesOf(width, height) {
  const key = `${width}x${height}`;
  if (!nameLists.has(key)) {
    nameLists.set(key, Array.from({ length: width * height }, (_, i) => nameOf(i, width, height)));
  }
  return nameLists.get(key);
}

/** Whether the board shows a count: the review and the values of moves show the position. */
export const counts = ({ state, tab }) => Boolean(state?.score) && tab !== "review" && tab !== "solve";

/** The scene for the board's overlays. */
export function sceneOf(store) {
  const { state, tab } = store;
  const names = namesOf(state.width, state.height);
  const scene = { board: state.board, names };
  if (counts(store)) {
    scene.count = countItems(state, names);
  } else if (tab === "review") {
    Object.assign(scene, reviewScene(store));
    if (!scene.line) scene.next = nextItems(store);
  } else if (tab === "solve" && store.solved?.node === state.node) {
    scene.solved = solvedItems(store.solved, state.to_play === "B" ? 1 : -1, store.solving);
  } else if (tab === "play" && store.hint?.node === state.node && store.hint.move !== "pass") {
    scene.hint = store.hint.move;
    if (store.line === "hint") scene.line = lineItems(store.hint.pv ?? [], state.to_play);
  }
  return scene;
}

function countItems(state, names) {
  const dead = new Set(state.score.dead);
  return names
    .map((point, i) => ({ point, owner: state.score.owners[i], dead: dead.has(point), on: state.board[i] }))
    .filter(({ owner, dead, on }) => dead || (owner && !on));
}

/** The moves that follow in the record: the one of this line, and other variations. */
function nextItems({ record, state }) {
  const node = record?.get(state.node);
  if (!node) return [];
  const chosen = record.next(node);
  return node.children
    .filter(({ move }) => move && move !== "pass")
    .map((child) => ({ point: child.move, color: child.color, chosen: child === chosen }));
}

/** The candidate whose line is asked for, or null. */
export function lineMove({ analysis, line, state }) {
  if (!line || analysis?.node !== state.node) return null;
  return analysis.moves.find(({ move }) => move === line) ?? null;
}

function reviewScene(store) {
  const { analysis, state } = store;
  if (!analysis || analysis.node !== state.node) return {};
  const move = lineMove(store);
  const scene = {};
  if (preferences.view === "ownership") {
    scene.ownership = analysis.ownership ?? analysis.views?.ownership ?? null;
  } else if (preferences.view === "territory") {
    scene.ownership = analysis.views?.territory ?? null;
  } else if (preferences.view !== "moves" && analysis.views?.[preferences.view]) {
    scene.heat = heatItems(analysis.views[preferences.view], CLOSE.has(preferences.view));
  }
  if (move) scene.line = lineItems(move.pv?.length ? move.pv : [move.move], state.to_play);
  else if (preferences.view === "moves") {
    scene.candidates = candidateItems(analysis, preferences.candidates).filter(({ point }) => point !== "pass");
  }
  return scene;
}

/** Proved values as the side to move sees them, and what is known of the others; `sign` is 1 for Black. */
export function solvedItems(solved, sign, working = false) {
  const onBoard = ([point]) => point !== "pass";
  const proved = Object.entries(solved.moves).filter(onBoard);
  const least = Math.min(...proved.map(([, { value }]) => sign * value));
  return [
    ...proved.map(([point, { value, best }]) => ({
      point, best, text: texts.signed(sign * value), grade: sign * value === least ? "poor" : "fair",
    })),
    ...Object.entries(solved.open).filter(onBoard).map(([point, bounds]) => ({
      point, best: false, text: texts.solve.bound(bounds, sign),
      grade: working && solved.at === point ? "open at" : "open",
    })),
  ];
}
