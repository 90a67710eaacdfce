// What the strategy would do, beside what the person did, and the figures of a sitting.

import { fill, percent, quiet, refusing, signed, table, tags, whole, withCards } from "./dom.js";

const { button, details, div, h2, h3, p, section, span, strong, summary } = tags;

const UNVISITED = "Not visited in training: all actions are equally likely.";
const plain = (number) => signed(number).replace("+", "");
const margin = (number) => (number ? ` ± ${plain(number)}` : "");
const meter = (share) => (
  span({ class: "meter", "aria-hidden": "true" }, span({ style: { width: percent(share) } })));

// What a strategy does at a decision: how often, and what each action wins.
function played({ words, strategy, values, margins, visited, notes, taken = null }) {
  const wins = (number) => `${signed(values[number])}${margin(margins?.[number])}`;
  const rows = words.map((action, number) => [
    span({ class: number === taken ? "taken" : null }, withCards(action), number === taken && " (taken)"),
    [percent(strategy[number]), meter(strategy[number])], ...values ? [wins(number)] : []]);
  const headings = ["action", "how often", ...values ? ["wins"] : []];
  return [
    table(headings, rows, { numbers: [1, 2], title: "What the strategy does" }),
    visited || notes.some((note) => /visited/.test(note)) ? null : quiet(UNVISITED), notes.map(quiet)];
}

// What the numbers beside the actions are.
function explained(decisions, unit) {
  const valued = decisions.filter(({ values }) => values);
  const how = valued.some(({ exact }) => !exact) ? "with 95% intervals" : "exactly";
  return valued.length > 0
    && quiet(`What an action wins: net ${unit} from the first deal on, ${how}, if all go on by the strategy.`);
}

// The advice at a decision.
export const advised = (advice, unit) => [played(advice), explained([advice], unit)];

// A decision of a finished hand: what was done, how often the strategy does it, and what that costs.
function decision(one, unit) {
  const { taken, done, lost } = one;
  const often = taken === null ? null : `The strategy does so ${percent(done)} of the time.`;
  const cost = lost > 0 ? ` It costs ${plain(lost)}${margin(one.margin)} ${unit}.` : " It costs nothing.";
  return section(
    h3(withCards(one.hand), ": ", withCards(one.taken_words)),
    p(often, lost === null ? null : cost), played(one));
}

// The decisions of a finished hand.
export function reviewed({ hand, won, decisions, lines = [] }, round, unit) {
  return section({ class: "hand" },
    h2({ class: "capital" }, `${round[0]} ${hand}: ${won === null ? "open" : `${signed(won)} ${unit}`}`),
    lines.length > 0 && details(summary("How it went"), lines.map((line) => div(withCards(line)))),
    decisions.length ? null : quiet("There was nothing to decide."),
    div({ class: "decisions" }, decisions.map((one) => decision(one, unit))), explained(decisions, unit));
}

// The figures of a sitting, with steps to the decisions that cost most.
export function summed({ hands, unit, figures, costliest, notes }, round, review) {
  const blinds = (words) => (figures[0].in_big_blinds === null ? [] : [words]);
  const rows = figures.map(({ name: words, mean, margin: wide, in_big_blinds: bb, total }) => [
    words, signed(mean) + margin(wide), ...blinds(signed(bb)), signed(total)]);
  const headings = ["", `a ${round[0]}`, ...blinds("in bb"), "in all"];
  const steps = costliest.map((one) => [
    button({ class: "plain", onclick: () => review(one.hand) }, `${round[0]} ${one.hand}`),
    withCards(one.words), `${plain(one.lost)}${margin(one.margin)}`]);
  const cost = "What cost most";
  return [
    quiet(`${whole(hands)} ${round[hands === 1 ? 0 : 1]}, in ${unit}; intervals of 95%.`),
    table(headings, rows, { numbers: [1, 2, 3], title: "Figures" }),
    steps.length ? [h3(cost), table(["", "decision", unit], steps, { numbers: [2], title: cost })] : null,
    notes.map(quiet)];
}

// Show what is asked for in a place, with what it is; a step takes it away.
export function showing(place, words, asked, drawn) {
  const about = { class: "icon close", "aria-label": `Close: ${words}` };
  const close = button({ ...about, onclick: () => fill(place) }, "×");
  fill(place, close, quiet("Computing …"));
  const still = (show) => (found) => close.isConnected && show(found); // and nothing else was asked since
  const show = (found) => fill(place, close, strong({ class: "unseen" }, words), div(drawn(found)));
  return asked.then(still(show), still(refusing(place)));
}
