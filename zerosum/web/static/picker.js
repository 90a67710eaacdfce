// Cards of the board to choose.

import { cards, tags } from "./dom.js";

const { button, div, p } = tags;

// The deck, to choose the cards of the board that are due.
export function picker(spot, go) {
  const { due, deck, line } = spot;
  const chosen = new Set();
  const taken = new Set(spot.board.match(/[2-9TJQKA][cdhs]/g) ?? []);
  const deal = () => go([...line, [...chosen].join("")]);
  const random = () => {
    const left = deck.filter((card) => !taken.has(card));
    while (chosen.size < due) chosen.add(left[Math.floor(Math.random() * left.length)]);
    deal();
  };
  const pick = (pressed, card) => {
    if (!chosen.delete(card)) chosen.add(card);
    pressed.setAttribute("aria-pressed", String(chosen.has(card)));
    if (chosen.size === due) deal();
  };
  const suit = (letter) => [..."AKQJT98765432"].map((rank) => rank + letter).map((card) => (
    deck.includes(card) ? button({
      class: `pick ${letter}`, disabled: taken.has(card), "aria-pressed": "false",
      onclick: (event) => pick(event.currentTarget, card),
    }, cards(card)) : null));
  return div({ class: "picker" },
    p({ "aria-live": "polite" }, `Choose ${due === 1 ? "a card" : `${due} cards`} of the board.`),
    [..."shdc"].map((letter) => div({ class: "suit" }, suit(letter))),
    button({ "data-key": "random", onclick: random }, "Deal at random"));
}
