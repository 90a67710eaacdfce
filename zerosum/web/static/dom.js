// Elements, numbers in words, and small parts that several pages have.

// Make an element. Properties: class, style (an object), on… (listeners), data-… and others as
// attributes; false and null leave an attribute out. Text is never read as HTML.
export function h(tag, properties = {}, ...children) {
  const [name, space] = tag.startsWith("svg:")
    ? [tag.slice(4), "http://www.w3.org/2000/svg"] : [tag, "http://www.w3.org/1999/xhtml"];
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "style") {
      for (const [style, text] of Object.entries(value)) element.style.setProperty(style, text);
    } else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}

// Put children into an element, and the focus back on what has the same data-key.
export function fill(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== false && child !== undefined));
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

export const percent = (share) => `${(100 * share).toFixed(1)}%`;
export const whole = (number) => Math.round(number).toLocaleString("en-US");
export const signed = (number, digits = 2) =>
  (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number).toLocaleString("en-US", { maximumFractionDigits: digits });
export const brief = (number) => (number !== 0 && Math.abs(number) < 1e-4 ? number.toExponential(2)
  : Number(number.toPrecision(4)).toLocaleString("en-US", { maximumSignificantDigits: 4 }));

export function lasted(seconds) {
  if (seconds < 60) return `${brief(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = String(Math.floor(seconds % 60)).padStart(2, "0");
  return minutes < 60 ? `${minutes}:${rest} min`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest} h`;
}

const SUITS = { c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"] };

// Cards such as "Ah Kd" or "AhKd2c", in a deck of four colours.
export function cards(text) {
  const found = text.match(/[2-9TJQKA][cdhs]/g) ?? [];
  return found.map((card) => h("span", { class: `card ${card[1]}` },
    card[0], h("span", { "aria-hidden": "true" }, SUITS[card[1]][0]),
    h("span", { class: "unseen" }, ` of ${SUITS[card[1]][1]}`)));
}

// Text in which cards are drawn.
export function withCards(text) {
  return text.split(/((?:\b|(?<=[cdhs]))[2-9TJQKA][cdhs](?=\b|[2-9TJQKA]))/)
    .map((part, number) => (number % 2 ? cards(part) : part));
}

export const problem = (sentence) => h("p", { class: "problem", role: "alert" }, sentence);
export const quiet = (sentence) => h("p", { class: "quiet" }, sentence);

// A table with headings; numeric columns are to the right.
export function table(headings, rows, { numbers = [], caption = "" } = {}) {
  const cell = (tag, column, content) => h(tag, {
    class: numbers.includes(column) ? "number" : null, scope: tag === "th" ? "col" : null }, content);
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption || "Table" },
    h("table", {},
      caption ? h("caption", { class: "unseen" }, caption) : null,
      h("thead", {}, h("tr", {}, headings.map((text, column) => cell("th", column, text)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((content, column) => cell("td", column, content)))))));
}

// A bar of shares, each with its colour.
export function bar(shares, options) {
  return h("span", { class: "bar", "aria-hidden": "true" }, shares.map((share, number) => (share > 0
    ? h("span", { style: { "flex-grow": String(share), background: options[number].colour } }) : null)));
}
