// The 169 classes of hands: each cell is filled with the colours of actions, as high as its weight.

import { bar, percent, swatch, tags } from "./dom.js";

const { button, div, li, span, ul } = tags;
const RANKS = "AKQJT98765432";
const LAST = RANKS.length - 1;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// The name of the class in a cell, such as AKs.
function className(row, column) {
  const [high, low] = row < column ? [row, column] : [column, row];
  return RANKS[high] + RANKS[low] + (row === column ? "" : row < column ? "s" : "o");
}

// What is painted in a cell: bars from the left, over the lower part of the cell.
function painted(shares, weight, options) {
  let at = 0;
  const stops = shares.map((share, number) => {
    const from = at;
    at += share * 100;
    return `${options[number].colour} ${from.toFixed(2)}% ${at.toFixed(2)}%`;
  });
  const height = weight > 0 ? Math.max(6, weight * 100) : 0;
  const image = `linear-gradient(to right, ${stops.join(", ")})`;
  return { "background-image": image, "background-size": `100% ${height.toFixed(1)}%` };
}

// Which cell a key leads to; undefined if none.
function onward(buttons, key, row, column) {
  const edges = { Home: [0, -column], End: [0, LAST - column] };
  const [down, right] = STEPS[key] ?? edges[key] ?? [0, RANKS.length];
  return column + right in [...RANKS] ? buttons[RANKS.length * (row + down) + column + right] : undefined;
}

// What a cell says: how often each action is taken with its hands.
const said = (options) => (shares) =>
  options.map((option, number) => `${option.label} ${percent(shares[number])}`).join(", ");

// A grid that is read by keys like a table. Moving over a cell shows it; a click keeps it.
// Cells and weights are rows of the server, from the twos on; suited hands have the higher rank in the row.
export function grid({
  cells, weights, unvisited = [], options = [], show, words = said(options), fills = painted,
}) {
  const buttons = [];
  const hovers = matchMedia("(hover: hover) and (min-width: 62rem)").matches;
  const move = (event, from) => {
    const next = onward(buttons, event.key, ...from);
    if (!next) return;
    event.preventDefault();
    for (const each of buttons) each.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
  const cell = (row, column) => {
    const shares = cells[LAST - row][LAST - column];
    const weight = weights?.[LAST - row]?.[LAST - column] ?? (shares ? 1 : 0);
    const hand = className(row, column);
    const missed = unvisited.includes(hand);
    const told = shares ? `${words(shares)}${missed ? ", not all visited in training" : ""}` : "not possible";
    const made = button({
      role: "gridcell", class: `cell${shares ? "" : " none"}${missed ? " missed" : ""}`,
      tabindex: row + column ? "-1" : "0", "data-hand": hand, "aria-label": `${hand}: ${told}`,
      style: shares ? fills(shares, weight, options) : {},
      onmouseenter: () => hovers && show(hand, false, row, column),
      onmouseleave: () => hovers && show(null, false), onfocus: () => show(hand, false, row, column),
      onclick: () => show(hand, true, row, column), onkeydown: (event) => move(event, [row, column]),
    }, span({ "aria-hidden": "true" }, hand));
    return buttons[buttons.push(made) - 1];
  };
  const line = (_, row) => (
    div({ role: "row", class: "row" }, [...RANKS].map((__, column) => cell(row, column))));
  const about = "Hands by class; arrow keys move, Enter keeps one";
  return div({ class: "grid", role: "grid", "aria-label": about }, [...RANKS].map(line));
}

// The options with their shares over all hands.
export function legend(options, shares) {
  const words = options.map((option, number) => li(
    swatch(option.colour), option.label, shares.length ? ` ${percent(shares[number])}` : ""));
  return div({ class: "legend" }, bar(shares, options), ul(words));
}
