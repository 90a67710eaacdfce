// What a run does after a line: the line, the table, and the strategy with every hand.

import { ask, name } from "./api.js";
import { brief, cards, fill, h, lasted, percent, problem, quiet, signed, whole, withCards } from "./dom.js";
import { grid, legend } from "./grid.js";
import { handPanel } from "./panel.js";
import { picker } from "./picker.js";
import { handRows } from "./rows.js";

const DEAL = "7"; // the seed of the first deal that is shown
const FILTERS = ["made", "draw", "suit"];
const KEPT = ["deal", "view", "rows", ...FILTERS];

// The address of a place.
export function addressOf(run, line, query = new URLSearchParams()) {
  const kept = new URLSearchParams([...query].filter(([key, value]) => KEPT.includes(key) && value));
  const words = line.map((word) => `/${name(word)}`).join("");
  return `#/run/${name(run)}${words}${kept.size ? `?${kept}` : ""}`;
}

export async function explore(main, [run, ...line], query, left) {
  const asked = { line: line.join(" "), deal: query.get("deal"), rows: query.get("rows") };
  for (const filter of FILTERS) asked[filter] = query.get(filter);
  document.title = `${run} – zerosum`;
  const [figures, spot] = await Promise.all([
    ask(`runs/${name(run)}`), ask(`runs/${name(run)}/spot`, asked).catch((error) => ({ problem: error.message }))]);
  if (left()) return undefined;
  const go = (words, changes = {}) => {
    const next = new URLSearchParams(query);
    next.delete("rows");
    for (const [key, value] of Object.entries(changes)) if (value) next.set(key, value); else next.delete(key);
    location.hash = addressOf(run, words, next);
  };
  const page = { run, query, spot, go };
  if (spot.undealt) {
    // Hands are too many to list: one deal at a time.
    location.replace(addressOf(run, line, new URLSearchParams({ deal: DEAL })));
    return undefined;
  }
  if (spot.problem) {
    fill(main, heading(run, figures), crumbs(page, line), problem(spot.problem), asked.deal ? dealer(page) : null);
    return undefined;
  }
  const [strategy, end] = hands(page);
  fill(main,
    heading(run, figures, spot),
    crumbs(page, line),
    h("section", { class: "spot" }, situation(page), choices(page), strategy));
  const keys = (event) => { if (shortcut(event, page)) event.preventDefault(); };
  addEventListener("keydown", keys);
  return () => { removeEventListener("keydown", keys); end(); };
}

// The run, and what its strategy is worth: why two solutions differ is what readers ask most.
function heading(run, figures, spot = {}) {
  const known = Object.values(figures.measures ?? {});
  const facts = [
    `${figures.experiment} ${figures.game}`.trim(),
    `${figures.algorithm}${figures.rule ? `, rule ${figures.rule}` : ""}${figures.options ? `, ${figures.options}` : ""}`,
    figures.iterations === undefined ? null : `${whole(figures.iterations)} iterations, ${whole(figures.infosets)} infosets, ${lasted(figures.seconds)}`,
    ...known.map(({ words, value }) => `${words} ${brief(value)} chips a hand`),
    known.length ? null : figures.unmeasured || null,
  ];
  const training = figures.training || spot.checkpoint
    ? h("span", { class: "live" }, figures.training ? "training" : "stopped",
      spot.iterations ? `; shown after ${whole(spot.iterations)} iterations` : "") : null;
  return h("header", { class: "heading" },
    h("h1", {}, run, " ", training),
    h("p", { class: "facts" }, facts.filter(Boolean).map((fact) => h("span", {}, fact))),
    h("p", { class: "links" },
      h("a", { href: `#/study/${name(run)}` }, "Abstraction"),
      h("a", { href: `#/compare/${name(run)}` }, "Compare"),
      h("a", { href: `#/train/${name(run)}` }, figures.training ? "Watch" : "Curve")));
}

// The line: each step leads back to where it was.
function crumbs({ run, query, spot }, line) {
  const steps = spot.events ?? line.map((token) => ({ token, words: token }));
  let count = 0;
  const links = steps.map((event) => {
    count += event.token ? 1 : 0;
    return h("li", {}, h("a", { href: addressOf(run, line.slice(0, count), query) }, withCards(event.words)));
  });
  return h("nav", { class: "crumbs", "aria-label": "Line of play" },
    h("span", {},
      h("button", { class: "icon", "aria-label": "Undo", title: "Undo", "data-key": "undo", onclick: () => history.back() }, "↶"), " ",
      h("button", { class: "icon", "aria-label": "Redo", title: "Redo", "data-key": "redo", onclick: () => history.forward() }, "↷")),
    h("ol", {}, h("li", {}, h("a", { href: addressOf(run, [], query) }, "Start")), links));
}

// The board, the pot and what each seat has.
function situation(page) {
  const { spot } = page;
  const seats = (spot.seats_now ?? []).map((seat, number) => h("tr", {
    class: [number === spot.seat ? "acts" : "", seat.live ? "" : "folded"].join(" ").trim() || null },
  h("th", { scope: "row" }, seat.name, seat.button ? h("span", { class: "button", title: "the button" }, " ●") : null,
    number === spot.seat ? h("span", { class: "unseen" }, " (to act)") : null),
  h("td", { class: "number" }, seat.pip ? whole(seat.pip) : ""), h("td", { class: "number" }, seat.live ? whole(seat.behind) : "folded")));
  const said = spot.said.filter((sentence) => !/^(Continue the line|On the board|The next word is|All players see one)/.test(sentence));
  return h("div", { class: "situation" },
    spot.board ? h("p", { class: "board", "aria-label": `Board ${spot.board}` }, spot.seats_now ? cards(spot.board) : spot.board) : null,
    said.slice(spot.events.length ? 1 : 0).map((sentence) => h("p", {}, sentence)),
    seats.length ? h("table", { class: "seats" },
      h("thead", {}, h("tr", {}, ["seat", "bet", "behind"].map((text, column) => h("th", { scope: "col", class: column ? "number" : null }, text)))),
      h("tbody", {}, seats)) : null,
    spot.deal !== null ? [quiet("Hands are too many to list: this is one deal."), dealer(page)] : null,
    spot.payoffs ? h("p", { class: "payoffs" }, spot.payoffs.map((won, player) => h("span", {}, `${spot.seats[player] ?? `player ${player}`} `, h("strong", {}, `${signed(won)} chips`), spot.settled ? "" : " on average"))) : null);
}

// What may happen next: the totals are the buttons.
function choices({ spot, go }) {
  if (spot.kind === "event" && spot.seats_now && !spot.options.length) return h("div", { class: "choices" }, picker(spot, go));
  if (!spot.options.length) return null;
  return h("div", { class: "choices", role: "group", "aria-label": spot.kind === "event" ? "What is shown next" : "Actions" },
    spot.options.map((option, number) => h("button", {
      class: "choice", "data-key": `option ${number}`, title: number < 9 ? `Key ${number + 1}` : null,
      style: { "--colour": option.colour }, onclick: () => go([...spot.line, option.token]) },
    h("span", { class: "label" }, spot.seats_now || spot.kind === "decision" ? option.label : withCards(option.label)),
    h("span", { class: "share" }, percent(option.probability)))));
}

// The strategy with every hand: a grid of classes in poker, a table elsewhere.
function hands(page) {
  const { spot, query, go } = page;
  if (spot.table) return [h("div", { class: "strategy" }, handRows(page)), () => {}];
  if (spot.kind !== "decision" || !spot.ranges) return [null, () => {}];
  const view = query.get("view") ?? "";
  const views = [["", "Strategy"], ...spot.seats_now.map((seat, number) => [String(number), `Range of ${seat.name}`])];
  const tabs = h("div", { class: "tabs", role: "group", "aria-label": "What the grid shows" }, views.map(([value, label]) => h("button", {
    "aria-pressed": String(value === view), "data-key": `view ${value}`, disabled: value !== "" && !spot.ranges[value],
    onclick: () => go(spot.line, { view: value }) }, label)));
  const panel = h("div", { class: "panel" });
  const show = handPanel(page, panel);
  let body;
  if (view && spot.ranges[view]) body = grid({ cells: spot.ranges[view].map((row) => row.map((share) => (share === null ? null : [1]))), weights: spot.ranges[view], options: [{ colour: "var(--held)", label: "likely" }], show: () => {} });
  else if (!spot.grid) body = quiet("No hand passes these filters: choose others.");
  else body = grid({ cells: spot.grid.cells, weights: spot.ranges[spot.seat], options: spot.options, show });
  return [h("div", { class: "strategy" },
    h("div", { class: "tools" }, tabs, view ? null : filters(page)),
    h("div", { class: "pair" },
      h("div", {}, body, h("div", { class: "under" },
        view ? quiet("Height: how likely the seat has the hand, beside its likeliest hand.") : [spot.grid ? legend(spot.options, filtered(query) ? spot.grid.whole : spot.options.map((option) => option.probability)) : null,
          filtered(query) ? quiet(`The ${whole(spot.hands ?? 0)} hands that pass the filters, each alike.`) : null,
          spot.unknown ? quiet(`Hatched: not visited in training (${whole(spot.unknown)} of ${whole(spot.hands)} hands), all actions equally likely.`) : null])),
      view ? null : panel)), () => {}];
}

const filtered = (query) => FILTERS.some((filter) => query.get(filter));

function filters({ spot, query, go }) {
  const lists = spot.filters;
  return h("div", { class: "filters", role: "group", "aria-label": "Which hands" }, FILTERS.map((filter) => {
    const known = lists[filter];
    if (!known.length || (filter === "draw" && !lists.made.length)) return null;
    return h("label", {}, `${filter} `, h("select", { "data-key": filter, onchange: (event) => go(spot.line, { [filter]: event.target.value }) },
      ["", ...known].map((value) => h("option", { value, selected: value === (query.get(filter) ?? "") }, value || "any"))));
  }));
}

// Where hands are too many to list: one deal at a time.
function dealer({ go, query }) {
  const field = h("input", { type: "number", min: "0", step: "1", value: query.get("deal"), "data-key": "deal" });
  return h("form", { class: "dealer", onsubmit: (event) => { event.preventDefault(); go([], { deal: field.value }); } },
    h("label", {}, "Deal by the seed ", field), h("button", {}, "Deal"));
}

// Keys: 1 to 9 take an action; Backspace goes back.
function shortcut(event, { spot, go }) {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return false;
  const option = spot.options[Number(event.key) - 1];
  if (/^[1-9]$/.test(event.key) && option) go([...spot.line, option.token]);
  else if (event.key === "Backspace" && spot.line.length) history.back();
  else return false;
  return true;
}
