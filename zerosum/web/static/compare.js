// Two runs side by side: where they differ most, at a place, and hand against hand.

import { ask, listen, name, path, SILENT } from "./api.js";
import { curves } from "./curve.js";
import { bar, brief, cards, choice, crumbs, fill, percent, problem, quiet, refusing } from "./dom.js";
import { signed, submits, swatch, table, tags, whole, withCards } from "./dom.js";
import { DEAL } from "./explore.js";
import { grid } from "./grid.js";
import { picker } from "./picker.js";
import { series } from "./runs.js";

const { a, button, div, form, h1, h2, input, label, p, progress, section, span, strong } = tags;
const SHOWN = 12; // places
const REDDER = "The redder, the more the strategies differ: "
  + "half the sum of the differences of probabilities.";
const MATCH = { least: 1_000, most: 1_000_000, usual: 100_000 }; // hands
const SEEDS = 2 ** 31;

const addressOf = (run, other, line = [], deal = null) => (
  `#/compare/${name(run)}/${name(other)}${path(line)}${deal === null ? "" : `?deal=${name(deal)}`}`);
const shareOf = (value) => (value === null || value === undefined ? "–" : percent(value));

// Show two runs, or let them be chosen.
export async function compare(main, [run, other, ...line], query, left) {
  document.title = "Compare – zerosum";
  const { runs } = await ask("runs");
  if (left()) return undefined;
  const known = runs.filter((each) => !each.problem);
  if (known.length < 2) {
    return fill(main, h1("Compare"), quiet("Two runs of one game can be compared: there are not two yet."));
  }
  const pair = paired(known, run, other);
  const head = [h1("Compare"), choosers(known, ...pair)];
  if (!other) {
    const link = a({ class: "action", href: addressOf(...pair) }, "Compare");
    return fill(main, head, quiet("Choose two runs of one game."), p(link));
  }
  const deal = query.get("deal");
  const shown = (found) => {
    if (left()) return undefined;
    if (found.undealt) return location.replace(addressOf(...pair, line, DEAL));
    return show(main, head, found, { pair, deal }, left);
  };
  const refused = (error) => (left() ? undefined : fill(main, head, problem(error.message)));
  const asked = { run: pair[0], other: pair[1], line: line.join(" "), deal };
  return ask("compare/spot", asked).then(shown, refused);
}

// The two runs that are compared, where one or none was named: the next of the same game.
function paired(known, run, other) {
  const first = run || known[0].name;
  const game = known.find((each) => each.name === first)?.experiment;
  const others = known.filter((each) => each.name !== first);
  const second = others.find((each) => each.experiment === game) ?? others[0];
  return [first, other || second.name];
}

// Which runs are compared.
function choosers(known, first, second) {
  const names = known.map((each) => [each.name, each.name]);
  const go = (run, other) => location.assign(addressOf(run, other));
  const one = choice("Run", names, first, (run) => go(run, second));
  return p({ class: "tools" }, one, choice("with", names, second, (other) => go(first, other)));
}

// Show two runs at a place; return what ends it.
function show(main, head, found, { pair, deal }, left) {
  const to = (line) => addressOf(...pair, line, deal);
  const where = div({ class: "places" }, quiet("Looking where they differ most …"));
  const drawing = div({ class: "drawing" });
  const match = div();
  fill(main, head,
    crumbs(found.spot.events, (count) => to(found.spot.line.slice(0, count))),
    spot(found, pair, to),
    h2("Hand against hand"), match,
    h2("Where they differ most"), where,
    h2("Learning"), drawing);
  const [run, other] = pair;
  const shown = (answer) => fill(where, places(answer, pair, to));
  ask("compare/where", { run, other, deal }).then(shown, refusing(where));
  series(pair).then((drawn) => left() || curves(drawing, drawn), () => fill(drawing));
  return duel(match, pair);
}

// A place with both strategies.
function spot(found, pair, to) {
  const { spot: shown, options, difference: apart } = found;
  const go = (words) => location.assign(to(words));
  const hands = found.grid ? differences(found, pair) : found.table ? rows(found, pair) : null;
  const deck = shown.due ? picker(shown, go) : null;
  return section({ class: "spot" },
    div({ class: "situation" },
      shown.board ? p({ class: "board" }, shown.seats_now ? cards(shown.board) : shown.board) : null,
      shown.status && p(shown.status),
      apart === undefined ? null
        : p("Difference ", strong(percent(apart)), " on average, by how likely each hand is."),
      found.notes.map(quiet)),
    div({ class: "choices" }, options.length ? totals(found, pair, go) : deck),
    div({ class: "strategy" }, hands));
}

const onward = ({ token, label: words }, onclick) => (
  button({ "data-key": `go ${token}`, "aria-label": `Go on: ${words}`, onclick }, "›"));

// What both do over all hands, or what may be shown next, to go on.
function totals({ spot: shown, options }, pair, go) {
  const decides = shown.kind === "decision";
  const lines = options.map((option) => [
    span(swatch(option.colour), decides ? option.label : withCards(option.label)),
    ...(decides ? option.totals : [option.probability]).map(shareOf),
    onward(option, () => go([...shown.line, option.token]))]);
  return table(["", ...(decides ? pair : ["likely"]), ""], lines,
    { numbers: decides ? [1, 2] : [1], title: "Both strategies over all hands" });
}

// The grid of classes, redder where both differ more.
function differences({ grid: { difference, strategies }, options }, pair) {
  const told = div({ class: "panel", "aria-live": "polite" });
  const cells = difference.map((row) => row.map((far) => (far === null ? null : [far])));
  const words = ([far]) => `difference ${percent(far)}`;
  const redder = ([far]) => `color-mix(in srgb, var(--wrong) ${Math.round(100 * far)}%, var(--empty))`;
  const fills = (shares) => ({ "background-color": redder(shares) });
  const show = (hand, _, row, column) => {
    if (hand === null) return fill(told, quiet("Point at a class of hands to see both strategies."));
    const [far, ...both] = [difference, ...strategies].map((found) => found[12 - row][12 - column]);
    if (far === null) return fill(told, h2(hand), quiet("The board leaves none of these hands."));
    return fill(told, h2(hand), beside(hand, far, both, options, pair));
  };
  show(null);
  return div({ class: "pair" }, div(grid({ cells, show, words, fills }), quiet(REDDER)), told);
}

// What both do with a class of hands.
function beside(hand, far, both, options, pair) {
  const lines = options.map(({ label: words }, at) => [words, ...both.map((shares) => shareOf(shares[at]))]);
  const bars = both.map((shares, number) => [p(pair[number]), bar(shares, options)]);
  const shares = table(["", ...pair], lines, { numbers: [1, 2], title: hand });
  return [p("Difference ", strong(percent(far))), bars, shares];
}

// What both do with each hand, where there is no grid.
function rows({ table: found, options }, pair) {
  const names = options.flatMap((option) => pair.map((run) => `${run}: ${option.label}`));
  const both = ([first, second]) => first.flatMap((share, number) => [share, second[number]].map(shareOf));
  const lines = found.rows.map((row) => (
    [row.hand, percent(row.probability), ...both(row.strategies), percent(row.difference)]));
  const headings = ["hand", "likely", ...names, "difference"];
  const numbers = headings.map((_, column) => column).slice(1);
  const [count, total] = [found.rows.length, found.total];
  return [
    table(headings, lines, { numbers, title: "Both strategies with each hand" }),
    total > count && quiet(`The first ${whole(count)} of ${whole(total)} hands.`)];
}

// The places where both differ most.
function places({ places: found, looked, missing, whole: all }, pair, to) {
  const link = ({ line, words }) => a({ href: to(line) }, withCards(words || "the start"));
  const row = (place) => [link(place), ...[place.reach, place.difference, place.weighted].map(percent)];
  const lines = found.filter((place) => place.weighted > 0).slice(0, SHOWN).map(row);
  const headings = ["line", "how likely", "difference there", "both"];
  return [
    lines.length ? table(headings, lines, { numbers: [1, 2, 3], title: "Places by difference" })
      : quiet("They do the same wherever it was looked."),
    quiet(`${whole(looked)} decisions were looked at, ${all ? "which are all" : "the likeliest first"}.`),
    missing ? quiet(`${whole(missing)} more are not on the menu of ${pair[1]}.`) : null];
}

// A match on request, with an interval as it goes; return what ends it.
function duel(place, [run, other]) {
  let end = () => {};
  let id = null;
  const { least, most, usual } = MATCH;
  const limits = { min: String(least), max: String(most), step: String(least), value: String(usual) };
  const hands = input({ type: "number", ...limits, "data-key": "hands" });
  const result = div({ "aria-live": "polite" });
  const refuse = refusing(result);
  const cut = () => ask(`matches/${name(id)}/stop`, {}, {}).catch(refuse);
  const stop = button({ type: "button", disabled: true, "data-key": "stop", onclick: cut }, "Stop");
  const draw = (played) => {
    stop.disabled = Boolean(played.ended);
    fill(result, score(played, run, other));
  };
  const follow = ({ match }) => {
    id = match;
    stop.disabled = false;
    fill(result, quiet("Compiling …"));
    end = listen(`matches/${name(id)}/events`, draw, () => refuse(new Error(SILENT)));
  };
  const play = () => {
    end();
    const seed = Math.floor(Math.random() * SEEDS);
    ask("matches", {}, { run, other, hands: Number(hands.value), seed }).then(follow, refuse);
  };
  const given = [label("Hands ", hands), button("Play"), stop];
  fill(place, form({ class: "tools", onsubmit: submits(play) }, given), result);
  return () => end();
}

// How a match stands.
function score({ hands, of, mean, margin, unit, ended }, run, other) {
  const bar = progress({ max: "1", value: hands / of, "aria-label": "Hands played" });
  if (!hands) return [bar, quiet("Compiling …"), ended && quiet(ended)];
  const won = strong(`${signed(mean, 3)} ± ${brief(margin)} ${unit}`);
  const from = ` from ${other} over ${whole(hands)} hands (95% interval).`;
  return [bar, p(`${run} wins `, won, from), ended && quiet(ended)];
}
