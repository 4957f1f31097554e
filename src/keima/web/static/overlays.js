// What is shown on top of a position: candidates and their lines, ownership, views of the search, the
// count and the solver's values. Each is a layer whose nodes are kept and changed in place.

import { Keyed, say, set, svg } from "./dom.js";
import { stone } from "./stones.js";
import { texts } from "./texts.js";

const group = () => svg("g");
const square = () => svg("rect");

export class Overlays {
  /** Draws below stones in `under` and above them in `over`; `at(name)` is where a point is. */
  constructor(under, over, at) {
    this.at = at;
    this.cell = 40;
    const layer = (parent, name, make) => {
      const node = svg("g", { class: `overlay-${name}` });
      parent.append(node);
      return new Keyed(node, make);
    };
    this.layers = {
      ownership: layer(under, "ownership", square),
      heat: layer(over, "heat", group),
      disagree: layer(over, "disagree", square),
      count: layer(over, "count", group),
      candidates: layer(over, "candidates", group),
      solved: layer(over, "solved", group),
      line: layer(over, "line", group),
      next: layer(over, "next", () => svg("circle", { r: 20.5 })),
      hint: layer(over, "hint", () => svg("circle", { r: 21, class: "hint-ring" })),
    };
  }

  clear() {
    for (const layer of Object.values(this.layers)) layer.show([], () => {});
  }

  /** `pixels` is the size of a cell on the screen: small ones have room for one number only. */
  scale(pixels) {
    this.cell = pixels;
    if (this.scene) this.show(this.scene);
  }

  /** Shows a scene: what is left out of it is not shown. */
  show(scene) {
    this.scene = scene;
    const { board = [], names = [] } = scene;
    const placed = (items) => items.map((item) => ({ key: item.point, ...item, ...this.at(item.point) }));
    this.ownership(placed((scene.ownership ?? []).map((value, i) => ({ point: names[i], value }))));
    this.disagree(placed((scene.ownership ?? []).map((value, i) => ({ point: names[i], value, on: board[i] }))));
    this.heat(placed((scene.heat ?? []).map((cell, i) => ({ point: names[i], ...cell, on: board[i] }))));
    this.count(placed(scene.count ?? []));
    this.candidates(placed(scene.candidates ?? []));
    this.solved(placed(scene.solved ?? []));
    this.line(placed(scene.line ?? []));
    this.layers.next.show(placed(scene.next ?? []), (node, { x, y, point, color, chosen }) =>
      set(node, { cx: x, cy: y, class: `next-move ${color === "B" ? "black" : "white"}${chosen ? "" : " other"}`, "data-next": point }));
    this.layers.hint.show(placed(scene.hint ? [{ point: scene.hint }] : []), (node, { x, y, point }) =>
      set(node, { cx: x, cy: y, "data-hint": point }));
  }

  /** Whether something is shown on a point that leaves no room for marks. */
  covers(point) {
    if (this.layers.ownership.nodes.size) return this.scene.board[this.scene.names.indexOf(point)] === 0;
    return ["heat", "candidates", "solved", "line"].some((name) => this.layers[name].nodes.has(point));
  }

  /** A text size in units that is at least so many pixels, and fits into a circle. */
  size(units, pixels, most = 19) {
    return Math.min(Math.max(units, (pixels * 40) / this.cell), most);
  }

  ownership(items) {
    const shown = items.filter(({ value }) => Math.abs(value) > 0.06);
    this.layers.ownership.show(shown, (node, { point, x, y, value }) =>
      set(node, {
        x: x - 20, y: y - 20, width: 40, height: 40, "data-owner": point,
        class: value > 0 ? "own-black" : "own-white",
        "fill-opacity": (0.08 + 0.55 * Math.abs(value)).toFixed(2),
      }));
  }

  /** A square on each point, and on stones that will belong to the other side. */
  disagree(items) {
    const shown = items.filter(({ value, on }) =>
      Math.abs(value) > 0.12 && !(on === 1 && value > 0) && !(on === 2 && value < 0));
    this.layers.disagree.show(shown, (node, { x, y, value }) => {
      const side = 4 + 12 * Math.abs(value);
      set(node, {
        x: (x - side / 2).toFixed(1), y: (y - side / 2).toFixed(1), rx: 1.5,
        width: side.toFixed(1), height: side.toFixed(1),
        class: value > 0 ? "spot-black" : "spot-white",
      });
    });
  }

  heat(items) {
    const shown = items.filter(({ strength }) => strength > 0.02);
    this.layers.heat.show(shown, (node, { point, x, y, strength, negative, text }) => {
      if (!node.firstChild) node.append(svg("path"), svg("text", { class: "number" }));
      const r = 8 + 11 * Math.sqrt(strength);
      const round = `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
      const diamond = `M${-r} 0L0 ${-r}L${r} 0L0 ${r}Z`;
      set(node, {
        transform: `translate(${x} ${y})`, "data-heat": point,
        class: `heat heat-${Math.min(5, 1 + Math.floor(strength * 5))}${negative ? " negative" : ""}`,
      });
      set(node.firstChild, { d: negative ? diamond : round });
      const readable = r * (this.cell / 40) > 8;
      set(node.lastChild, { "font-size": this.size(13, 8.5, 16).toFixed(1) });
      say(node.lastChild, readable ? text : "");
    });
  }

  count(items) {
    this.layers.count.show(items, (node, { point, x, y, owner, dead }) => {
      if (!node.firstChild) {
        node.append(svg("path", { d: "M-8 -8L8 8M8 -8L-8 8" }), svg("rect", { x: -6, y: -6, width: 12, height: 12, rx: 1.5 }));
      }
      set(node, {
        transform: `translate(${x} ${y})`, "data-count": point,
        class: `count ${owner === 1 ? "for-black" : owner === 2 ? "for-white" : "for-none"}${dead ? " is-dead" : ""}`,
      });
    });
  }

  candidates(items) {
    const two = this.cell >= 31;
    this.layers.candidates.show(items, (node, { point, x, y, text, visits, grade, strength, faded }) => {
      if (!node.firstChild) {
        node.append(svg("circle"), svg("text", { class: "number" }), svg("text", { class: "number small" }));
      }
      const [disc, first, second] = node.children;
      set(node, {
        transform: `translate(${x} ${y})`, class: `candidate ${grade}${faded ? " faded" : ""}`, "data-candidate": point,
      });
      set(disc, { r: grade === "best" ? 19 : 18, "fill-opacity": (0.62 + 0.38 * strength).toFixed(2) });
      set(first, { y: two ? -5 : 0, "font-size": this.size(two ? 14 : 16, 9.5).toFixed(1) });
      set(second, { y: 9, "font-size": this.size(10, 8, 12).toFixed(1) });
      say(first, text);
      say(second, two ? visits : "");
    });
  }

  solved(items) {
    this.layers.solved.show(items, (node, { point, x, y, text, best, grade }) => {
      if (!node.firstChild) node.append(svg("circle", { r: 18 }), svg("text", { class: "number" }));
      const open = grade.startsWith("open");
      set(node, {
        transform: `translate(${x} ${y})`, class: `candidate ${best ? "best" : grade}`,
        "data-open": open ? point : null, "data-solved": open ? null : point,
      });
      set(node.firstChild, { r: open ? 16 : 18 });
      // Long numbers must fit into the disc.
      const units = open ? Math.min(12, 34 / text.length) : Math.min(16, 42 / text.length);
      set(node.lastChild, { "font-size": this.size(units, 9, (open ? 40 : 48) / text.length).toFixed(1) });
      say(node.lastChild, text);
    });
  }

  line(items) {
    this.layers.line.show(items, (node, { x, y, color, number }) => {
      const name = color === "B" ? "black" : "white";
      if (!node.firstChild) node.append(stone(name, 18), svg("text", { class: "number" }));
      set(node, { transform: `translate(${x} ${y})`, class: `line-stone ${name}`, "data-line": number });
      set(node.firstChild, { class: `body ${name}` });
      set(node.lastChild, { "font-size": this.size(17, 10, 20).toFixed(1) });
      say(node.lastChild, String(number));
    });
  }
}

const LOSSES = [["good", 0.02], ["fair", 0.07]];

/** Candidates of an analysis as the board shows them: win rates are those of the side to move. */
export function candidateItems(analysis, most) {
  const sign = (rate) => (analysis.to_play === "B" ? rate : 1 - rate);
  const moves = analysis.moves.filter(({ visits, winrate }) => visits > 0 && winrate !== null).slice(0, most);
  if (!moves.length) return [];
  const top = Math.max(...moves.map(({ visits }) => visits));
  const best = sign(moves[0].winrate);
  return moves.map((move, i) => {
    const loss = best - sign(move.winrate);
    const grade = i === 0 ? "best" : (LOSSES.find(([, limit]) => loss <= limit)?.[0] ?? "poor");
    return {
      point: move.move, text: String(Math.round(sign(move.winrate) * 100)),
      visits: texts.count(move.visits), grade, strength: Math.sqrt(move.visits / top),
    };
  });
}

/** A line of play as numbered stones; a point that is played twice shows its first move. */
export function lineItems(moves, toPlay) {
  const seen = new Set();
  const items = [];
  moves.forEach((point, i) => {
    const color = (i % 2 === 0) === (toPlay === "B") ? "B" : "W";
    if (point === "pass" || seen.has(point)) return;
    seen.add(point);
    items.push({ point, color, number: i + 1 });
  });
  return items;
}

/**
 * A view of the search with numbers in percent. Shares are drawn against the largest; where values
 * hardly differ (`close`), against the least and the largest.
 */
export function heatItems(view, close = false) {
  const sizes = view.filter((value) => value !== null).map(Math.abs);
  const top = Math.max(1e-9, ...sizes);
  const low = close ? Math.min(top, ...sizes) : 0;
  const room = Math.max(1e-9, top - low);
  return view.map((value) => ({
    strength: value === null ? 0 : Math.max(close ? 0.05 : 0, (Math.abs(value) - low) / room),
    negative: value < 0,
    text: String(Math.round((value ?? 0) * 100)),
  }));
}
