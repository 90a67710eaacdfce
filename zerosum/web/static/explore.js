// What a run does after a line: the line, the table, and the strategy with every hand.

import { ask, name, path } from "./api.js";
import { brief, cards, choice, crumbs, fill, lasted, percent } from "./dom.js";
import { problem, quiet, signed, submits, tags, unvisited, whole, withCards } from "./dom.js";
import { grid, legend } from "./grid.js";
import { handPanel } from "./panel.js";
import { picker } from "./picker.js";
import { handRows } from "./rows.js";

const { a, button, div, form, h1, header, input, label, p, section, span, strong } = tags;
export const DEAL = "7"; // the seed of the first deal that is shown
const FILTERS = ["made", "draw", "suit"];
const KEPT = ["deal", "view", "rows", ...FILTERS];

// The address of a place.
function addressOf(run, line, query) {
  const kept = new URLSearchParams([...query].filter(([key, value]) => KEPT.includes(key) && value));
  return `#/run/${name(run)}${path(line)}${kept.size ? `?${kept}` : ""}`;
}

// Show a place of a run.
export async function explore(main, [run, ...line], query, left) {
  document.title = `${run} – zerosum`;
  const [figures, spot] = await answers(run, line, query);
  if (left()) return undefined;
  const page = { run, line, query, spot, go: goes(run, query) };
  if (spot.undealt) { // hands are too many to list: one deal at a time
    return location.replace(addressOf(run, line, new URLSearchParams({ deal: DEAL })));
  }
  if (spot.problem) {
    const another = query.get("deal") ? dealer(page) : null;
    return fill(main, heading(run, figures), trail(page), problem(spot.problem), another);
  }
  const shown = section({ class: "spot" }, situation(page), choices(page), strategy(page));
  fill(main, heading(run, figures, spot), trail(page), shown);
  const keys = (event) => shortcut(event, page) && event.preventDefault();
  addEventListener("keydown", keys);
  return () => removeEventListener("keydown", keys);
}

// Return the figures of a run, and what it does at a place.
function answers(run, line, query) {
  const fields = { line: line.join(" ") };
  for (const field of ["deal", "rows", ...FILTERS]) fields[field] = query.get(field);
  const spot = ask(`runs/${name(run)}/spot`, fields).catch((error) => ({ problem: error.message }));
  return Promise.all([ask(`runs/${name(run)}`), spot]);
}

// Return what goes to another place, with other choices.
const goes = (run, query) => (words, changes = {}) => {
  const next = new URLSearchParams(query);
  for (const [key, value] of Object.entries({ rows: "", ...changes })) next.set(key, value);
  location.assign(addressOf(run, words, next));
};

// The run, and what its strategy is worth: why two solutions differ is what readers ask most.
function heading(run, figures, spot = {}) {
  const { iterations, infosets, seconds, rule, options } = figures;
  const known = Object.values(figures.measures ?? {});
  const facts = [
    `${figures.experiment} ${figures.game}`.trim(),
    `${figures.algorithm}${rule ? `, rule ${rule}` : ""}${options ? `, ${options}` : ""}`,
    iterations && `${whole(iterations)} iterations, ${whole(infosets)} infosets, ${lasted(seconds)}`,
    ...known.map((measure) => measured(measure, spot.iterations ?? iterations)),
    known.length ? null : figures.unmeasured];
  const after = spot.iterations ? `; shown after ${whole(spot.iterations)} iterations` : "";
  const live = (figures.training || spot.checkpoint)
    && span({ class: "live" }, figures.training ? "training" : "stopped", after);
  const link = (page, words) => a({ href: `#/${page}/${name(run)}` }, words);
  const watch = link("train", figures.training ? "Watch" : "Curve");
  return header({ class: "heading" },
    h1(run, " ", live),
    p({ class: "facts" }, facts.filter(Boolean).map((fact) => span(fact))),
    p({ class: "links" },
      link("play", "Play"), link("study", "Abstraction"), link("compare", "Compare"), watch));
}

// How good a strategy is known to be; of which one, where another is shown.
function measured({ words, value, iterations }, shown) {
  const when = iterations === shown ? "" : ` after ${whole(iterations)} iterations`;
  return `${words} ${brief(value)} chips a hand${when}`;
}

// The line, with undo and redo.
function trail({ run, line, query, spot }) {
  const icon = (title, sign, onclick) => (
    button({ class: "icon", "aria-label": title, title, "data-key": title.toLowerCase(), onclick }, sign));
  const undo = icon("Undo", "↶", () => history.back());
  const redo = icon("Redo", "↷", () => history.forward());
  const events = spot.events ?? line.map((token) => ({ token, words: token }));
  return crumbs(events, (count) => addressOf(run, line.slice(0, count), query), span(undo, " ", redo));
}

// The board, the pot and what each seat has.
function situation(page) {
  const { spot } = page;
  const said = [spot.now && `${spot.now}.`, ...spot.notes].filter(Boolean);
  const board = spot.seats_now ? cards(spot.board) : spot.board;
  const nameOf = (player) => `${spot.seats[player] ?? `player ${player}`} `;
  const end = spot.settled ? "" : " on average";
  const won = (chips, player) => span(nameOf(player), strong(`${signed(chips)} chips`), end);
  return div({ class: "situation" },
    spot.board ? p({ class: "board", "aria-label": `Board ${spot.board}` }, board) : null,
    said.map((sentence) => p(sentence)),
    spot.seats_now?.length ? seats(spot) : null,
    spot.deal === null ? null : [quiet("Hands are too many to list: this is one deal."), dealer(page)],
    spot.payoffs ? p({ class: "payoffs" }, spot.payoffs.map(won)) : null);
}

// What each seat has.
function seats(spot) {
  const { table, tbody, td, th, thead, tr } = tags;
  const rows = spot.seats_now.map((seat, number) => {
    const acts = number === spot.seat;
    return tr({ class: `${acts ? "acts" : ""} ${seat.live ? "" : "folded"}`.trim() || null },
      th({ scope: "row" }, seat.name,
        seat.button && span({ class: "button", title: "the button" }, " ●"),
        acts && span({ class: "unseen" }, " (to act)")),
      td({ class: "number" }, seat.pip ? whole(seat.pip) : ""),
      td({ class: "number" }, seat.live ? whole(seat.behind) : "folded"));
  });
  const heading = (text, column) => th({ scope: "col", class: column ? "number" : null }, text);
  return table({ class: "seats" }, thead(tr(["seat", "bet", "behind"].map(heading))), tbody(rows));
}

// What may happen next: the totals are the buttons.
function choices({ spot, go }) {
  const shows = spot.kind === "event";
  if (shows && spot.seats_now && !spot.options.length) return div({ class: "choices" }, picker(spot, go));
  if (!spot.options.length) return null;
  const plain = spot.seats_now || spot.kind === "decision";
  const buttons = spot.options.map(({ token, label: words, probability, colour }, number) => button({
    class: "choice", "data-key": `option ${number}`, title: number < 9 ? `Key ${number + 1}` : null,
    style: { "--colour": colour }, onclick: () => go([...spot.line, token]),
  }, span(plain ? words : withCards(words)), span({ class: "share" }, percent(probability))));
  const about = shows ? "What is shown next" : "Actions";
  return div({ class: "choices", role: "group", "aria-label": about }, buttons);
}

// The strategy with every hand: a grid of classes in poker, a table elsewhere.
function strategy(page) {
  const { spot, query } = page;
  if (spot.table) return div({ class: "strategy" }, handRows(page));
  if (spot.kind !== "decision" || !spot.ranges) return null;
  const view = spot.ranges[query.get("view")] ? query.get("view") : "";
  const panel = view ? null : div({ class: "panel" });
  return div({ class: "strategy" },
    div({ class: "tools" }, tabs(page, view), view ? null : filters(page)),
    div({ class: "pair" }, div(view ? range(spot.ranges[view]) : classes(page, panel)), panel));
}

// Which grid is shown: the strategy, or the range of a seat.
function tabs({ spot, go }, view) {
  const ranges = spot.seats_now.map((seat, number) => [String(number), `Range of ${seat.name}`]);
  const buttons = [["", "Strategy"], ...ranges].map(([value, words]) => {
    const disabled = value !== "" && !spot.ranges[value];
    const state = { "aria-pressed": String(value === view), "data-key": `view ${value}`, disabled };
    return button({ ...state, onclick: () => go(spot.line, { view: value }) }, words);
  });
  return div({ class: "tabs", role: "group", "aria-label": "What the grid shows" }, buttons);
}

// How likely a seat has each class of hands.
function range(weights) {
  const cells = weights.map((row) => row.map((share) => (share === null ? null : [1])));
  const options = [{ colour: "var(--held)", label: "likely" }];
  const height = quiet("Height: how likely the seat has the hand, beside its likeliest hand.");
  return [grid({ cells, weights, options, show: () => {} }), div({ class: "under" }, height)];
}

// What is done with each class of hands, and over all of them.
function classes(page, panel) {
  const { spot, query } = page;
  const filtered = FILTERS.some((filter) => query.get(filter));
  const totals = filtered ? spot.grid?.whole : spot.options.map((option) => option.probability);
  const [weights, show] = [spot.ranges[spot.seat], handPanel(page, panel)];
  const cells = spot.grid && grid({ ...spot.grid, weights, options: spot.options, show });
  return [cells ?? quiet("No hand passes these filters: choose others."), div({ class: "under" },
    spot.grid && legend(spot.options, totals),
    filtered && quiet(`The ${whole(spot.hands ?? 0)} hands that pass the filters, each alike.`),
    spot.unknown ? unvisited(whole(spot.unknown), whole(spot.hands)) : null)];
}

// Which hands are shown.
function filters({ spot, query, go }) {
  const lists = FILTERS.map((filter) => {
    const known = spot.filters[filter];
    if (!known.length || (filter === "draw" && !spot.filters.made.length)) return null;
    const values = [["", "any"], ...known.map((value) => [value, value])];
    return choice(filter, values, query.get(filter) ?? "", (value) => go(spot.line, { [filter]: value }));
  });
  return div({ class: "filters", role: "group", "aria-label": "Which hands" }, lists);
}

// Where hands are too many to list: another deal.
function dealer({ go, query }) {
  const field = input({ type: "number", min: "0", step: "1", value: query.get("deal"), "data-key": "deal" });
  const deal = submits(() => go([], { deal: field.value }));
  return form({ class: "dealer", onsubmit: deal }, label("Deal by the seed ", field), button("Deal"));
}

// Keys: 1 to 9 take an action; Backspace goes back. Return whether a key was one of them.
function shortcut(event, { spot, go }) {
  const held = event.ctrlKey || event.metaKey || event.altKey;
  if (held || event.target.closest("input, select, textarea")) return false;
  const option = spot.options[Number(event.key) - 1];
  if (/^[1-9]$/.test(event.key) && option) go([...spot.line, option.token]);
  else if (event.key === "Backspace" && spot.line.length) go(spot.line.slice(0, -1));
  else return false;
  return true;
}
