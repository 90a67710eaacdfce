// The table as it is drawn: seats around an oval, cards, chips and the pot.

import { shapes, tags, whole, withCards } from "./dom.js";

const { circle, defs, ellipse, foreignObject, g, path, radialGradient, rect, stop, text } = shapes;
const { b, div, span } = tags;
const SUITS = {
  c: "M0-11a4.9 4.9 0 0 1 3.9 7.9a4.9 4.9 0 1 1-2.6 7.8Q1.5 9 4 11H-4Q-1.5 9-1.3 4.7a4.9 4.9 0 1 1-2.6-7.8"
    + "A4.9 4.9 0 0 1 0-11Z",
  d: "M0-11Q3.5-4.5 8.5 0Q3.5 4.5 0 11Q-3.5 4.5-8.5 0Q-3.5-4.5 0-11Z",
  h: "M0 10.5C-3 6-10 1.5-10-4.2C-10-7.8-7.6-10-4.9-10C-2.6-10-.8-8.6 0-6.6C.8-8.6 2.6-10 4.9-10C7.6-10 "
    + "10-7.8 10-4.2C10 1.5 3 6 0 10.5Z",
  s: "M0-11C3-6 10-2.4 10 3.2C10 6.6 7.6 8.4 5.2 8.4C3.4 8.4 2 7.4 1.2 6Q1.5 9.4 4 11H-4Q-1.5 9.4-1.2 6"
    + "C-2 7.4-3.4 8.4-5.2 8.4C-7.6 8.4-10 6.6-10 3.2C-10-2.4-3-6 0-11Z",
};
const PIPS = { 1: "c", 2: "af", 3: "acf", 4: "abef", 5: "abcef" }; // of dice, by their places
const PLACES = { a: [-8, -8], b: [-8, 8], c: [0, 0], e: [8, -8], f: [8, 8] };
const STAR = "M0-12L3.4-3.9 12-3.5 5.4 2 7.6 10.6 0 5.8-7.6 10.6-5.4 2-12-3.5-3.4-3.9Z";
const LATTICE = "M-16-8L0-24 16-8M-16 24L0 8 16 24M-16-24L16 8M16-24L-16 8M-16-8L16 24M16-8L-16 24";
const WIDE = {
  size: [1000, 560], middle: [500, 300], rail: [812, 386], oval: [408, 206], plate: [176, 54],
  own: 1.75, other: 1.2, text: [400, 120], board: [1.3, 460, 0], pot: -62, chip: 1, bet: [0.6, 0.43],
};
const TALL = {
  size: [360, 420], middle: [180, 212], rail: [320, 294], oval: [116, 152], plate: [106, 44],
  own: 1.2, other: 0.85, text: [210, 100], board: [0.9, 210, -10], pot: -54, chip: 0.8, bet: [0.46, 0.32],
};

// Whether there is room for a tall table only.
export const narrow = matchMedia("(max-width: 40rem)");

// The cards or dice that a text consists of; null if it is another text.
function pieces(words, game) {
  if (/Bluff/.test(game) && /^[1-5*?]+$/.test(words)) return [...words].map((face) => ({ face }));
  const parts = words.split(/\s+|(?<=[cdhs])(?=[2-9TJQKA][cdhs])/).filter(Boolean);
  const found = parts.map((part) => part.match(/^(1\d|[2-9TJQKA])([cdhs])?$/));
  if (!parts.length || found.includes(null)) return null;
  return found.map(([, rank, suit]) => ({ rank: rank.replace("T", "10"), suit }));
}

const at = (x, y, scale = 1) => ({ transform: `translate(${x} ${y}) scale(${scale})` });
const sheet = (kind) => rect({ class: kind, x: -20, y: -28, width: 40, height: 56, rx: 4.5 });

// A card or a die, around its middle.
function piece({ rank, suit, face }) {
  if (face) {
    const pips = [...PIPS[face] ?? ""].map((place) => circle({ r: 3.4, ...at(...PLACES[place]) }));
    const side = rect({ class: "face", x: -18, y: -18, width: 36, height: 36, rx: 7 });
    return g({ class: "die" }, side, pips, face === "*" && path({ d: STAR }));
  }
  if (!rank) {
    const inlay = rect({ class: "inlay", x: -16.5, y: -24.5, width: 33, height: 49, rx: 3 });
    const lattice = path({ class: "lattice", d: LATTICE });
    return g(sheet("face"), inlay, lattice, path({ class: "jewel", d: SUITS.d }));
  }
  const ten = rank.length > 1 ? " ten" : "";
  if (!suit) return g({ class: "card" }, sheet("face"), text({ class: `rank alone${ten}`, y: 11 }, rank));
  return g({ class: `card ${suit}` }, sheet("face"),
    text({ class: `rank${ten}`, x: -9.5, y: -10 }, rank),
    path({ d: SUITS[suit], ...at(11, -17, 0.55) }), path({ d: SUITS[suit], ...at(0, 9, 1.15) }));
}

// Cards beside each other around a point; they overlap where there is not enough room.
function fan(cards, [x, y], scale, room) {
  const wide = Math.min(43 * scale, (room - 40 * scale) / (cards.length - 1 || 1));
  const first = x - (wide * (cards.length - 1)) / 2;
  return cards.map((card, number) => g(at(first + wide * number, y, scale), piece(card)));
}

// The cards of the board, in rows, which are smaller where they are many.
function rows(cards, [x, y], scale, room) {
  const most = Math.floor(room / (43 * scale));
  const size = cards.length > 2 * most ? (scale * 2 * most) / (cards.length + 1) : scale;
  const many = Math.min(cards.length, Math.floor(room / (43 * size)));
  const count = Math.ceil(cards.length / many);
  const top = y - 30 * size * (count - 1);
  return Array.from({ length: count || 0 }, (_, row) => (
    fan(cards.slice(row * many, (row + 1) * many), [x, top + 60 * size * row], size, room)));
}

// Words in a place of the drawing, in which cards are drawn.
function words([x, y], [width, height], kind, ...content) {
  return foreignObject({ x: x - width / 2, y: y - height / 2, width, height }, div({ class: kind }, content));
}

// Chips that lie on the felt: a few of them, and how many they are.
function chips(amount, [x, y], unit, scale) {
  const count = Math.min(5, 1 + Math.floor(Math.log2(1 + amount / unit) / 1.5));
  const stack = Array.from({ length: count }, (_, number) => [
    ellipse({ class: "chip edge", cx: 0, cy: 2.5 - 4 * number, rx: 10, ry: 5.5 }),
    ellipse({ class: `chip top${number % 2 ? " odd" : ""}`, cx: 0, cy: -4 * number, rx: 10, ry: 5.5 })]);
  const label = whole(amount);
  const width = 14 + 8.6 * label.length;
  return g(at(x - (width / 2) * scale, y, scale), stack,
    rect({ class: "pill", x: 15, y: -11, width, height: 22, rx: 11 }),
    text({ class: "amount", x: 15 + width / 2, y: 5 }, label));
}

// Where each seat is: the person at the bottom, the next to act at the left of the seat before.
function placesOf(seats, { middle, oval }) {
  const own = Math.max(0, seats.findIndex((seat) => seat.you));
  return seats.map((_, number) => {
    const angle = (2 * Math.PI * ((number - own + seats.length) % seats.length)) / seats.length;
    return [middle[0] - oval[0] * Math.sin(angle), middle[1] + oval[1] * Math.cos(angle)];
  });
}

// What each seat shows in front of it: what it has played, beside what it still holds face down, or
// its cards up, which the board of Blackjack says seat by seat as "9 h7 / 10 s / 6 to 18".
function shown({ seats, board, game }) {
  const up = /Blackjack/.test(game) ? board.replace(/ (to|above) .*/, "").split(" / ") : [];
  const numbers = (part) => part?.match(/\d+/g)?.join(" ") ?? "";
  return seats.map(({ cards, down }, number) => pieces(down ? cards : numbers(up[number]), game) ?? []);
}

// A seat: its cards, its plate, and the button.
function seat(one, [x, y], { middle, plate, own, other, size }, { game }) {
  const [top, left, scale] = [y - plate[1] / 2, x - plate[0] / 2, one.you ? own : other];
  const found = one.down ? null : pieces(one.cards, game);
  const hand = found ?? Array.from({ length: one.down }, () => ({}));
  const up = [x, top - (one.you ? 22 : 16) * scale];
  const corner = x > middle[0] + 1 ? left - 3 : left + plate[0] + 3;
  return g(
    fan(hand, up, scale, one.you ? 0.7 * size[0] : plate[0]),
    one.cards && !found && !one.down && words(up, [1.3 * plate[0], 40], "note", one.cards),
    words([x, y], plate, ...onPlate(one)),
    one.active && path({ class: "turn", d: "M-7-10L8 0-7 10Z", ...at(left - 6, y) }),
    one.button && g({ class: "dealer", ...at(corner, top + 2) }, circle({ r: 12 }), text({ y: 5 }, "D")));
}

// What a seat has bet, and what it shows, between it and the middle.
function before(one, [x, y], { middle, plate, bet, own, other, chip }, view, cards) {
  const toward = one.you ? y - plate[1] / 2 - 62 * own : y + (middle[1] - y) * bet[1];
  const place = [x + (middle[0] - x) * bet[0], toward];
  const blind = view.bets?.big_blind ?? 1;
  const nearer = [place[0] + (middle[0] - x) * 0.14, place[1] - (one.you ? 18 * other : 0)];
  return [fan(cards, nearer, other, Infinity), one.bet > 0 && chips(one.bet, place, blind, chip)];
}

// The kind of a plate, and what it says of its seat.
function onPlate({ name, you, place, partner, live, chips: left, active }) {
  const kind = ["plate", active && "active", you && "you", !live && "out"].filter(Boolean).join(" ");
  const who = you ? "You" : name.replace(` (${place})`, "");
  const where = who.toLowerCase() === place.toLowerCase() ? null : place.replace(/^the /, "");
  const state = [where, partner && "partner", left !== null && whole(left)].filter(Boolean).join(" · ");
  return [kind, b(who), span(live ? state : "folded")];
}

const said = (seat) => [
  seat.you ? "you" : seat.name, seat.place, seat.partner && "your partner", seat.live ? null : "folded",
  seat.chips !== null && `${whole(seat.chips)} chips`, seat.bet > 0 && `bet ${whole(seat.bet)}`, seat.cards,
  seat.down > 0 && `${seat.down} cards face down`, seat.button && "the button", seat.active && "to act",
].filter(Boolean).join(", ");

// Draw the table as a view has it.
export function felt(view) {
  const shape = narrow.matches ? TALL : WIDE;
  const { size: [width, height], middle: [x, y], rail: [long, high], board: [scale, room, rise] } = shape;
  const [places, open] = [placesOf(view.seats, shape), shown(view)];
  const board = pieces(view.board, view.game) ?? [];
  const oval = (kind, less, fill = null) => rect({
    class: kind, fill, x: x - long / 2 + less, y: y - high / 2 + less, width: long - 2 * less,
    height: high - 2 * less, rx: Math.min(long, high) / 2 - less,
  });
  const light = radialGradient({ id: "light" }, stop({ class: "near" }), stop({ class: "far", offset: "1" }));
  const common = [view.board && `Board ${view.board}`, view.pot > 0 && `pot ${whole(view.pot)}`];
  const label = [...common, ...view.seats.map(said)].filter(Boolean).join("; ");
  const about = { class: "felt", viewBox: `0 0 ${width} ${height}`, role: "img" };
  return shapes.svg({ ...about, "aria-label": label },
    defs(light), oval("wood", 0), oval("cloth", 15, "url(#light)"), oval("line", 32),
    view.seats.map((one, number) => seat(one, places[number], shape, view)),
    board.length ? rows(board, [x, y + rise], scale, view.seats.length > 2 ? room : long - 46)
      : open.flat().length ? null : words([x, y], shape.text, "note board", withCards(view.board)),
    view.pot > 0 && chips(view.pot, [x, y + shape.pot], 1, shape.chip),
    view.seats.map((one, number) => before(one, places[number], shape, view, open[number])));
}
