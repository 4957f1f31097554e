// The board's wood, the look of stones, and the layer that holds them.

import { set, svg } from "./dom.js";

/** Units of the drawing from one line to the next. */
export const CELL = 40;
const RADIUS = 19.3;

/** Gradients that the drawings of one board share. */
export function definitions() {
  const stop = (offset, name) => svg("stop", { offset, class: name });
  return svg(
    "defs",
    {},
    svg("radialGradient", { id: "stone-black", cx: 0.36, cy: 0.3, r: 0.75 },
      stop(0, "black-1"), stop(0.45, "black-2"), stop(1, "black-3")),
    svg("radialGradient", { id: "stone-white", cx: 0.38, cy: 0.3, r: 0.8 },
      stop(0, "white-1"), stop(0.6, "white-2"), stop(1, "white-3")),
    svg("radialGradient", { id: "stone-shadow" },
      stop(0.6, "shadow-1"), stop(0.84, "shadow-2"), stop(1, "shadow-3")),
    svg("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 1, y2: 1 },
      stop(0, "wood-1"), stop(0.5, "wood-2"), stop(1, "wood-3")),
  );
}

/** The wooden board of a size in units, with a fine grain. */
export function wood(width, height) {
  let path = "";
  // Growth rings seen from the side: nearly straight lines whose distances vary.
  for (let x = 3, i = 0; x < width; i++) {
    const bend = 5 * Math.sin(i * 1.7) + 3 * Math.sin(i * 0.6);
    path += `M${x.toFixed(1)} 0Q${(x + bend).toFixed(1)} ${height / 2} ${x.toFixed(1)} ${height}`;
    x += 7 + 5 * Math.sin(i * 2.3) + 3 * Math.sin(i * 0.9);
  }
  return [
    svg("rect", { width, height, class: "wood" }),
    svg("path", { d: path, class: "grain" }),
  ];
}

/** A stone around the origin, for lines of play and for the ghost. */
export function stone(color, radius = RADIUS) {
  return svg("circle", { r: radius, class: `body ${color}` });
}

/** Stones and their shadows, one of each for a point, made when first needed. */
export class Stones {
  constructor(shadows, stones) {
    this.shadowLayer = shadows;
    this.stoneLayer = stones;
    this.clear();
  }

  clear() {
    this.shadowLayer.replaceChildren();
    this.stoneLayer.replaceChildren();
    this.shown = [];
  }

  /** Puts `color` (0, 1, 2) on the point with an index; `fresh` stones appear softly. */
  put(index, color, place, name, { dead = false, fresh = false } = {}) {
    let entry = this.shown[index];
    if (!entry) {
      if (!color) return;
      const transform = `translate(${place.x} ${place.y})`;
      const body = svg("g", { transform, "data-at": name }, stone("black"));
      const shadow = svg("circle", { cx: place.x + 1, cy: place.y + 2.6, r: RADIUS + 2.6, class: "shadow" });
      this.shadowLayer.append(shadow);
      this.stoneLayer.append(body);
      entry = this.shown[index] = { body, shadow };
    }
    const visible = color !== 0;
    entry.body.classList.toggle("off", !visible);
    entry.shadow.classList.toggle("off", !visible || dead);
    if (!visible) {
      set(entry.body, { class: "stone off" });
      return;
    }
    const shade = color === 1 ? "black" : "white";
    set(entry.body, { class: `stone ${shade}${dead ? " dead" : ""}${fresh ? " fresh" : ""}` });
    set(entry.body.firstChild, { class: `body ${shade}` });
  }
}
