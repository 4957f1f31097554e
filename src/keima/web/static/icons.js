// Small drawings for buttons, on a grid of 24.

import { svg } from "./dom.js";

const PATHS = {
  plus: "M12 5V19M5 12H19",
  open: "M4 18V7H9L11 9H20V18Z",
  save: "M12 4V15M7 10.5L12 15.5L17 10.5M5 19.5H19",
  list: "M9 7H20M9 12H20M9 17H20M4.5 7H4.6M4.5 12H4.6M4.5 17H4.6",
  help: "M9.2 9.2A2.9 2.9 0 1 1 12.6 12.2C12 12.5 12 13 12 14M12 17.4V17.5",
  auto: "M12 4A8 8 0 1 0 12 20ZM12 4A8 8 0 0 1 12 20",
  light: "M12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8M12 3V4.6M12 19.4V21M3 12H4.6M19.4 12H21M5.6 5.6L6.8 6.8M17.2 17.2L18.4 18.4M5.6 18.4L6.8 17.2M17.2 6.8L18.4 5.6",
  dark: "M19 14.5A7.5 7.5 0 1 1 9.5 5A6 6 0 0 0 19 14.5Z",
  coordinates: "M4 20L8.5 8L13 20M5.6 16H11.4M17 12L19.5 10V20",
  sound: "M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5ZM15 9A4 4 0 0 1 15 15M17.5 6.5A7.6 7.6 0 0 1 17.5 17.5",
  mute: "M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5ZM16 9.5L21 14.5M21 9.5L16 14.5",
  first: "M7 6V18M18 6L10 12L18 18",
  back10: "M12.5 6L5.5 12L12.5 18M19 6L12 12L19 18",
  back: "M15 6L8 12L15 18",
  forward: "M9 6L16 12L9 18",
  forward10: "M11.5 6L18.5 12L11.5 18M5 6L12 12L5 18",
  last: "M17 6V18M6 6L14 12L6 18",
};

/** A drawing by name; its colour is that of the text. */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }));
}

/** Changes a drawing to another one. */
export function redraw(node, name) {
  node.firstChild.setAttribute("d", PATHS[name]);
}
