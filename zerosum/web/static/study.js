// The abstraction of a run: its factors and sizes, what players forget, the menu, its infosets.

import { ask, name } from "./api.js";
import { brief, fill, h, percent, problem, quiet, table, whole, withCards } from "./dom.js";

const PAGE = 25; // infosets

export async function study(main, [run], query, left) {
  document.title = `${run}: abstraction – zerosum`;
  const report = h("div", { class: "report" }, quiet("Studying the abstraction; a large game is sampled …"));
  const rows = h("div", {});
  fill(main, h("h1", {}, run), h("p", { class: "links" }, h("a", { href: `#/run/${name(run)}` }, "Strategy"), " ", h("a", { href: `#/train/${name(run)}` }, "Curve")),
    report, rows);
  const found = await ask(`runs/${name(run)}/study`).then((answer) => described(answer, run), (error) => problem(error.message));
  if (left()) return;
  const list = h("div", {});
  await infosets(list, run, { count: PAGE }, left);
  fill(report, found);
  fill(rows, h("h2", {}, "Infosets"), list);
}

const both = (sizes) => `${whole(sizes.infosets.reduce((sum, count) => sum + count, 0))} infosets`;

function described(found, run) {
  const facts = [
    ["states", h("code", {}, found.states)],
    ["actions", found.actions ? h("code", {}, found.actions) : "all of the game"],
    [found.exact ? "size" : "size, in a sample of deals", `${both(found.before)} become ${both(found.after)}: ${brief(found.compression)} to one`],
    found.price ? ["price", `${brief(found.price.price)} chips a hand${found.price.exact ? "" : " at most"}: what the best strategy of the abstraction loses to best responses, over all players`] : null,
    found.well_formed === null ? null : ["well-formed", found.well_formed ? "yes" : "no"],
  ].filter(Boolean);
  return [
    h("dl", { class: "figures" }, facts.map(([key, value]) => [h("dt", {}, key), h("dd", {}, value)])),
    [found.why_sampled, ...found.notes].filter(Boolean).map(quiet),
    found.ablation ? [h("h2", {}, "What each factor is worth"), ablation(found.ablation)] : null,
    h("h2", {}, "What players remember"), found.recall ? recall(found) : quiet("Not known."),
    h("h2", {}, "Menu"), menu(found.menu, run)];
}

function ablation({ whole: all, factors }) {
  const price = (found) => (found ? `${found.exact ? "" : "≤ "}${brief(found.price)}` : "");
  return [table(["factor", "infosets with it alone", "price of it alone", "infosets without it", "price without it"],
    [["all factors", both(all.after), price(all), "", ""], ...factors.map((each) => [h("code", {}, each.factor),
      both(each.alone.after), price(each.alone), each.without ? both(each.without.after) : "needed", price(each.without)])],
    { numbers: [1, 2, 3, 4], caption: "Prices of factors" }), quiet("Prices are in chips a hand, summed over players.")];
}

// What is forgotten, with the two lines of play that show it side by side.
function recall({ recall: { players, exact }, findings }) {
  return [
    h("ul", {}, players.map(({ player, verdict }) => h("li", {}, `Player ${player}: ${verdict} recall${exact || verdict !== "perfect" ? "" : " in the sample"}`))),
    findings.map(({ player, said, histories }) => {
      const sentences = said.filter((line) => !line.startsWith("  "));
      return h("section", { class: "finding" }, h("h3", {}, `Player ${player} ${sentences[0]?.split(" at InfoSet")[0] ?? "forgets"}`),
        h("div", { class: "histories" }, histories.map((events) => h("ol", {}, events.map((event, number) => h("li", {
          class: histories.some((other) => other[number]?.words !== event.words) ? "differs" : null }, withCards(event.words)))))),
        sentences.slice(1).map((line) => quiet(`It ${line}.`.replace("It restored", "Restored"))));
    })];
}

// The first actions of the menu, to unfold; each leads to its place.
function menu({ nodes, whole: all, deal }, run) {
  const below = Map.groupBy(nodes.slice(1), ({ line }) => line.slice(0, -1).join(" "));
  const link = (node) => h("a", { href: `#/run/${name(run)}${node.line.map((word) => `/${name(word)}`).join("")}${deal === null ? "" : `?deal=${deal}`}` }, node.line.length ? withCards(node.label) : "the start");
  const branch = (node, depth) => {
    const children = below.get(node.line.join(" ")) ?? [];
    return h("li", {}, children.length
      ? h("details", { open: depth < 1 }, h("summary", {}, link(node)), h("ul", {}, children.map((child) => branch(child, depth + 1))))
      : [link(node), node.kind === "over" ? h("span", { class: "quiet" }, " – over") : null]);
  };
  return [h("ul", { class: "tree" }, nodes.slice(0, 1).map((node) => branch(node, 0))), all ? null : quiet("The shortest lines; longer ones are in the page of the strategy.")];
}

// The infosets with their factors as columns: sorted, filtered, by pages.
async function infosets(place, run, asked, left) {
  let found;
  try { found = await ask(`runs/${name(run)}/infosets`, asked); } catch (error) { if (!left()) fill(place, problem(error.message), filter(asked.filter)); return; }
  if (left()) return;
  function filter(value) {
    const field = h("input", { value: value ?? "", placeholder: `${found?.columns.at(-1) ?? "player"}=1`, "aria-label": "Filter", "data-key": "filter" });
    return h("form", { class: "tools", onsubmit: (event) => { event.preventDefault(); infosets(place, run, { ...asked, first: 0, filter: field.value }, left); } }, field, h("button", {}, "Filter"));
  }
  const sort = (column) => infosets(place, run, { ...asked, first: 0, sort: column, descending: asked.sort === column && asked.descending !== true }, left);
  const headings = found.columns.map((column) => h("button", { class: "plain", "data-key": `sort ${column}`, "aria-label": `Sort by ${column}`, onclick: () => sort(column) },
    column, asked.sort === column ? (asked.descending ? " ↓" : " ↑") : ""));
  const step = (words, to) => h("button", { "data-key": words, disabled: to < 0 || to >= found.matching, onclick: () => infosets(place, run, { ...asked, first: to }, left) }, words);
  const [count, first] = [found.rows.length, found.first];
  fill(place, filter(asked.filter), found.notes.map(quiet),
    table([...headings, "strategy"], found.rows.map((row) => [...row.values.map((value) => (value === null ? "–" : String(value))), String(row.player), row.strategy.map(([action, share]) => `${action} ${percent(share)}`).join(", ")]), { caption: "Infosets" }),
    h("p", { class: "pages" }, step("Earlier", Math.max(0, first - PAGE) === first ? -1 : Math.max(0, first - PAGE)), ` ${count ? whole(first + 1) : 0} to ${whole(first + count)} of ${whole(found.matching)} infosets `, step("Later", first + count)));
}
