// Games from SGF: opened, dropped on the page, or pasted.

import { createGame } from "./actions.js";
import { show } from "./dom.js";
import { update } from "./store.js";
import { texts } from "./texts.js";
import { complain } from "./toast.js";

const MOST = 2_000_000;

async function review(sgf, name) {
  if (!sgf.includes("(") || !sgf.includes(";")) return complain(texts.errors.notSgf(name));
  if (await createGame({ sgf })) update({ tab: "review" });
  return undefined;
}

/** The text of a file in the encoding that it names, as far as browsers know it. */
export function decode(bytes) {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2000));
  const named = /CA\s*\[\s*([\w.:-]+)\s*\]/.exec(head)?.[1];
  const labels = [named, "utf-8", "gb18030"].filter(Boolean);
  for (const label of labels) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // Neither known nor right: the next one is tried.
    }
  }
  return new TextDecoder("latin1").decode(bytes);
}

async function take(file) {
  if (file.size > MOST) return complain(texts.errors.large(file.name));
  return review(decode(new Uint8Array(await file.arrayBuffer())), file.name);
}

/** `input` is the hidden file input, `veil` what shows that a file may be dropped. */
export function mountFiles(input, veil) {
  input.addEventListener("change", () => {
    if (input.files[0]) take(input.files[0]);
    input.value = "";
  });
  let depth = 0;
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragenter", (event) => {
    if (carriesFile(event)) show(veil, ++depth > 0);
  });
  document.addEventListener("dragleave", (event) => {
    if (carriesFile(event)) show(veil, --depth > 0);
  });
  document.addEventListener("dragover", (event) => {
    if (carriesFile(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    depth = 0;
    show(veil, false);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (/^\s*\(\s*;/.test(text)) review(text, "");
  });
}
