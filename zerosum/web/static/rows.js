// What is done with each private state, in games without a grid.

import { bar, h, percent, quiet, table, whole } from "./dom.js";

export function handRows({ spot, go }) {
  const { rows, total, first } = spot.table;
  const likely = ["likely", ...spot.options.map((option) => option.label)];
  const lines = rows.map((row) => [
    h("span", { class: row.visited ? null : "unvisited", title: row.visited ? null : "not visited in training" }, row.hand),
    percent(row.probability),
    ...row.strategy.map((share) => (share === null ? "–" : percent(share))),
    bar(row.strategy.map((share) => share ?? 0), spot.options)]);
  const unknown = rows.filter((row) => !row.visited).length;
  const step = (to, words) => h("button", { "data-key": words, disabled: to < 0 || to >= total, onclick: () => go(spot.line, { rows: String(to) }) }, words);
  return [
    table(["hand", ...likely, ""], lines, { numbers: likely.map((_, column) => column + 1), caption: "The strategy with each hand" }),
    unknown ? quiet(`Hatched: not visited in training (${unknown} of ${rows.length} hands), all actions equally likely.`) : null,
    total > rows.length ? h("p", { class: "pages" }, step(first - 200, "Earlier"), ` hands ${whole(first + 1)} to ${whole(first + rows.length)} of ${whole(total)} `, step(first + 200, "Later")) : null];
}
