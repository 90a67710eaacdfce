// Two runs side by side: where they differ most, at a place, and hand against hand.

import { ask, listen, name } from "./api.js";
import { bar, brief, cards, fill, h, percent, problem, quiet, signed, table, whole, withCards } from "./dom.js";
import { grid } from "./grid.js";
import { picker } from "./picker.js";
import { curves } from "./runs.js";

const SHOWN = 12; // places
const shade = (distance) => `color-mix(in srgb, var(--wrong) ${Math.round(100 * distance)}%, var(--empty))`;

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
  const game = (each) => known.find((one) => one.name === each)?.experiment;
  const others = known.filter((each) => each.name !== first);
  const second = other || (others.find((each) => each.experiment === game(first)) ?? others[0]).name;
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
  const where = h("div", { class: "places" }, quiet("Looking where they differ most …"));
  const drawing = h("div", { class: "drawing" });
  const match = h("div", {});
  fill(main, head, crumbs(found.spot, first, second), spot(found, first, second),
    h("h2", {}, "Hand against hand"), match,
    h("h2", {}, "Where they differ most"), where,
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
function spot(found, run, other) {
  const { spot: shown, options, notes } = found;
  const go = (token) => { location.hash = addressOf(run, other, [...shown.line, token]); };
  const share = (value) => (value === null || value === undefined ? "–" : percent(value));
  const decides = shown.kind === "decision";
  const totals = options.length ? table(["", ...(decides ? [run, other] : ["likely"]), ""], options.map((option) => [
    h("span", {}, h("span", { class: "swatch", style: { background: option.colour } }), decides ? option.label : withCards(option.label)),
    ...(decides ? option.totals.map(share) : [share(option.probability)]),
    h("button", { "data-key": `go ${option.token}`, "aria-label": `Go on: ${option.label}`, onclick: () => go(option.token) }, "›")]),
  { numbers: decides ? [1, 2] : [1], caption: "Both strategies over all hands" }) : null;
  return h("section", { class: "spot" },
    h("div", { class: "situation" },
      shown.board ? h("p", { class: "board" }, shown.seats_now ? cards(shown.board) : shown.board) : null,
      shown.status ? h("p", {}, shown.status) : null,
      found.difference === undefined ? null : h("p", {}, "Difference ", h("strong", {}, percent(found.difference)), ", as likely as hands are."),
      notes.map(quiet)),
    h("div", { class: "choices" }, totals ?? picker(shown, (words) => { location.hash = addressOf(run, other, words); })),
    h("div", { class: "strategy" }, found.grid ? differences(found, run, other, share) : found.table ? rows(found, run, other, share) : null));
}

// The grid of classes, darker where both differ more.
function differences({ grid: { difference, strategies }, options }, run, other, share) {
  const told = h("div", { class: "panel", "aria-live": "polite" });
  const show = (hand, _, row, column) => {
    if (hand === null) { fill(told, quiet("Point at a class of hands to see both strategies.")); return; }
    const [both, far] = [strategies.map((cells) => cells[12 - row][12 - column]), difference[12 - row][12 - column]];
    fill(told, h("h2", {}, hand), far === null ? quiet("The board leaves none of these hands.") : [
      h("p", {}, "Difference ", h("strong", {}, percent(far))),
      both.map((shares, number) => [h("p", {}, [run, other][number]), bar(shares, options)]),
      table(["", run, other], options.map((option, number) => [option.label, share(both[0][number]), share(both[1][number])]), { numbers: [1, 2], caption: hand })]);
  };
  show(null);
  return h("div", { class: "pair" }, h("div", {}, grid({
    cells: difference.map((row) => row.map((far) => (far === null ? null : [far]))), show,
    words: ([far]) => `difference ${percent(far)}`, fills: ([far]) => ({ "background-color": shade(far) }) }),
  quiet("The redder, the more the strategies differ: half the sum of the differences of probabilities.")), told);
}

function rows({ table: found, options }, run, other, share) {
  const names = options.flatMap((option) => [`${run}: ${option.label}`, `${other}: ${option.label}`]);
  return [table(["hand", "likely", ...names, "difference"],
    found.rows.map((row) => [row.hand, percent(row.probability), ...options.flatMap((_, number) => row.strategies.map((shares) => share(shares[number]))), percent(row.difference)]),
    { numbers: names.map((_, number) => number + 2).concat(1, names.length + 2), caption: "Both strategies with each hand" }),
  found.total > found.rows.length ? quiet(`The first ${whole(found.rows.length)} of ${whole(found.total)} hands.`) : null];
}

function places({ places: found, looked, missing, whole: all }, run, other) {
  const differ = found.filter((place) => place.weighted > 0).slice(0, SHOWN);
  return [differ.length ? table(["line", "how likely", "difference there", "both"], differ.map((place) => [
    h("a", { href: addressOf(run, other, place.line) }, withCards(place.words || "the start")), percent(place.reach), percent(place.difference), percent(place.weighted)]), { numbers: [1, 2, 3], caption: "Places by difference" })
    : quiet("They do the same wherever it was looked."),
  quiet(`${whole(looked)} decisions were looked at, ${all ? "which are all" : "the likeliest first"}${missing ? `; ${whole(missing)} are not on the menu of ${other}` : ""}.`)];
}

// A match on request, with an interval as it goes.
function duel(place, { run, other }) {
  let end = () => {};
  let id = null;
  const hands = h("input", { type: "number", min: "1000", max: "10000000", step: "1000", value: "100000", "data-key": "hands" });
  const result = h("div", { "aria-live": "polite" });
  const stop = h("button", { type: "button", disabled: true, "data-key": "stop", onclick: () => ask(`matches/${name(id)}/stop`, {}, { body: {} }).catch((error) => fill(result, problem(error.message))) }, "Stop");
  const draw = ({ hands: played, of, mean, margin, unit, ended }) => {
    stop.disabled = Boolean(ended);
    fill(result, h("progress", { max: "1", value: played / of, "aria-label": "Hands played" }),
      played ? h("p", {}, `${run} wins `, h("strong", {}, `${signed(mean, 3)} ± ${brief(margin)} ${unit}`), ` from ${other} over ${whole(played)} hands (95% interval).`) : quiet("Compiling …"),
      ended ? quiet(ended) : null);
  };
  const form = h("form", { class: "tools", onsubmit: async (event) => {
    event.preventDefault();
    end();
    try {
      ({ match: id } = await ask("matches", {}, { body: { run, other, hands: Number(hands.value), seed: 7 } }));
      stop.disabled = false;
      fill(result, quiet("Compiling …"));
      end = listen(`matches/${name(id)}/events`, draw);
    } catch (error) { fill(result, problem(error.message)); }
  } }, h("label", {}, "Hands ", hands), h("button", {}, "Play"), stop);
  fill(place, form, result);
  return () => end();
}
