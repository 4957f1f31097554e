// Points by name and by place. Index 0 is the top left corner, row by row.

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** The letter of a column. */
export const letter = (x) => LETTERS[x];

/** The name of the point in column x and row y, counted from the top left. */
export const nameAt = (x, y, height) => `${LETTERS[x]}${height - y}`;

/** The name of the point with an index. */
export const nameOf = (index, width, height) =>
  nameAt(index % width, Math.floor(index / width), height);

/** The index of a named point, or -1 for a pass or for nothing. */
export function indexOf(name, width, height) {
  const place = placeOf(name, height);
  if (!place || place.x >= width || place.y < 0 || place.y >= height) return -1;
  return place.y * width + place.x;
}

/** The column and row of a named point, or null for a pass or for nothing. */
export function placeOf(name, height) {
  const match = /^([A-HJ-Z])(\d+)$/i.exec(name ?? "");
  if (!match) return null;
  return { x: LETTERS.indexOf(match[1].toUpperCase()), y: height - Number(match[2]) };
}

/** The star points of a board, as [x, y]. */
export function stars(width, height) {
  const edge = (n) => (n >= 13 ? 3 : 2);
  const points = [];
  if (width === 1 && height === 1) return [[0, 0]]; // no line shows where it is
  const middle = width % 2 && height % 2 && width >= 5 && height >= 5;
  if (middle) points.push([(width - 1) / 2, (height - 1) / 2]);
  if (width < 7 || height < 7) return points;
  const xs = [edge(width), width - 1 - edge(width)];
  const ys = [edge(height), height - 1 - edge(height)];
  for (const x of xs) for (const y of ys) points.push([x, y]);
  if (width % 2 && width >= 15) for (const y of ys) points.push([(width - 1) / 2, y]);
  if (height % 2 && height >= 15) for (const x of xs) points.push([x, (height - 1) / 2]);
  return points;
}
