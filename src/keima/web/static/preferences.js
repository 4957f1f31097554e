// What this browser remembers: the look of the page, and what the user last chose.

const KEY = "keima.preferences";
const defaults = {
  theme: "auto", coordinates: true, sound: true, view: "moves", candidates: 10,
  profile: "keima", game: null, last: null,
};

function load() {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...defaults };
  }
}

export const preferences = load();

/** Changes preferences and keeps them, if the browser lets pages keep anything. */
export function prefer(patch) {
  Object.assign(preferences, patch);
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Private windows may forbid it; the page works as well without.
  }
}
