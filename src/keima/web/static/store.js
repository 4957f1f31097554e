// What the page knows, and who wants to hear of changes.

const values = {
  info: null, // what the server can do
  state: null, // the game, as the server has it
  record: null, // its tree of nodes
  values: new Map(), // node -> [win rate, score]
  analysis: null, // what is known of the current node
  analysing: false,
  whole: null, // how far the analysis of a whole game is: {done, of}
  ended: null, // the node at which analysis has found the game over
  stopped: "", // why analysis ended, if not by wish
  solved: null,
  solving: false,
  marking: false, // whether the engine looks for dead stones
  hint: null,
  hinting: false, // whether one is asked for
  tab: "play",
  pending: null, // a point that waits for a second tap
  line: null, // a candidate whose line is shown
  cursor: null, // the point chosen by keys
  connected: true,
};
const listeners = [];
const changed = new Set();
let planned = false;

function flush() {
  planned = false;
  const keys = new Set(changed);
  changed.clear();
  for (const [wanted, listener] of listeners) {
    if (wanted.some((key) => keys.has(key))) listener(values, keys);
  }
}

/** The values; read only. */
export const store = values;

/** Changes values; those who listen hear of it before the next frame, once for all changes. */
export function update(patch) {
  for (const [key, value] of Object.entries(patch)) {
    if (values[key] === value) continue;
    values[key] = value;
    changed.add(key);
  }
  touch();
}

/** Says that the inside of a value has changed. */
export function touch(...keys) {
  for (const key of keys) changed.add(key);
  if (planned || changed.size === 0) return;
  planned = true;
  // A hidden page has no frames.
  if (document.hidden) setTimeout(flush, 50);
  else requestAnimationFrame(flush);
}

/** Calls `listener(store, changed keys)` after a change of one of `keys`. */
export function subscribe(keys, listener) {
  listeners.push([keys, listener]);
}
