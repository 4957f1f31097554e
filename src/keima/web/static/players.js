// The two players: stone, name, prisoners and clock, with a mark at the one to move.

import { el, say, set, show } from "./dom.js";
import { store, subscribe } from "./store.js";
import { texts } from "./texts.js";

const t = texts.players;

/** The name of a player, as the record has it or as the player is. */
export function nameOfPlayer(state, color) {
  const player = state.players[color];
  if (state.names?.[color]) return state.names[color];
  if (player.kind === "engine") return t.shown(player.profile, player.level);
  return state.players[color === "B" ? "W" : "B"].kind === "engine" ? t.you : t.human;
}

/** What a clock with periods of `length` shows after `elapsed` seconds of its owner's turn: `periods` are those left,
 * with the one that runs, if not the main time does. */
export function shownTime({ main, periods, period }, length, elapsed) {
  if (main > elapsed) return { seconds: main - elapsed, periods, inMain: true };
  if (!periods) return { seconds: Math.max(0, main - elapsed), periods: 0 };
  let over = elapsed - main;
  let left = period;
  let count = periods;
  while (over > left && count > 1) {
    over -= left;
    left = length;
    count--;
  }
  return { seconds: Math.max(0, left - over), periods: count };
}

export function mountPlayers(box) {
  const cards = Object.fromEntries(["B", "W"].map((color) => {
    const parts = {
      name: el("span", { class: "player-name" }),
      captures: el("span", { class: "player-captures" }),
      clock: el("span", { class: "player-clock", role: "timer" }, el("span"), " ", el("span", { class: "spare" })),
    };
    parts.card = el("div", { class: "player", "data-color": color },
      el("span", { class: `chip ${color === "B" ? "black" : "white"}`, "aria-hidden": "true" }),
      el("div", { class: "player-words" }, parts.name, parts.captures, parts.clock));
    return [color, parts];
  }));
  box.append(cards.B.card, cards.W.card);
  let since = performance.now();
  let timer = null;

  const tick = () => {
    const { state } = store;
    const clock = state?.clock;
    for (const color of ["B", "W"]) {
      show(cards[color].clock, Boolean(clock));
      if (!clock) continue;
      const elapsed = clock.running === color ? (performance.now() - since) / 1000 : 0;
      const { seconds, periods, inMain } = shownTime(clock[color], clock.length, elapsed);
      const more = !periods ? "" : inMain ? t.spare(periods, clock.length) : t.periods(periods);
      const [now, later] = cards[color].clock.children;
      say(now, t.clock(seconds));
      say(later, more);
      cards[color].clock.classList.toggle("short", clock.running === color && seconds < 10);
    }
  };

  subscribe(["state"], ({ state }) => {
    since = performance.now();
    clearInterval(timer);
    if (!state) return;
    for (const color of ["B", "W"]) {
      const { name, captures, card } = cards[color];
      say(name, nameOfPlayer(state, color));
      set(name, { title: nameOfPlayer(state, color) });
      say(captures, t.captures(state.captures[color]));
      const active = state.to_play === color && !state.over;
      card.classList.toggle("active", active);
      card.classList.toggle("thinking", active && state.thinking);
      set(card, { "aria-current": active ? "true" : null });
    }
    tick();
    if (state.clock?.running) timer = setInterval(tick, 200);
  });
}
