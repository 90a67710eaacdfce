// What the strategy would do, beside what the person did, and the figures of a sitting.

import { fill, percent, quiet, refusing, signed, table, tags, whole, withCards } from "./dom.js";

const { button, div, h2, h3, p, section, span, strong } = tags;

const plain = (number) => signed(number).replace("+", "");
const margin = (number) => (number ? ` ± ${plain(number)}` : "");
const meter = (share) => (
  span({ class: "meter", "aria-hidden": "true" }, span({ style: { width: percent(share) } })));

// What a strategy does at a decision: how often, and what each action wins.
export function advised({ words, strategy, values, margins, visited, exact, notes, taken = null }, unit) {
  const rows = words.map((action, number) => [
    span({ class: number === taken ? "taken" : null }, withCards(action), number === taken && " (you)"),
    meter(strategy[number]), percent(strategy[number]),
    values ? `${signed(values[number])}${margin(margins?.[number])}` : "–"]);
  const how = exact ? "Exact, in" : "With 95% intervals, in";
  const worth = values && `${how} net ${unit} of all that is played, if all go on by the strategy.`;
  return [
    table(["action", "", "how often", "wins"], rows, { numbers: [2, 3], title: "What the strategy does" }),
    visited ? null : quiet("Not visited in training: all actions are equally likely."),
    [worth, ...notes].filter(Boolean).map(quiet)];
}

// A decision of a finished hand: what was done, how often the strategy does it, and what that costs.
function decision(one, unit) {
  const { taken, done, lost } = one;
  const often = taken === null ? "The strategy's menu does not have it."
    : `The strategy does so ${percent(done)} of the time.`;
  const cost = lost > 0 ? ` It costs ${plain(lost)}${margin(one.margin)} ${unit}.` : " It costs nothing.";
  return section({ class: "decision" },
    h3(withCards(one.hand), ": ", withCards(one.taken_words)),
    p(often, lost === null ? null : cost), advised(one, unit));
}

// The decisions of a finished hand.
export function reviewed({ hand, won, decisions }, round, unit) {
  return section({ class: "review" },
    h2({ class: "capital" }, `${round[0]} ${hand}: ${signed(won)} ${unit}`),
    decisions.length ? null : quiet("There was nothing to decide."),
    decisions.map((one) => decision(one, unit)));
}

// The figures of a sitting, with steps to the decisions that cost most.
export function summed({ hands, unit, figures, costliest, notes }, round, review) {
  const rows = figures.map(({ name: words, mean, margin: wide, in_big_blinds: blinds, total }) => [
    words, `${signed(mean)}${margin(wide)}`, blinds === null ? "–" : signed(blinds), signed(total)]);
  const headings = ["", `${unit} a ${round[0]}`, `big blinds a ${round[0]}`, "in all"];
  const steps = costliest.map((one) => [
    button({ class: "plain", onclick: () => review(one.hand) }, `${round[0]} ${one.hand}`),
    withCards(one.words), `${plain(one.lost)}${margin(one.margin)}`]);
  const cost = "What cost most";
  return [
    quiet(`${whole(hands)} ${round[hands === 1 ? 0 : 1]}; intervals of 95%.`),
    table(headings, rows, { numbers: [1, 2, 3], title: "Figures" }),
    steps.length ? [h3(cost), table(["", "decision", unit], steps, { numbers: [2], title: cost })] : null,
    notes.map(quiet)];
}

// Show what is asked for in a place, with what it is; a step takes it away.
export function showing(place, words, asked, drawn) {
  const about = { class: "icon close", "aria-label": `Close: ${words}` };
  const close = button({ ...about, onclick: () => fill(place) }, "×");
  fill(place, close, quiet("Computing …"));
  const heading = strong({ class: "unseen" }, words);
  return asked.then((found) => fill(place, close, heading, div(drawn(found))), refusing(place));
}
