// Requests to the server. A request that fails throws an Error with the server's sentence.

import { texts } from "./texts.js";

// Milliseconds for an answer: one that never comes must not hold up those after it. What an engine is asked for may
// wait for the moves of several others, of a minute each, and a large record takes its time; all else is done at once.
const PATIENCE = 20_000;
const LONG_PATIENCE = 300_000;
const SLOW = new Set(["hint", "score"]);

const isLate = (error) => error.name === "TimeoutError";

async function request(method, path, body, patience = PATIENCE) {
  let answer;
  try {
    answer = await fetch(`api/${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    throw new Error(isLate(error) ? texts.errors.late : texts.errors.unreachable);
  }
  let result = null;
  try {
    result = await answer.json();
  } catch (error) {
    throw new Error(isLate(error) ? texts.errors.late : texts.errors.nonsense(answer.status));
  }
  if (!answer.ok) {
    const error = new Error(result?.error ?? texts.errors.nonsense(answer.status));
    error.status = answer.status;
    throw error;
  }
  return result;
}

export const api = {
  info: () => request("GET", "info"),
  games: () => request("GET", "games"),
  create: (game) => request("POST", "games", game, LONG_PATIENCE),
  game: (id) => request("GET", `games/${encodeURIComponent(id)}`),
  tree: (id) => request("GET", `games/${encodeURIComponent(id)}/tree`, undefined, LONG_PATIENCE),
  act: (id, action) =>
    request("POST", `games/${encodeURIComponent(id)}/do`, action, SLOW.has(action.do) ? LONG_PATIENCE : PATIENCE),
  sgfAddress: (id) => `api/games/${encodeURIComponent(id)}/sgf`,
  /** Deletes a game. The content type of a body shows that a page of the server asks for it. */
  remove: (id) => request("DELETE", `games/${encodeURIComponent(id)}`, {}),
};
