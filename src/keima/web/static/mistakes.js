// The moves that cost most, by what analysis says before and after them.

const LEAST = 0.08;
const MOST = 8;

/** At most eight moves of a line, the worst first: `{node, loss, points}` for the one who moved. */
export function mistakesOf(line, values, least = LEAST) {
  const found = [];
  for (const node of line) {
    const before = node.parent && values.get(node.parent.id);
    const after = values.get(node.id);
    if (!before || !after || !node.color) continue;
    const sign = node.color === "B" ? 1 : -1;
    const loss = sign * (before[0] - after[0]);
    if (loss < least) continue;
    const scored = typeof before[1] === "number" && typeof after[1] === "number";
    found.push({ node, loss, points: scored ? Math.max(0, sign * (before[1] - after[1])) : null });
  }
  return found.sort((a, b) => b.loss - a.loss).slice(0, MOST);
}
