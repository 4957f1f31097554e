// The board of the open game: shows it, and turns clicks, taps and keys into moves.

import { act, play } from "./actions.js";
import { Board } from "./board.js";
import { el, say, set, show } from "./dom.js";
import { indexOf } from "./points.js";
import { preferences } from "./preferences.js";
import { counts, sceneOf } from "./scene.js";
import { knock } from "./sound.js";
import { store, subscribe, update } from "./store.js";
import { texts } from "./texts.js";
import { complain } from "./toast.js";

const t = texts.board;
/** Pixels of a cell below which a tap is confirmed by a second one. */
const FINGER = 36;

/** `onempty` is called where a point is chosen and no game is open. */
export function mountTable({ node, help, spoken, confirm, onempty }) {
  set(node, { "aria-roledescription": t.role });
  help.textContent = t.help;
  let hovered = null;

  const index = (point) => indexOf(point, store.state.width, store.state.height);
  const playable = (point) => {
    const { state } = store;
    return state && !state.score && !state.over && !state.thinking && state.legal[index(point)];
  };

  const choose = async (point, touched) => {
    const { state } = store;
    if (!state) return onempty();
    if (state.score) {
      if (!counts(store)) return complain(texts.errors.counting);
      if (!state.board[index(point)]) return;
      const answer = await act({ do: "dead", point });
      if (answer?.score) say(spoken, texts.score.marked(point, answer.score.dead.includes(point)));
      return;
    }
    if (state.over) return;
    if (state.thinking) return complain(texts.errors.notYours);
    if (!state.legal[index(point)]) {
      if (!state.board[index(point)]) complain(texts.errors.illegal(point));
      return;
    }
    if (touched && board.cell < FINGER && store.pending !== point) return update({ pending: point });
    update({ pending: null });
    play(point);
  };

  const speak = (point) => {
    const { state } = store;
    if (!state || !point) return say(spoken, "");
    const words = [t.content[state.board[index(point)]]];
    if (state.last === point) words.push(t.lastMove);
    else if (!state.board[index(point)] && !state.score && !state.legal[index(point)]) words.push(t.cannot);
    return say(spoken, t.at(point, words.join(", ")));
  };

  const board = new Board(node, {
    choose,
    hover(point) {
      hovered = point;
      const candidate = store.tab === "review" && preferences.view === "moves" && store.analysis?.node === store.state?.node
        && store.analysis?.moves.slice(0, preferences.candidates).some(({ move, visits }) => move === point && visits > 0);
      update({ line: candidate ? point : null });
      ghost();
    },
    cursor(point) {
      update({ cursor: point });
      board.moveCursor(point);
      speak(point);
    },
  });

  const ghost = () => {
    const { pending, line, state } = store;
    const point = pending ?? hovered;
    board.showGhost(point && !line && playable(point) ? point : null, state?.to_play, Boolean(pending));
  };

  const confirmButton = el("button", { type: "button", class: "primary", id: "confirm-move", onclick: () => choose(store.pending, false) });
  confirm.append(confirmButton, el("button", { type: "button", text: t.cancel, onclick: () => update({ pending: null }) }));

  const deadOf = (state) => new Set(counts(store) ? state.score.dead : []);
  board.size(9, 9, preferences.coordinates);
  let before = null;
  subscribe(["state"], ({ state }) => {
    if (!state) return board.position({ board: new Array(board.width * board.height).fill(0) });
    const sized = board.width === state.width && board.height === state.height && before?.id === state.id;
    board.size(state.width, state.height, preferences.coordinates);
    const forward = sized && state.number === before.number + 1;
    board.position({ board: state.board, dead: deadOf(state), animate: forward });
    if (forward && state.last && state.last !== "pass") knock();
    before = state;
    return undefined;
  });
  subscribe(["tab"], ({ state }) => state && board.position({ board: state.board, dead: deadOf(state) }));
  subscribe(["state", "record", "analysis", "tab", "line", "hint", "solved", "solving"], ({ state }) => {
    if (state) {
      board.overlays.show(sceneOf(store));
      board.annotate(state, (point) => board.overlays.covers(point));
    }
    ghost();
  });
  subscribe(["pending", "state"], ({ pending }) => {
    const asks = pending !== null && Boolean(playable(pending));
    show(confirm, asks);
    if (asks) say(confirmButton, t.confirm(pending));
    ghost();
  });
  return board;
}
