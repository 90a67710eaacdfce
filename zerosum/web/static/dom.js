// Elements, numbers in words, and small parts that several pages have.

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
const SUITS = { c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"] };

// Whether a child or a property is not left out.
const given = (value) => value !== null && value !== false && value !== undefined;

// Make an element: its properties may come first, then its children, or lists of them.
// Properties are class, style (an object), on… (listeners) and attributes; null and false leave one out.
function make(space, tag, ...parts) {
  const element = document.createElementNS(space, tag);
  const properties = parts[0]?.constructor === Object ? parts.shift() : {};
  for (const [key, value] of Object.entries(properties)) if (given(value)) set(element, key, value);
  element.append(...parts.flat(Infinity).filter(given)); // text is never read as HTML
  return element;
}

// Set a property of an element.
function set(element, key, value) {
  if (key === "style") Object.entries(value).forEach((one) => element.style.setProperty(...one));
  else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  else if (key === "value" || key === "checked") element[key] = value;
  else element.setAttribute(key, value === true ? "" : value);
}

const makers = (space) => new Proxy({}, { get: (_, tag) => (...parts) => make(space, tag, ...parts) });

// Functions that make elements, by tag: p({ class: "quiet" }, "Some ", strong("text")).
export const tags = makers(HTML);
export const shapes = makers(SVG);

const { a, button, caption, div, label, li, nav, ol, option, p, select, span } = tags;

// Put children into an element, and the focus back on what has the same data-key.
export function fill(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  element.replaceChildren(...children.flat(Infinity).filter(given));
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

export const percent = (share) => `${(100 * share).toFixed(1)}%`;
export const whole = (number) => Math.round(number).toLocaleString("en-US");

// A number with its sign.
export function signed(number, digits = 2) {
  const sign = number > 0 ? "+" : number < 0 ? "−" : "";
  return sign + Math.abs(number).toLocaleString("en-US", { maximumFractionDigits: digits });
}

// A number with four digits.
export function brief(number) {
  if (number !== 0 && Math.abs(number) < 1e-4) return number.toExponential(2);
  return Number(number.toPrecision(4)).toLocaleString("en-US", { maximumSignificantDigits: 4 });
}

// A time in words.
export function lasted(seconds) {
  if (seconds < 60) return `${brief(seconds)} s`;
  const two = (number) => String(Math.floor(number % 60)).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds)} min`;
  return `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)} h`;
}

// Cards such as "Ah Kd" or "AhKd2c", in a deck of four colours.
export function cards(text) {
  const found = text.match(/[2-9TJQKA][cdhs]/g) ?? [];
  return found.map(([rank, suit]) => {
    const [sign, name] = SUITS[suit];
    const unseen = span({ class: "unseen" }, ` of ${name}`);
    return span({ class: `card ${suit}` }, rank, span({ "aria-hidden": "true" }, sign), unseen);
  });
}

// Text in which cards are drawn.
export function withCards(text) {
  const parts = text.split(/((?:\b|(?<=[cdhs]))[2-9TJQKA][cdhs](?=\b|[2-9TJQKA]))/);
  return parts.map((part, number) => (number % 2 ? cards(part) : part));
}

export const problem = (sentence) => p({ class: "problem", role: "alert" }, sentence);
export const refusing = (place) => (error) => fill(place, problem(error.message));
export const quiet = (sentence) => p({ class: "quiet" }, sentence);
export const unvisited = (unknown, all) => (
  quiet(`Hatched: not visited in training (${unknown} of ${all} hands), all actions equally likely.`));
export const swatch = (colour) => span({ class: "swatch", style: { background: colour } });

// A table with headings; columns with numbers are to the right.
export function table(headings, rows, { numbers = [], title = "" } = {}) {
  const { tbody, td, th, thead, tr } = tags;
  const kind = (column) => (numbers.includes(column) ? "number" : null);
  const heading = (text, column) => (text ? th({ class: kind(column), scope: "col" }, text) : td());
  const body = rows.map((row) => tr(row.map((content, column) => td({ class: kind(column) }, content))));
  const region = { class: "scroll", tabindex: "0", role: "region", "aria-label": title || "Table" };
  const words = title && caption({ class: "unseen" }, title);
  return div(region, tags.table(words, thead(tr(headings.map(heading))), tbody(body)));
}

// A bar of shares, each with the colour of its option.
export function bar(shares, options) {
  const style = (share, number) => ({ "flex-grow": String(share), background: options[number].colour });
  const parts = shares.map((share, number) => share > 0 && span({ style: style(share, number) }));
  return span({ class: "bar", "aria-hidden": "true" }, parts);
}

// A list to choose from, of [value, words] each, with a label.
export function choice(words, values, chosen, change, key = words) {
  const options = values.map(([value, text]) => option({ value, selected: value === chosen }, text));
  const list = select({ "data-key": key, onchange: (event) => change(event.target.value) }, options);
  return label(`${words} `, list);
}

// A step from one part of a long list to another.
export const step = (words, can, onclick) => button({ "data-key": words, disabled: !can, onclick }, words);

// A listener that acts where a form would be sent.
export const submits = (act) => (event) => {
  event.preventDefault();
  act(event);
};

// The line of play: each step leads back to where it was, after so many words.
export function crumbs(events, addressAfter, buttons = null) {
  let count = 0;
  const steps = events.map((event) => {
    count += event.token ? 1 : 0;
    return li(a({ href: addressAfter(count) }, withCards(event.words)));
  });
  return nav({ class: "crumbs", "aria-label": "Line of play" },
    buttons, ol(li(a({ href: addressAfter(0) }, "Start")), steps));
}
