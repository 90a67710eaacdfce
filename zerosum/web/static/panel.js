// One class of hands: what is done with each combo of cards, its bucket, and what actions win.

import { ask, name } from "./api.js";
import { bar, cards, fill, h, percent, problem, quiet, signed } from "./dom.js";

// Return what shows a class of hands in a panel: for a moment, or until another is chosen.
export function handPanel({ run, spot }, panel) {
  const answers = new Map();
  let kept = null;
  let wanted = null;
  const line = spot.line.join(" ");
  const rest = () => fill(panel, quiet("Point at a class of hands to see its combos; click to keep it."));
  const label = (word) => spot.options.find((option) => option.token === word)?.label ?? word;
  rest();

  return (hand, keep) => {
    if (keep) {
      kept = kept === hand ? null : hand;
      for (const cell of document.querySelectorAll(".grid .cell")) cell.classList.toggle("kept", cell.dataset.hand === kept);
      if (matchMedia("(max-width: 60rem)").matches && kept) panel.scrollIntoView({ behavior: "smooth", block: "nearest" });
    }
    const shown = hand ?? kept;
    if (shown === wanted) return;
    wanted = shown;
    mark([]);
    if (shown === null) { rest(); return; }
    if (!answers.has(shown)) answers.set(shown, ask(`runs/${name(run)}/combos`, { line, hands: shown }));
    answers.get(shown).then(
      (answer) => { if (wanted === shown) draw(answer); },
      (error) => { answers.delete(shown); if (wanted === shown) fill(panel, problem(error.message)); });
  };

  // Combos that are played alike are shown together.
  function draw(answer) {
    const groups = Map.groupBy(answer.rows, (row) => JSON.stringify([row.bucket, row.visited, row.weight.toFixed(4), row.words, row.strategy]));
    fill(panel, h("h2", {}, answer.hands),
      answer.rows.length ? null : quiet("The board leaves none of these hands."),
      h("div", { class: "combos" }, [...groups.values()].map(group)),
      answer.rows.length ? quiet("Choose a combo to see what each action wins with it.") : null);
  }

  function group(rows) {
    const [row] = rows;
    const worth = h("div", { class: "worth", "aria-live": "polite" });
    const shown = spot.options.map((option) => row.strategy[row.words.indexOf(option.token)] ?? 0);
    return h("article", { class: row.visited ? "combo" : "combo unvisited" },
      h("header", {}, rows.map(({ hand }) => h("button", { "data-key": `value ${hand}`, title: "What does each action win?", onclick: () => value(hand, worth) }, cards(hand)))),
      bar(shown, spot.options),
      h("dl", {}, row.strategy.map((share, number) => [h("dt", {}, label(row.words[number])), h("dd", {}, percent(share))])),
      row.visited ? null : quiet("Not visited in training: all actions are equally likely."),
      h("footer", {},
        h("span", { class: "quiet", title: "How likely the seat comes here with it, beside its likeliest hand" }, `range ${percent(row.weight)}`),
        row.bucket === null ? null : h("button", { class: "plain", "data-key": `bucket ${row.hand}`, title: "Mark the hands that share this bucket", onclick: () => mark(row.alike.classes) }, `bucket ${row.bucket}: ${row.alike.count} hands`)),
      worth);
  }

  async function value(hand, place) {
    fill(place, quiet("Computing …"));
    try {
      const found = await ask(`runs/${name(run)}/values`, { line, hand });
      fill(place, h("p", {}, "With ", cards(hand), ":"), h("dl", {}, found.actions.map(({ word, value: won, margin }) => [
        h("dt", {}, label(word)),
        h("dd", {}, won === null ? "not known" : `${signed(won)}${found.exact || margin === null ? "" : ` ± ${signed(margin).replace("+", "")}`} chips`)])),
      quiet(found.exact ? "Exact, in net chips of the whole hand, if all play by the strategy." : `From ${found.deals} deals, with 95% intervals; net chips of the whole hand, if all play by the strategy.`));
    } catch (error) { fill(place, problem(error.message)); }
  }

  function mark(classes) {
    for (const cell of document.querySelectorAll(".grid .cell")) cell.classList.toggle("alike", classes.includes(cell.dataset.hand));
  }
}
