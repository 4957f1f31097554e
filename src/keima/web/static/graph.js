// Black's win rate and score along the current line. A click goes to a move.

import { walk } from "./actions.js";
import { el, say, set, show, svg } from "./dom.js";
import { mistakesOf } from "./mistakes.js";
import { store, subscribe } from "./store.js";
import { texts } from "./texts.js";

const HEIGHT = 72;
const LEFT = 46;
const RIGHT = 8;
const PAD = 8;

class Plot {
  /** `range(values)` gives the least and the most; `ticks(range)` pairs of value and text. */
  constructor(label, range, ticks) {
    this.range = range;
    this.ticks = ticks;
    this.area = svg("path", { class: "plot-area" });
    this.curve = svg("path", { class: "plot-curve" });
    this.here = svg("path", { class: "plot-here" });
    this.dot = svg("circle", { r: 4, class: "plot-dot off" });
    this.axis = svg("g", { class: "plot-axis" });
    this.marks = svg("g", { class: "plot-marks" });
    this.svg = svg("svg", { class: "plot", height: HEIGHT, role: "img", "aria-label": label },
      this.axis, this.area, this.curve, this.marks, this.here, this.dot);
    this.title = el("span", { text: label });
    this.value = el("output", { class: "plot-value" });
    this.node = el("div", { class: "plot-box" }, el("div", { class: "plot-head" }, this.title, this.value), this.svg);
  }

  /** `marked` are the places of mistakes. */
  draw(width, values, current, marked = []) {
    const range = this.range(values.filter((value) => value !== null));
    const x = (i) => LEFT + ((width - LEFT - RIGHT) * i) / Math.max(1, values.length - 1);
    const y = (value) => PAD + ((HEIGHT - 2 * PAD) * (range[1] - value)) / (range[1] - range[0]);
    set(this.svg, { width, viewBox: `0 0 ${width} ${HEIGHT}` });
    const middle = y(this.ticks(range)[1][0]);
    const known = values.map((value, i) => [i, value]).filter(([, value]) => value !== null);
    const path = known.map(([i, value], k) => `${k ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    set(this.curve, { d: path });
    set(this.area, {
      d: known.length > 1
        ? `${path}L${x(known.at(-1)[0]).toFixed(1)} ${middle}L${x(known[0][0]).toFixed(1)} ${middle}Z` : "",
    });
    // A diamond where the curve has come to by a mistake.
    this.marks.replaceChildren(...marked.map((i) => {
      const [left, top] = [x(i).toFixed(1), y(values[i]).toFixed(1)];
      return svg("path", { d: `M${left} ${top}m0-4.5l4.5 4.5l-4.5 4.5l-4.5-4.5z` });
    }));
    set(this.here, { d: current < 0 ? "" : `M${x(current).toFixed(1)} ${PAD - 4}V${HEIGHT - PAD + 4}` });
    const value = values[current] ?? null;
    this.dot.classList.toggle("off", value === null);
    if (value !== null) set(this.dot, { cx: x(current), cy: y(value) });
    const ticks = this.ticks(range).map(([at, text]) => `${Math.round(y(at))} ${text}`);
    if (this.drawn !== `${width} ${ticks}`) {
      this.drawn = `${width} ${ticks}`;
      this.axis.replaceChildren(...this.ticks(range).flatMap(([at, text], i) => [
        svg("path", { d: `M${LEFT} ${Math.round(y(at)) + 0.5}H${width - RIGHT}`, class: i === 1 ? "middle" : "" }),
        svg("text", { x: LEFT - 5, y: y(at), text }),
      ]));
    }
  }
}

/** A range around 0 that holds all scores and is not too small. */
function scoreRange(values) {
  const size = Math.max(5, ...values.map((value) => Math.abs(value)));
  const round = size > 50 ? 50 : size > 20 ? 20 : size > 10 ? 10 : 5;
  const most = Math.ceil(size / round) * round;
  return [-most, most];
}

export function mountGraph(box) {
  const rates = new Plot(texts.review.winrate, () => [0, 1], () => [[1, "100"], [0.5, "50"], [0, "0"]]);
  const scores = new Plot(texts.review.score, scoreRange,
    ([, most]) => [[most, `B+${most}`], [0, "0"], [-most, `W+${most}`]]);
  const node = el("div", { class: "graph" }, rates.node, scores.node);
  box.append(node);
  let line = [];
  let hovered = -1;

  const draw = () => {
    const { record, state, values } = store;
    const width = node.clientWidth;
    if (!record || !state || !width) return;
    line = record.line(state.node);
    const known = line.map(({ id }) => values.get(id) ?? null);
    const here = hovered >= 0 ? hovered : line.findIndex(({ id }) => id === state.node);
    const places = new Map(line.map(({ id }, i) => [id, i]));
    const marked = mistakesOf(line, values).map((mistake) => places.get(mistake.node.id));
    rates.draw(width, known.map((value) => value?.[0] ?? null), here, marked);
    scores.draw(width, known.map((value) => value?.[1] ?? null), here);
    show(scores.node, known.some((value) => typeof value?.[1] === "number"));
    const value = known[here];
    const number = line[here]?.number ?? 0;
    say(rates.value, value ? `${number}: ${texts.percent(value[0])}` : `${number}`);
    say(scores.value, typeof value?.[1] === "number" ? texts.points(value[1]) : "");
  };
  const nearest = (event) => {
    const { left, width } = node.getBoundingClientRect();
    const share = (event.clientX - left - LEFT) / (width - LEFT - RIGHT);
    return Math.max(0, Math.min(line.length - 1, Math.round(share * (line.length - 1))));
  };
  node.addEventListener("pointermove", (event) => {
    hovered = nearest(event);
    draw();
  });
  node.addEventListener("pointerleave", () => {
    hovered = -1;
    draw();
  });
  node.addEventListener("click", (event) => {
    const target = line[nearest(event)];
    hovered = -1;
    if (target) walk(target.id);
  });
  new ResizeObserver(draw).observe(node);
  subscribe(["record", "state", "values"], draw);
}
