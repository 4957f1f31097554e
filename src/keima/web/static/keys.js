// Keys that work everywhere on the page, except where one types.

import { step, stepAside, walk } from "./actions.js";
import { store, update } from "./store.js";

/** What is clicked does not take the keys from the game: after a click on Review the arrows walk, after one on Whole
 * game Space begins an analysis. What is reached by keys keeps them. */
function keepKeys() {
  const isOutside = (node) => node && !node.closest("dialog");
  document.addEventListener("mousedown", (event) => {
    if (!isOutside(event.target.closest("button, summary"))) return;
    event.preventDefault();
    document.activeElement?.blur();
  });
  let pointed = false;
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, () => {
      pointed = kind === "pointerdown";
    }, true);
  }
  document.addEventListener("change", ({ target }) => {
    if (pointed && isOutside(target) && target.matches("select")) target.blur();
  });
}

/** `does` has what other keys do, by key. */
export function mountKeys(does) {
  keepKeys();
  const walks = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ArrowUp: () => stepAside(-1),
    ArrowDown: () => stepAside(1),
    PageUp: () => step(-10),
    PageDown: () => step(10),
    Home: () => walk(store.record?.root.id),
    End: () => step(Infinity),
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const { target } = event;
    if (target.closest("input, textarea, select, [contenteditable]")) return;
    // A button keeps Space for itself, radio buttons and tabs keep their arrows.
    if (event.key === " " && target.closest("button, summary, a")) return;
    if (event.key.startsWith("Arrow") && target.closest("[role=tab]")) return;
    if (event.key === "Escape") return update({ pending: null, line: null });
    const action = walks[event.key] ?? does[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || (walks[event.key] && !store.state)) return;
    event.preventDefault();
    action();
  });
}
