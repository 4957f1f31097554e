// The line at the top: games, files, and the look of the page.

import { api } from "./api.js";
import { el, set, show, svg } from "./dom.js";
import { icon, redraw } from "./icons.js";
import { prefer, preferences } from "./preferences.js";
import { subscribe, touch } from "./store.js";
import { texts } from "./texts.js";

const t = texts.top;
const THEMES = ["auto", "light", "dark"];

function logo() {
  return svg("svg", { class: "logo", viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("rect", { width: 32, height: 32, rx: 7, class: "logo-wood" }),
    svg("path", { d: "M8 0V32M16 0V32M24 0V32M0 8H32M0 16H32M0 24H32", class: "logo-lines" }),
    svg("circle", { cx: 8, cy: 20, r: 6.4, class: "logo-black" }),
    svg("circle", { cx: 24, cy: 12, r: 6.4, class: "logo-white" }));
}

/** `does` has `create`, `open`, `games` and `help`. */
export function mountToolbar(box, does) {
  const button = (name, text, onclick, title = text, extra = {}) => el("button",
    { type: "button", class: "tool", title, onclick, ...extra }, icon(name), el("span", { class: "tool-text", text }));
  const symbol = (name, title, onclick, id) => el("button",
    { type: "button", class: "tool symbol", title, "aria-label": title, onclick, id }, icon(name));
  const save = el("a", { class: "tool", title: t.saveTitle, id: "save", download: "" }, icon("save"), el("span", { class: "tool-text", text: t.save }));
  const theme = symbol(preferences.theme, t.theme[preferences.theme], () => {
    prefer({ theme: THEMES[(THEMES.indexOf(preferences.theme) + 1) % THEMES.length] });
    redraw(theme.firstChild, preferences.theme);
    set(theme, { title: t.theme[preferences.theme], "aria-label": t.theme[preferences.theme] });
    if (preferences.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = preferences.theme;
  }, "theme");
  const coordinates = symbol("coordinates", t.coordinates, () => {
    prefer({ coordinates: !preferences.coordinates });
    set(coordinates, { "aria-pressed": String(preferences.coordinates) });
    touch("state");
  }, "coordinates");
  const sound = symbol(preferences.sound ? "sound" : "mute", t.sound, () => {
    prefer({ sound: !preferences.sound });
    redraw(sound.firstChild, preferences.sound ? "sound" : "mute");
    set(sound, { "aria-pressed": String(preferences.sound) });
  }, "sound");
  set(coordinates, { "aria-pressed": String(preferences.coordinates) });
  set(sound, { "aria-pressed": String(preferences.sound) });
  box.append(
    el("h1", {}, logo(), el("span", { text: texts.name })),
    el("div", { class: "tools" },
      button("plus", t.new, does.create, t.new, { id: "new" }),
      button("open", t.open, does.open, t.openTitle, { id: "open" }), save,
      button("list", t.games, does.games, t.games, { id: "all-games" })),
    el("div", { class: "tools right" }, coordinates, sound, theme, symbol("help", t.help, does.help, "help-button")),
  );
  subscribe(["state"], ({ state }) => {
    show(save, Boolean(state));
    if (state) set(save, { href: api.sgfAddress(state.id) });
  });
}
