// What is done with each private state, in games without a grid.

import { bar, percent, step, table, tags, unvisited, whole } from "./dom.js";

const { p, span } = tags;
const PAGE = 200; // rows

const hatched = { class: "unvisited", title: "not visited in training" };

// A row of the table: a hand, how likely it is, and what is done with it.
function line(row, options) {
  const shares = row.strategy.map((share) => (share === null ? "–" : percent(share)));
  const drawn = bar(row.strategy.map((share) => share ?? 0), options);
  return [span(row.visited ? {} : hatched, row.hand), percent(row.probability), ...shares, drawn];
}

// The strategy with each hand, by pages.
export function handRows({ spot, go }) {
  const { rows, total, first } = spot.table;
  const likely = ["likely", ...spot.options.map((option) => option.label)];
  const unknown = rows.filter((row) => !row.visited).length;
  const turn = (words, to) => step(words, to >= 0 && to < total, () => go(spot.line, { rows: String(to) }));
  const lines = rows.map((row) => line(row, spot.options));
  const numbers = likely.map((_, column) => column + 1);
  const earlier = turn("Earlier", first - PAGE);
  const words = ` hands ${whole(first + 1)} to ${whole(first + rows.length)} of ${whole(total)} `;
  return [
    table(["hand", ...likely, ""], lines, { numbers, title: "The strategy with each hand" }),
    unknown ? unvisited(unknown, rows.length) : null,
    total > rows.length && p({ class: "pages" }, earlier, words, turn("Later", first + PAGE))];
}
