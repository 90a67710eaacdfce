// One class of hands: what is done with each combo of cards, its bucket, and what actions win.

import { ask, name } from "./api.js";
import { bar, cards, fill, percent, problem, quiet, signed, tags } from "./dom.js";

const { article, button, dd, div, dl, dt, footer, h2, header, p, span } = tags;
const LIKELY = "How likely the seat comes here with it, beside its likeliest hand";

// Mark the cells of the grid whose class passes a test.
function mark(kind, test) {
  for (const cell of document.querySelectorAll(".grid .cell")) {
    cell.classList.toggle(kind, test(cell.dataset.hand));
  }
}

const pairs = (rows) => dl(rows.map(([term, words]) => [dt(term), dd(words)]));

// The label of an action.
const labelOf = ({ options }, word) => options.find((option) => option.token === word)?.label ?? word;

// Return what shows a class of hands in a panel: for a moment, or until another is chosen.
export function handPanel(page, panel) {
  const answers = new Map();
  let kept = null;
  let wanted = null;
  const keep = (hand) => {
    kept = kept === hand ? null : hand;
    mark("kept", (each) => each === kept);
    const narrow = matchMedia("(max-width: 60rem)").matches;
    if (narrow && kept) panel.scrollIntoView({ behavior: "smooth", block: "nearest" });
  };
  const combos = (hand) => {
    const fields = { line: page.spot.line.join(" "), hands: hand };
    if (!answers.has(hand)) answers.set(hand, ask(`runs/${name(page.run)}/combos`, fields));
    return answers.get(hand);
  };
  const rest = () => fill(panel, quiet("Point at a class of hands to see its combos; click to keep it."));
  rest();

  return async (hand, keeps) => {
    if (keeps) keep(hand);
    const shown = hand ?? kept;
    if (shown === wanted) return;
    wanted = shown;
    mark("alike", () => false);
    if (shown === null) {
      rest();
      return;
    }
    try {
      const answer = await combos(shown);
      if (wanted === shown) draw(page, panel, answer);
    } catch (error) {
      answers.delete(shown);
      if (wanted === shown) fill(panel, problem(error.message));
    }
  };
}

// Draw the combos of a class; those that are played alike are shown together.
function draw(page, panel, { hands, rows }) {
  const played = (row) => [row.bucket, row.visited, row.weight.toFixed(4), row.words, row.strategy];
  const groups = Map.groupBy(rows, (row) => JSON.stringify(played(row)));
  fill(panel, h2(hands),
    rows.length ? null : quiet("The board leaves none of these hands."),
    div({ class: "combos" }, [...groups.values()].map((group) => combo(page, group))),
    rows.length ? quiet("Choose a combo to see what each action wins with it.") : null);
}

// Combos that are played alike.
function combo(page, rows) {
  const { spot } = page;
  const [row] = rows;
  const worth = div({ class: "worth", "aria-live": "polite" });
  const shares = spot.options.map((option) => row.strategy[row.words.indexOf(option.token)] ?? 0);
  const hands = rows.map(({ hand }) => button({
    "data-key": `value ${hand}`, title: "What does each action win?",
    onclick: () => value(page, hand, worth),
  }, cards(hand)));
  return article({ class: row.visited ? "combo" : "combo unvisited" },
    header(hands),
    bar(shares, spot.options),
    pairs(row.strategy.map((share, number) => [labelOf(spot, row.words[number]), percent(share)])),
    row.visited ? null : quiet("Not visited in training: all actions are equally likely."),
    footer(span({ class: "quiet", title: LIKELY }, `range ${percent(row.weight)}`), bucket(row)),
    worth);
}

// The bucket of a hand, which marks the hands that share it.
function bucket(row) {
  if (row.bucket === null) return null;
  return button({
    class: "plain", "data-key": `bucket ${row.hand}`, title: "Mark the hands that share this bucket",
    onclick: () => mark("alike", (hand) => row.alike.classes.includes(hand)),
  }, `bucket ${row.bucket}: ${row.alike.count} hands`);
}

// Show what each action wins with a hand.
async function value({ run, spot }, hand, place) {
  fill(place, quiet("Computing …"));
  try {
    const found = await ask(`runs/${name(run)}/values`, { line: spot.line.join(" "), hand });
    const worth = found.actions.map((action) => [labelOf(spot, action.word), won(action, found.exact)]);
    fill(place, p("With ", cards(hand), ":"), pairs(worth), quiet(found.exact
      ? "Exact, in net chips of the whole hand, if all play by the strategy."
      : `From ${found.deals} deals, with 95% intervals; net chips of the whole hand, `
        + "if all play by the strategy."));
  } catch (error) {
    fill(place, problem(error.message));
  }
}

// What an action wins, in words.
function won({ value: chips, margin }, exact) {
  if (chips === null) return "not known";
  const interval = exact || margin === null ? "" : ` ± ${signed(margin).replace("+", "")}`;
  return `${signed(chips)}${interval} chips`;
}
