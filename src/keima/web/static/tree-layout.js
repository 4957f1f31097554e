// Where the nodes of a game stand when it is drawn: columns are depths, rows are variations.

/**
 * Gives each node a `row` and returns `{columns, rows}`, where `columns[d]` are the nodes of depth d.
 * A line keeps its row; a variation takes the first row that is free along its whole length. The
 * deepest variations come first, so that no connection crosses a line.
 */
export function layOut(record) {
  const columns = [];
  const last = []; // the lowest row taken in each column
  let rows = 1;
  const waiting = [record.root];
  while (waiting.length) {
    const start = waiting.pop();
    const line = [];
    for (let node = start; node; node = node.children[0]) line.push(node);
    const from = start.depth;
    const end = from + line.length - 1;
    let row = 0;
    if (start.parent) for (let d = from - 1; d <= end; d++) row = Math.max(row, (last[d] ?? -1) + 1);
    for (const node of line) {
      node.row = row;
      (columns[node.depth] ??= []).push(node);
      last[node.depth] = row;
    }
    if (start.parent) last[from - 1] = Math.max(last[from - 1], row);
    rows = Math.max(rows, row + 1);
    for (const node of line) {
      for (let i = node.children.length - 1; i > 0; i--) waiting.push(node.children[i]);
    }
  }
  return { columns, rows };
}
