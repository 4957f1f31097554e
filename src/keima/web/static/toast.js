// Sentences about what went wrong, shown for a while and read aloud.

import { el } from "./dom.js";
import { texts } from "./texts.js";

const LASTS = 8000;

/** Shows a sentence; the same one is not shown twice at a time. */
export function complain(sentence) {
  const box = document.getElementById("toasts");
  for (const toast of box.children) if (toast.dataset.text === sentence) toast.remove();
  const toast = el("div", { class: "toast", role: "alert", "data-text": sentence }, el("span", { text: sentence }));
  const timer = setTimeout(() => toast.remove(), LASTS);
  toast.append(el("button", {
    type: "button", class: "plain", "aria-label": texts.dismiss, text: "×",
    onclick: () => {
      clearTimeout(timer);
      toast.remove();
    },
  }));
  box.append(toast);
}
