// What is done with each private state, in games without a grid.

import { bar, percent, quiet, step, table, tags, whole } from "./dom.js";

const { p, span } = tags;
const PAGE = 200; // rows

const hatched = { class: "unvisited", title: "not visited in training" };

// A row of the table: a hand, how likely it is, and what is done with it.
function line(row, options) {
  return [
    span(row.visited ? {} : hatched, row.hand),
    percent(row.probability),
    ...row.strategy.map((share) => (share === null ? "–" : percent(share))),
    bar(row.strategy.map((share) => share ?? 0), options)];
}

// The strategy with each hand, by pages.
export function handRows({ spot, go }) {
  const { rows, total, first } = spot.table;
  const likely = ["likely", ...spot.options.map((option) => option.label)];
  const unknown = rows.filter((row) => !row.visited).length;
  const turn = (words, to) => step(words, to >= 0 && to < total, () => go(spot.line, { rows: String(to) }));
  return [
    table(["hand", ...likely, ""], rows.map((row) => line(row, spot.options)),
      { numbers: likely.map((_, column) => column + 1), title: "The strategy with each hand" }),
    unknown ? quiet(`Hatched: not visited in training (${unknown} of ${rows.length} hands), `
      + "all actions equally likely.") : null,
    total > rows.length ? p({ class: "pages" },
      turn("Earlier", first - PAGE),
      ` hands ${whole(first + 1)} to ${whole(first + rows.length)} of ${whole(total)} `,
      turn("Later", first + PAGE)) : null];
}
