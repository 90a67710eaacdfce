// Cards of the board to choose.

import { cards, h } from "./dom.js";

export function picker(spot, go) {
  const due = spot.due;
  const chosen = new Set();
  const taken = new Set(spot.board.match(/[2-9TJQKA][cdhs]/g) ?? []);
  const status = h("p", { "aria-live": "polite" }, `Choose ${due === 1 ? "a card" : `${due} cards`} of the board.`);
  const deal = () => go([...spot.line, [...chosen].join("")]);
  const random = () => {
    const left = spot.deck.filter((card) => !taken.has(card));
    while (chosen.size < due) chosen.add(left[Math.floor(Math.random() * left.length)]);
    deal();
  };
  const deck = [..."shdc"].map((suit) => h("div", { class: "suit" }, [..."AKQJT98765432"].map((rank) => {
    const card = rank + suit;
    if (!spot.deck.includes(card)) return null;
    return h("button", { class: `pick ${suit}`, disabled: taken.has(card), "aria-pressed": "false", onclick: (event) => {
      if (chosen.has(card)) chosen.delete(card); else chosen.add(card);
      event.currentTarget.setAttribute("aria-pressed", String(chosen.has(card)));
      if (chosen.size === due) deal();
    } }, cards(card));
  })));
  return h("div", { class: "picker" }, status, deck, h("button", { "data-key": "random", onclick: random }, "Deal at random"));
}
