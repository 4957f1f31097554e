// Buttons below the board that walk through the game.

import { step, walk } from "./actions.js";
import { el, say, set } from "./dom.js";
import { icon } from "./icons.js";
import { store, subscribe } from "./store.js";
import { texts } from "./texts.js";

const t = texts.nav;

export function mountNav(box) {
  set(box, { "aria-label": t.label });
  const button = (name, onclick) => el("button",
    { type: "button", class: "symbol", title: t[name], "aria-label": t[name], id: `nav-${name}`, onclick }, icon(name));
  const place = el("span", { class: "place", id: "move-number" });
  const backs = [button("first", () => walk(store.record?.root.id)), button("back10", () => step(-10)), button("back", () => step(-1))];
  const forwards = [button("forward", () => step(1)), button("forward10", () => step(10)), button("last", () => step(Infinity))];
  box.append(...backs, place, ...forwards);
  subscribe(["state", "record"], ({ state, record }) => {
    if (!state) return say(place, "");
    const node = record?.get(state.node);
    const total = node ? record.line(state.node).at(-1).number : state.number;
    say(place, t.short(state.number, Math.max(total, state.number)));
    set(place, { title: t.move(state.number, total) });
    for (const one of backs) one.disabled = node ? !node.parent : false;
    for (const one of forwards) one.disabled = node ? !record.next(node) : false;
    return undefined;
  });
}
