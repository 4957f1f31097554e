// The tree of variations. Only what can be seen is drawn, so that long games stay smooth.

import { walk } from "./actions.js";
import { Keyed, el, say, set, svg } from "./dom.js";
import { store, subscribe } from "./store.js";
import { texts } from "./texts.js";
import { layOut } from "./tree-layout.js";

const STEP = 26;
const EDGE = 16;

export function mountTree(box) {
  const drawing = svg("svg", { class: "tree-drawing", "aria-hidden": "true" });
  const lines = svg("g");
  const dots = svg("g");
  drawing.append(lines, dots);
  const space = el("div", { class: "tree-space" }, drawing);
  const scroller = el("div", { class: "tree", role: "img", tabindex: 0, "aria-label": texts.review.treeLabel }, space);
  box.append(scroller);
  const edges = new Keyed(lines, () => svg("path", { class: "tree-edge" }));
  const nodes = new Keyed(dots, ({ node }) => drawNode(node));
  let layout = null;
  let planned = false;

  const draw = () => {
    planned = false;
    if (!layout || !store.record || !store.state || !scroller.clientWidth) return;
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = scroller;
    const first = Math.max(0, Math.floor((left - EDGE) / STEP) - 1);
    const end = Math.min(layout.columns.length - 1, Math.ceil((left + width - EDGE) / STEP) + 1);
    const high = (top - EDGE) / STEP - 1;
    const low = (top + height - EDGE) / STEP + 1;
    const line = new Set(store.record.line(store.state.node));
    const seen = [];
    const linked = [];
    for (let column = first; column <= end; column++) {
      for (const node of layout.columns[column]) {
        if (node.parent && node.row >= high && node.parent.row <= low) linked.push({ key: node.id, node });
        if (node.row >= high && node.row <= low) seen.push({ key: node.id, node });
      }
    }
    const x = (node) => EDGE + node.depth * STEP;
    const y = (node) => EDGE + node.row * STEP;
    edges.show(linked, (path, { node }) => {
      const { parent } = node;
      const bend = Math.min(STEP / 2, y(node) - y(parent));
      const d = node.row === parent.row
        ? `M${x(parent)} ${y(parent)}H${x(node)}`
        : `M${x(parent)} ${y(parent)}V${y(node) - bend}L${x(parent) + bend} ${y(node)}H${x(node)}`;
      set(path, { d, class: `tree-edge${line.has(node) ? " on-line" : ""}` });
    });
    nodes.show(seen, (dot, { node }) => {
      const kind = node.color === "B" ? "black" : node.color === "W" ? "white" : "root";
      const here = node.id === store.state.node;
      set(dot, {
        transform: `translate(${x(node)} ${y(node)})`,
        class: `tree-node ${kind}${here ? " here" : ""}${line.has(node) ? " on-line" : ""}${node.flags & 1 ? " commented" : ""}`,
      });
      say(dot.querySelector("text"), node.color ? String(node.number) : "");
    });
  };
  const plan = () => {
    if (planned) return;
    planned = true;
    requestAnimationFrame(draw);
  };

  /** Brings the current node into view. */
  const reveal = () => {
    const node = store.record?.get(store.state?.node);
    if (!node || !scroller.clientWidth) return;
    const { clientWidth: width, clientHeight: height } = scroller;
    const into = (now, at, room) => {
      const rim = Math.min(60, room / 3);
      return at - now < rim ? at - rim : at - now > room - rim ? at - room + rim : now;
    };
    scroller.scrollLeft = into(scroller.scrollLeft, EDGE + node.depth * STEP, width);
    scroller.scrollTop = into(scroller.scrollTop, EDGE + node.row * STEP, height);
  };

  scroller.addEventListener("scroll", plan, { passive: true });
  new ResizeObserver(() => {
    reveal();
    plan();
  }).observe(scroller);
  drawing.addEventListener("click", (event) => {
    const dot = event.target.closest("[data-node]");
    if (dot) walk(Number(dot.dataset.node));
  });
  subscribe(["record", "state"], (_, changed) => {
    if (!store.record || !store.state) {
      layout = null;
      edges.show([], () => {});
      nodes.show([], () => {});
      return;
    }
    if (changed.has("record")) {
      layout = layOut(store.record);
      const width = EDGE * 2 + (layout.columns.length - 1) * STEP;
      const height = EDGE * 2 + (layout.rows - 1) * STEP;
      set(drawing, { width, height });
    }
    reveal();
    plan();
  });
}

function drawNode(node) {
  const group = svg("g", { "data-node": node.id });
  group.append(
    svg("rect", { x: -13, y: -13, width: 26, height: 26, class: "tree-hit" }),
    node.color ? svg("circle", { r: 10 }) : svg("rect", { x: -7, y: -7, width: 14, height: 14, rx: 3, class: "tree-root" }),
    svg("text", {}),
    svg("circle", { cx: 8, cy: -8, r: 3.2, class: "tree-comment" }),
  );
  return group;
}
