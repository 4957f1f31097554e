// Playing: pass, undo, hint, resign, and who plays.

import { act, play } from "./actions.js";
import { el, say, show } from "./dom.js";
import { PlayerEditor } from "./player-editor.js";
import { store, subscribe, update } from "./store.js";
import { texts } from "./texts.js";

const t = texts.play;

export const pass = () => play("pass");
export const undo = () => act({ do: "undo" });

/** Asks the engine what it would play. */
export async function hint() {
  if (store.hinting) return;
  update({ hinting: true, hint: null });
  await act({ do: "hint" });
  update({ hinting: false });
}

export function mountPlay(box, info) {
  const button = (text, title, onclick, extra = {}) => el("button", { type: "button", text, title, onclick, ...extra });
  const buttons = {
    pass: button(t.pass, t.passTitle, pass, { id: "pass" }),
    undo: button(t.undo, t.undoTitle, undo, { id: "undo" }),
    hint: button(t.hint, t.hintTitle, hint, { id: "hint" }),
    resign: button(t.resign, t.resignTitle, () => show(sure, true), { id: "resign" }),
  };
  const stop = button(t.stop, t.stopTitle, () => act({ do: "stop" }), { id: "stop-thinking" });
  const move = button(t.move, t.moveTitle, () => act({ do: "move" }), { id: "engine-move" });
  const count = button(t.count, "", () => update({ tab: "score" }));
  const sure = el("div", { class: "ask", role: "group", hidden: true }, el("span", { text: t.sure }),
    button(t.yes, "", () => {
      show(sure, false);
      act({ do: "resign" });
    }, { class: "primary", id: "resign-yes" }),
    button(t.no, "", () => show(sure, false)));
  const hintMove = el("strong");
  const hintWords = el("span", { class: "quiet" });
  const hintLine = el("p", { class: "hint-line", tabindex: 0, hidden: true }, hintMove, " ", hintWords);
  for (const name of ["pointerenter", "focus"]) hintLine.addEventListener(name, () => update({ line: "hint" }));
  for (const name of ["pointerleave", "blur"]) hintLine.addEventListener(name, () => update({ line: null }));
  const facts = el("p", { class: "note" });
  const editors = Object.fromEntries(["B", "W"].map((color) => [color, new PlayerEditor(info, {
    label: texts.editor.player(color), human: true,
    onchange: (player) => act({ do: "settings", players: { ...store.state.players, [color]: player } }),
  })]));
  const players = el("details", { id: "players-editor" }, el("summary", { text: t.players }), editors.B.node, editors.W.node);
  const comment = el("p", { class: "comment-text", hidden: true });
  box.append(el("div", { class: "buttons grid4" }, ...Object.values(buttons)), sure, hintLine,
    el("div", { class: "buttons grid3" }, move, stop, count), comment, facts, players);

  subscribe(["state", "hint", "hinting"], ({ state, hint: found, hinting }) => {
    if (!state) return;
    const free = !state.over && !state.score;
    buttons.pass.disabled = !free || state.thinking;
    buttons.hint.disabled = !free || state.thinking || hinting;
    buttons.resign.disabled = !free || state.players[state.to_play].kind === "engine";
    buttons.undo.disabled = state.node === store.record?.root.id && !state.thinking;
    move.disabled = !free || state.thinking;
    say(move, state.players[state.to_play].kind === "engine" ? t.moveOther : t.move);
    stop.disabled = !state.thinking;
    if (!free) show(sure, false);
    const hinted = found?.node === state.node && free;
    show(hintLine, hinted || hinting);
    if (!hinted) {
      say(hintMove, "");
      say(hintWords, t.hinting);
    } else {
      say(hintMove, t.hinted(found));
      say(hintWords, t.hintWords(found, state.to_play));
    }
    say(facts, [state.title, t.facts(state)].filter(Boolean).join(" · "));
    say(comment, state.comment ?? "");
    show(comment, Boolean(state.comment));
    for (const color of ["B", "W"]) {
      // An editor in use is left alone.
      if (!editors[color].node.contains(document.activeElement)) editors[color].value = state.players[color];
    }
  });
}
