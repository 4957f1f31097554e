// The board: lines, stones, marks, the ghost stone and the cursor; and what is done to it by mouse,
// touch and keys. It knows nothing of games: it is told what to show and tells which point is meant.

import { Keyed, set, svg } from "./dom.js";
import { Overlays } from "./overlays.js";
import { letter, nameAt, nameOf, placeOf, stars } from "./points.js";
import { CELL, Stones, definitions, stone, wood } from "./stones.js";
import { texts } from "./texts.js";

/** Pixels of a cell at most: a small board need not fill the page. */
const LARGEST = 104;
const LAYERS = ["ground", "lines", "under", "shadows", "stones", "marks", "over", "play", "hits"];

export class Board {
  /** Draws in an `svg` node; `on` has `choose(point, touch)`, `hover(point)` and `cursor(point)`. */
  constructor(node, on) {
    this.node = node;
    this.on = on;
    this.width = this.height = 0;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    for (const name of ["hits", "lines"]) this.layers[name].setAttribute("aria-hidden", "true");
    this.clip = svg("clipPath", { id: "rim" }, svg("rect", { rx: 4 }));
    this.layers.under.setAttribute("clip-path", "url(#rim)");
    node.append(definitions(), this.clip, ...Object.values(this.layers));
    this.stones = new Stones(this.layers.shadows, this.layers.stones);
    this.overlays = new Overlays(this.layers.under, this.layers.over, (name) => this.at(name));
    this.marks = new Keyed(this.layers.marks, () => svg("g"));
    this.ghost = svg("g", { class: "ghost off" }, stone("black"));
    this.cross = svg("path", { class: "crosshair off" });
    this.cursor = svg("rect", {
      class: "cursor off", x: -19, y: -19, width: 38, height: 38, rx: 6,
    });
    this.layers.play.append(this.cross, this.ghost, this.cursor);
    this.listen();
    new ResizeObserver(() => this.scale()).observe(node);
  }

  /** The middle of a named point in units of the drawing, or null. */
  at(name) {
    const place = placeOf(name, this.height);
    return place && { x: this.margin + place.x * CELL, y: this.margin + place.y * CELL };
  }

  /** Draws an empty board, unless it is there already. */
  size(width, height, coordinates) {
    if (width === this.width && height === this.height && coordinates === this.coordinates) return;
    Object.assign(this, { width, height, coordinates });
    // Small boards are drawn large, and the letters around them are not; around large ones they need room.
    const longest = Math.max(width, height);
    this.label = longest <= 7 ? 8 : longest <= 13 ? 13 : 15;
    this.margin = coordinates ? this.label + (longest <= 13 ? 29 : 33) : 26;
    this.across = (width - 1) * CELL + 2 * this.margin;
    this.down = (height - 1) * CELL + 2 * this.margin;
    set(this.node, {
      viewBox: `0 0 ${this.across} ${this.down}`,
      "aria-label": texts.board.label(width, height),
      "data-width": width,
      "data-height": height,
    });
    const { style } = this.node.parentElement;
    style.setProperty("--board-shape", String(this.across / this.down));
    style.setProperty("--board-most", `${(this.across / CELL) * LARGEST}px`);
    this.layers.ground.replaceChildren(...wood(this.across, this.down));
    const rim = this.margin - 13;
    set(this.clip.firstChild, { x: rim, y: rim, width: this.across - 2 * rim, height: this.down - 2 * rim });
    this.drawLines();
    this.drawHits();
    this.stones.clear();
    this.overlays.clear();
    this.before = [];
    this.moveCursor(null);
    this.scale();
  }

  drawLines() {
    const { margin: m, width, height } = this;
    const right = m + (width - 1) * CELL;
    const bottom = m + (height - 1) * CELL;
    let path = "";
    for (let x = 0; x < width; x++) path += `M${m + x * CELL} ${m}V${bottom}`;
    for (let y = 0; y < height; y++) path += `M${m} ${m + y * CELL}H${right}`;
    const parts = [
      svg("path", { d: path, class: "grid" }),
      svg("rect", { x: m, y: m, width: right - m, height: bottom - m, class: "edge" }),
      ...stars(width, height).map(([x, y]) =>
        svg("circle", { cx: m + x * CELL, cy: m + y * CELL, r: 3.6, class: "star" })),
    ];
    const label = (x, y, text) => svg("text", { x, y, class: "coordinate", text });
    if (this.coordinates) {
      for (let x = 0; x < width; x++) {
        for (const y of [this.label, this.down - this.label]) parts.push(label(m + x * CELL, y, letter(x)));
      }
      for (let y = 0; y < height; y++) {
        for (const x of [this.label, this.across - this.label]) {
          parts.push(label(x, m + y * CELL, String(height - y)));
        }
      }
    }
    this.layers.lines.replaceChildren(...parts);
  }

  drawHits() {
    const { margin: m, width, height } = this;
    const hits = [];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        hits.push(svg("rect", {
          x: m + (x - 0.5) * CELL, y: m + (y - 0.5) * CELL, width: CELL, height: CELL,
          class: "hit", "data-point": nameAt(x, y, height),
        }));
      }
    }
    this.layers.hits.replaceChildren(...hits);
  }

  /** Texts stay readable when the drawing is small: their sizes follow the pixels of a cell. */
  scale() {
    const pixels = this.node.getBoundingClientRect().width / this.across;
    if (!pixels) return;
    this.cell = pixels * CELL;
    const size = Math.max(9.5, Math.min(13, 0.36 * this.cell)) / pixels;
    this.node.style.setProperty("--coordinate-size", `${Math.min(size, 22)}px`);
    this.node.style.setProperty("--line-width", `${Math.max(0.7, Math.min(1.2, 0.03 * this.cell)) / pixels}px`);
    this.overlays.scale(this.cell);
  }

  /** Shows a position: `board` as the server has it, `dead` a set of names, `fresh` may be animated. */
  position({ board, dead = new Set(), animate = false }) {
    for (let i = 0; i < board.length; i++) {
      const name = nameOf(i, this.width, this.height);
      const fresh = animate && board[i] !== 0 && this.before[i] === 0;
      this.stones.put(i, board[i], this.at(name), name, { dead: dead.has(name), fresh });
    }
    this.before = board.slice();
    this.node.classList.toggle("counting", dead.size > 0);
  }

  /** Shows marks: the last move, a ko, and those of the record, but none on `covered` points. */
  annotate({ board, last, ko, marks }, covered = () => false) {
    const items = [];
    const color = (name) => {
      const place = placeOf(name, this.height);
      return place ? ["line", "on-black", "on-white"][board[place.y * this.width + place.x]] : "line";
    };
    const marked = new Set(marks.map((mark) => mark.point));
    if (last && !marked.has(last)) items.push({ point: last, kind: "last", text: "" });
    if (ko && !marked.has(ko)) items.push({ point: ko, kind: "ko", text: "" });
    items.push(...marks);
    const placed = items.filter(({ point }) => this.at(point) && !covered(point));
    for (const item of placed) item.key = `${item.point} ${item.kind} ${item.text}`;
    this.marks.show(placed, (node, { point, kind, text }) => {
      const { x, y } = this.at(point);
      set(node, {
        class: `mark ${kind} ${color(point)}`, transform: `translate(${x} ${y})`, "data-mark": point,
      });
      if (!node.firstChild) node.append(drawMark(kind, text));
    });
  }

  /** Shows a ghost stone, or none; `waiting` when a second tap plays it. */
  showGhost(point, color, waiting = false) {
    const place = point && this.at(point);
    this.ghost.classList.toggle("off", !place);
    this.cross.classList.toggle("off", !place || !waiting);
    if (!place) return;
    set(this.ghost, {
      transform: `translate(${place.x} ${place.y})`,
      class: `ghost${waiting ? " waiting" : ""}`,
      "data-ghost": point,
    });
    set(this.ghost.firstChild, { class: `body ${color === "B" ? "black" : "white"}` });
    set(this.cross, { d: `M0 ${place.y}H${this.across}M${place.x} 0V${this.down}` });
  }

  /** Moves the cursor of the keys to a point, or takes it away. */
  moveCursor(point) {
    this.chosen = point;
    const place = point && this.at(point);
    this.cursor.classList.toggle("off", !place);
    if (place) set(this.cursor, { transform: `translate(${place.x} ${place.y})`, "data-cursor": point });
  }

  /** Whether arrow keys belong to the board now: it was reached by keys, not by the mouse. */
  get holdsKeys() {
    return document.activeElement === this.node && this.node.matches(":focus-visible");
  }

  listen() {
    const pointOf = (event) => event.target.closest?.("[data-point]")?.dataset.point ?? null;
    let hovered = null;
    const hover = (point) => {
      if (point === hovered) return;
      hovered = point;
      this.on.hover(point);
    };
    let touched = false;
    this.node.addEventListener("pointerdown", (event) => {
      touched = event.pointerType === "touch";
    });
    // A click must not take the arrow keys away from the game.
    this.node.addEventListener("mousedown", (event) => {
      event.preventDefault();
      document.activeElement?.blur();
    });
    this.node.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") hover(pointOf(event));
    });
    this.node.addEventListener("pointerleave", () => hover(null));
    this.node.addEventListener("click", (event) => {
      const point = pointOf(event);
      if (point) this.on.choose(point, touched);
    });
    this.node.addEventListener("focus", () => {
      if (!this.holdsKeys) return;
      const middle = nameAt(this.width >> 1, this.height >> 1, this.height);
      this.on.cursor(this.chosen ?? middle);
    });
    this.node.addEventListener("blur", () => this.on.cursor(null));
    this.node.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (!this.holdsKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const { x, y } = placeOf(this.chosen, this.height) ?? { x: this.width >> 1, y: this.height >> 1 };
      const inside = (value, limit) => Math.max(0, Math.min(limit - 1, value));
      this.on.cursor(nameAt(inside(x + step[0], this.width), inside(y + step[1], this.height), this.height));
    } else if ((event.key === "Enter" || event.key === " ") && this.chosen) {
      this.on.choose(this.chosen, false);
    } else if (event.key === "Escape") {
      this.node.blur();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

function drawMark(kind, text) {
  switch (kind) {
    case "last":
      return svg("circle", { r: 8.5 });
    case "ko":
    case "square":
      return svg("rect", { x: -8, y: -8, width: 16, height: 16 });
    case "triangle":
      return svg("path", { d: "M0 -10.5L9.1 5.6H-9.1Z" });
    case "circle":
      return svg("circle", { r: 9 });
    case "cross":
      return svg("path", { d: "M-7.5 -7.5L7.5 7.5M7.5 -7.5L-7.5 7.5" });
    default:
      return svg("text", { text, class: text.length > 2 ? "long" : "" });
  }
}
