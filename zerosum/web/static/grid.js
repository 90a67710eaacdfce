// The 169 classes of hands: each cell is filled with the colours of actions, as high as its weight.

import { bar, h, percent } from "./dom.js";

const RANKS = "AKQJT98765432";

export function className(row, column) {
  const [high, low] = row < column ? [row, column] : [column, row];
  return RANKS[high] + RANKS[low] + (row === column ? "" : row < column ? "s" : "o");
}

// What is painted in a cell: bars from the left, over the lower part of the cell.
export function painted(shares, weight, options) {
  let at = 0;
  const stops = shares.map((share, number) => {
    const from = at;
    at += share * 100;
    return `${options[number].colour} ${from.toFixed(2)}% ${at.toFixed(2)}%`;
  });
  const height = weight > 0 ? Math.max(6, weight * 100) : 0;
  return { "background-image": `linear-gradient(to right, ${stops.join(", ")})`, "background-size": `100% ${height.toFixed(1)}%` };
}

// A grid that is read by keys like a table. Moving over a cell shows it; a click keeps it.
export function grid({ cells, weights = null, options = [], show, words = null, fills = painted }) {
  const buttons = [];
  const hovers = matchMedia("(hover: hover) and (min-width: 62rem)").matches;
  const move = (event, at) => {
    const [row, column] = [Math.floor(at / 13), at % 13];
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -column], End: [0, 12 - column] };
    const step = steps[event.key];
    if (!step) return;
    const [down, right] = [row + step[0], column + step[1]];
    if (down < 0 || down > 12 || right < 0 || right > 12) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = -1;
    const next = buttons[13 * down + right];
    next.tabIndex = 0;
    next.focus();
    show(className(down, right), false, down, right);
  };
  const rows = [...RANKS].map((_, row) => h("div", { role: "row", class: "row" }, [...RANKS].map((__, column) => {
    // Rows of the server begin with the twos, and suited hands have the higher rank in the row.
    const [first, second] = [12 - row, 12 - column];
    const shares = cells[first][second];
    const weight = weights?.[first]?.[second] ?? (shares ? 1 : 0);
    const hand = className(row, column);
    const told = shares === null ? "not possible" : words ? words(shares) : options.map((option, number) => `${option.label} ${percent(shares[number])}`).join(", ");
    const button = h("button", {
      role: "gridcell", class: shares === null ? "cell none" : "cell", tabindex: row + column ? "-1" : "0", "data-hand": hand,
      "aria-label": `${hand}: ${told}`, style: shares === null ? {} : fills(shares, weight, options),
      onmouseenter: hovers ? () => show(hand, false, row, column) : () => {}, onmouseleave: hovers ? () => show(null, false) : () => {}, onfocus: () => show(hand, false, row, column),
      onclick: () => show(hand, true, row, column), onkeydown: (event) => move(event, 13 * row + column) },
    h("span", { "aria-hidden": "true" }, hand));
    buttons.push(button);
    return button;
  })));
  return h("div", { class: "grid", role: "grid", "aria-label": "Hands by class; arrow keys move, Enter keeps one" }, rows);
}

// The options with their shares over all hands.
export function legend(options, shares) {
  return h("div", { class: "legend" }, bar(shares, options), h("ul", {}, options.map((option, number) => h("li", {},
    h("span", { class: "swatch", style: { background: option.colour } }), option.label, shares.length ? ` ${percent(shares[number])}` : ""))));
}
