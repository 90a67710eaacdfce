// Two runs side by side: where they differ most, at a place, and hand against hand.

import { ask, listen, name } from "./api.js";
import { curves } from "./runs.js";
import { bar, brief, cards, fill, h, percent, problem, quiet, signed, table, whole, withCards } from "./dom.js";
import { grid } from "./grid.js";

const SHADES = 12;
const shade = (distance) => [{ colour: `color-mix(in srgb, var(--wrong) ${Math.round(100 * distance)}%, var(--empty))`, label: "difference" }];

const addressOf = (run, other, line) => `#/compare/${name(run)}/${name(other)}${line.map((word) => `/${name(word)}`).join("")}`;

export async function compare(main, [run, other, ...line], query, left) {
  document.title = "Compare – zerosum";
  const { runs } = await ask("runs");
  const known = runs.filter((each) => !each.problem);
  if (left()) return undefined;
  if (known.length < 2) {
    fill(main, h("h1", {}, "Compare"), quiet("Two runs of one game can be compared: there are not two yet."));
    return undefined;
  }
  const first = run || known[0].name;
  const choice = (label, value, change) => h("label", {}, `${label} `, h("select", { "data-key": label, onchange: (event) => change(event.target.value) },
    known.map((each) => h("option", { value: each.name, selected: each.name === value }, each.name))));
  const second = other || known.find((each) => each.name !== first && known.find((one) => one.name === first)?.game_class === each.game_class)?.name || known.find((each) => each.name !== first).name;
  const head = [h("h1", {}, "Compare"), h("p", { class: "tools" },
    choice("Run", first, (value) => { location.hash = addressOf(value, second, []); }),
    choice("with", second, (value) => { location.hash = addressOf(first, value, []); }))];
  if (!other) {
    fill(main, head, quiet("Choose two runs of one game."), h("p", {}, h("a", { class: "action", href: addressOf(first, second, []) }, "Compare")));
    return undefined;
  }
  const asked = { run: first, other: second };
  let found;
  try { found = await ask("compare/spot", { ...asked, line: line.join(" "), deal: query.get("deal") }); } catch (error) {
    if (!left()) fill(main, head, problem(error.message));
    return undefined;
  }
  if (left()) return undefined;
  const where = h("div", {}, quiet("Looking where they differ most …"));
  const drawing = h("div", { class: "drawing" });
  const match = h("div", {});
  fill(main, head, crumbs(found.spot, first, second), spot(found, first, second),
    h("h2", {}, "Where they differ most"), where,
    h("h2", {}, "Hand against hand"), match,
    h("h2", {}, "Learning"), drawing);
  const stop = duel(match, asked);
  ask("compare/where", asked).then((answer) => { if (!left()) fill(where, places(answer, first, second)); }, (error) => { if (!left()) fill(where, problem(error.message)); });
  Promise.all([first, second].map(async (each) => ({ name: each, points: (await ask(`runs/${name(each)}/curve`)).points })))
    .then((series) => { if (!left()) curves(drawing, series); }, () => fill(drawing));
  return stop;
}

function crumbs(found, run, other) {
  let count = 0;
  return h("nav", { class: "crumbs", "aria-label": "Line of play" }, h("ol", {}, h("li", {}, h("a", { href: addressOf(run, other, []) }, "Start")),
    found.events.map((event) => {
      count += event.token ? 1 : 0;
      return h("li", {}, h("a", { href: addressOf(run, other, found.line.slice(0, count)) }, withCards(event.words)));
    })));
}

// A place with both strategies.
function spot({ spot: found, options, grid: cells, rows, notes }, run, other) {
  const go = (token) => { location.hash = addressOf(run, other, [...found.line, token]); };
  const share = (value) => (value === null || value === undefined ? "–" : percent(value));
  const totals = options?.length ? table(["", run, other, ""], options.map((option) => [
    h("span", {}, h("span", { class: "swatch", style: { background: option.colour ?? "var(--held)" } }), option.label),
    share(option.run), share(option.other),
    h("button", { "data-key": `go ${option.token}`, onclick: () => go(option.token) }, "go on")]), { numbers: [1, 2], caption: "Both strategies over all hands" })
    : found.kind === "event" ? quiet("Cards are shown next: choose a place below, or go on in the page of one run.")
      : null;
  const told = h("p", { class: "quiet", "aria-live": "polite" }, "Point at a class of hands.");
  const side = (cell, mine) => (cell ? (mine ? cell.run : cell.other) : null);
  const shown = cells ? h("div", { class: "pair" }, grid({
    cells: cells.map((row) => row.map((cell) => (cell === null ? null : [cell.distance]))), words: ([distance]) => `difference ${percent(distance)}`, fills: ([distance]) => ({ "background-color": shade(distance)[0].colour }),
    show: (hand, _, row, column) => {
      const cell = hand === null ? null : cells[12 - row]?.[12 - column];
      fill(told, cell ? [h("strong", {}, `${hand}: difference ${percent(cell.distance)}`), h("br"), h("span", {}, `${run}: ${options.map((option, number) => `${option.label} ${share(side(cell, true)?.[number])}`).join(", ")}`), h("br"), h("span", {}, `${other}: ${options.map((option, number) => `${option.label} ${share(side(cell, false)?.[number])}`).join(", ")}`)] : "Point at a class of hands.");
    } }), told) : null;
  const list = rows ? table(["hand", ...options.flatMap((option) => [`${run}: ${option.label}`, `${other}: ${option.label}`]), "difference"],
    rows.map((row) => [row.hand, ...options.flatMap((_, number) => [share(row.run?.[number]), share(row.other?.[number])]), percent(row.distance)]),
    { numbers: options.flatMap((_, number) => [2 * number + 1, 2 * number + 2]).concat(2 * options.length + 1), caption: "Both strategies with each hand" }) : null;
  return h("section", { class: "spot" }, h("div", { class: "situation" }, found.board ? h("p", { class: "board" }, found.seats_now ? cards(found.board) : found.board) : null, found.status ? h("p", {}, found.status) : null, [...(notes ?? []), ...(found.notes ?? [])].map(quiet)),
    h("div", { class: "choices" }, totals), h("div", { class: "strategy" }, shown, list));
}

function places({ places: found, looked, whole: all }, run, other) {
  if (!found.length) return quiet("They do not differ at the places that were looked at.");
  return [table(["line", "how likely", "difference there", "both"], found.slice(0, SHADES).map((place) => [
    h("a", { href: addressOf(run, other, place.line) }, withCards(place.words || "the start")), percent(place.reach), percent(place.difference), percent(place.weighted)]), { numbers: [1, 2, 3], caption: "Places by difference" }),
  quiet(`${whole(looked)} places ${all ? "are all there are" : "were looked at, the likeliest first"}. The difference is half the sum of the differences of probabilities; both is how likely, times that.`)];
}

// A match on request, with an interval as it goes.
function duel(place, { run, other }) {
  let end = () => {};
  let id = null;
  const hands = h("input", { type: "number", min: "1000", max: "10000000", step: "1000", value: "100000", "data-key": "hands" });
  const result = h("div", { "aria-live": "polite" });
  const stop = h("button", { type: "button", disabled: true, "data-key": "stop", onclick: () => ask(`matches/${name(id)}/stop`, {}, { body: {} }).catch(() => {}) }, "Stop");
  const form = h("form", { class: "tools", onsubmit: async (event) => {
    event.preventDefault();
    try {
      const { match } = await ask("matches", {}, { body: { run, other, hands: Number(hands.value), seed: 7 } });
      id = match;
      stop.disabled = false;
      end = listen(`matches/${name(match)}/events`, (event) => {
        const { hands: played, wanted, mean, margin, unit, ended, problem: failed } = event;
        if (ended) stop.disabled = true;
        fill(result, failed ? problem(failed) : [h("progress", { max: "1", value: wanted ? played / wanted : 0, "aria-label": "Hands played" }),
          played ? h("p", {}, h("strong", {}, `${run} wins ${signed(mean, 3)} ± ${brief(margin)} ${unit ?? "chips a hand"}`), ` from ${other} over ${whole(played)} hands (95% interval).`) : quiet("Compiling …")]);
      });
    } catch (error) { fill(result, problem(error.message)); }
  } }, h("label", {}, "Hands ", hands), h("button", {}, "Play"), stop);
  fill(place, form, result);
  return () => end();
}
