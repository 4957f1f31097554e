// One line that says what happened and whose turn it is; it is read aloud.

import { say } from "./dom.js";
import { nameOfPlayer } from "./players.js";
import { subscribe } from "./store.js";
import { texts } from "./texts.js";

const t = texts.status;

/** Whose turn it is, or how the game ended. */
export function turnOf(state) {
  const { to_play: color, players } = state;
  if (state.error) return t.engine(state.error);
  if (state.fault) return t.fault(state.fault.replace(/^line \d+, column \d+: /, ""));
  if (state.score) return t.counting;
  if (state.over) return state.final ? t.over(texts.result(state.result)) : t.passed;
  if (state.thinking) return t.thinking(nameOfPlayer(state, color));
  if (players[color].kind === "engine") return t.waiting(nameOfPlayer(state, color));
  const other = players[color === "B" ? "W" : "B"];
  return other.kind === "engine" ? t.yours(color) : t.toPlay(color);
}

export function mountStatus(box) {
  let before = null;
  subscribe(["state", "connected"], ({ state, connected }) => {
    box.classList.toggle("lost", !connected);
    if (!connected) return say(box, t.lost);
    if (!state) return say(box, t.none);
    const words = [];
    if (state.last && !state.score) {
      const mover = state.to_play === "B" ? "W" : "B";
      words.push(t.played(mover, state.last));
      const same = before?.id === state.id && before.number === state.number - 1;
      const taken = same ? state.captures[mover] - before.captures[mover] : 0;
      if (taken > 0) words.push(t.captured(mover, taken));
    }
    words.push(turnOf(state));
    if (before?.version !== state.version) before = state;
    return say(box, words.join(" "));
  });
}
