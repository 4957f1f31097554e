// Play, review, count, solve: one at a time.

import { stop } from "./actions.js";
import { el, set, show } from "./dom.js";
import { store, subscribe, update } from "./store.js";
import { texts } from "./texts.js";

export const TABS = ["play", "review", "score", "solve"];

export function mountTabs(box, panels) {
  set(box, { "aria-label": texts.tabs.label });
  const tabs = TABS.map((name) => el("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
    text: texts.tabs[name], onclick: () => update({ tab: name }),
  }));
  box.append(...tabs);
  box.addEventListener("keydown", (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move) return;
    const place = (TABS.indexOf(store.tab) + move + TABS.length) % TABS.length;
    update({ tab: TABS[place] });
    tabs[place].focus();
    event.preventDefault();
  });
  let counting = false;
  let game = null;
  subscribe(["tab", "state"], ({ tab, state }, changed) => {
    // Who leaves the review does not want the machine to go on.
    if (changed.has("tab") && tab !== "review" && store.analysing) stop();
    TABS.forEach((name, i) => {
      set(tabs[i], { "aria-selected": String(name === tab), tabindex: name === tab ? 0 : -1 });
      show(panels[name], name === tab);
    });
    // Counting begins by itself after two passes.
    const counts = Boolean(state?.score);
    if (counts && (!counting || game !== state.id)) update({ tab: "score" });
    if (!counts && counting && game === state?.id && tab === "score" && !state.over) update({ tab: "play" });
    counting = counts;
    game = state?.id ?? null;
  });
}
