// The abstraction of a run: its factors and sizes, what players forget, the menu, its infosets.

import { ask, name, path } from "./api.js";
import { brief, fill, percent, problem, quiet, step, submits, table, tags, whole, withCards } from "./dom.js";

const { a, button, code, dd, details, div, dl, dt, form, h1, h2, h3, input, li, ol, p } = tags;
const { section, span, summary, ul } = tags;
const PAGE = 25; // infosets

// Show the abstraction of a run.
export async function study(main, [run], query, left) {
  document.title = `${run}: abstraction – zerosum`;
  const report = div({ class: "report" }, quiet("Studying the abstraction; a large game is sampled …"));
  const rows = div();
  const curve = a({ href: `#/train/${name(run)}` }, "Curve");
  const links = p({ class: "links" }, a({ href: `#/run/${name(run)}` }, "Strategy"), " ", curve);
  fill(main, h1(run), links, report, rows);
  const asked = ask(`runs/${name(run)}/study`);
  const found = await asked.then((answer) => described(answer, run), (error) => problem(error.message));
  if (left()) return;
  const list = div();
  await infosets(list, run, { count: PAGE }, left);
  fill(report, found);
  fill(rows, h2("Infosets"), list);
}

const both = (sizes) => `${whole(sizes.infosets.reduce((sum, count) => sum + count, 0))} infosets`;

// The report in words.
function described(found, run) {
  const facts = [
    ["states", found.states ? code(found.states) : "all of the game"],
    ["actions", found.actions ? code(found.actions) : "all of the game"],
    [found.exact ? "size" : "size, in a sample of deals", size(found)],
    ["price", found.price && priced(found.price)],
    ["well-formed", { true: "yes", false: "no" }[found.well_formed]],
  ].filter(([, words]) => words);
  return [
    dl({ class: "figures" }, facts.map(([key, words]) => [dt(key), dd(words)])),
    [found.why_sampled, ...found.notes].filter(Boolean).map(quiet),
    found.ablation && [h2("What each factor is worth"), ablation(found.ablation)],
    h2("What players remember"), found.recall ? recall(found) : quiet("Not known."),
    h2("Menu"), menu(found.menu, run)];
}

// How many infosets there are, before and after; null if that is not known.
function size({ before, after, compression }) {
  return before && after && `${both(before)} become ${both(after)}: ${brief(compression)} to one`;
}

const priced = ({ price, exact }) => `${brief(price)} chips a hand${exact ? "" : " at most"}: what the best `
  + "strategy of the abstraction loses to best responses, over all players";

// What each factor is worth.
function ablation({ whole: all, factors }) {
  const price = (found) => (found ? `${found.exact ? "" : "≤ "}${brief(found.price)}` : "");
  const less = (without) => [without ? both(without.after) : "needed", price(without)];
  const lines = factors.map(({ factor, alone, without }) => (
    [code(factor), both(alone.after), price(alone), ...less(without)]));
  const rows = [["all factors", both(all.after), price(all), "", ""], ...lines];
  const headings = ["infosets with it alone", "price of it alone", "infosets without it", "price without it"];
  const shown = table(["factor", ...headings], rows, { numbers: [1, 2, 3, 4], title: "Prices of factors" });
  return [shown, quiet("Prices are in chips a hand, summed over players.")];
}

// What players remember, and proofs of what they forget.
function recall({ recall: { players, exact }, findings }) {
  const verdicts = players.map(({ player, verdict }) => (
    li(`Player ${player}: ${verdict} recall${exact || verdict !== "perfect" ? "" : " in the sample"}`)));
  return [ul(verdicts), findings.map(finding)];
}

// What a player forgets, with the two lines of play that show it side by side.
function finding({ player, said, histories }) {
  const [first, ...others] = said.filter((line) => !line.startsWith("  "));
  const differs = (event, number) => histories.some((events) => events[number]?.words !== event.words);
  const kind = (event, number) => (differs(event, number) ? { class: "differs" } : {});
  const line = (events) => ol(events.map((event, at) => li(kind(event, at), withCards(event.words))));
  const heading = h3(`Player ${player} ${first?.split(" at InfoSet")[0] ?? "forgets"}`);
  const notes = others.map((words) => quiet(`It ${words}.`.replace("It restored", "Restored")));
  return section({ class: "finding" }, heading, div({ class: "histories" }, histories.map(line)), notes);
}

// The first actions of the menu, to unfold; each leads to its place.
function menu({ nodes, whole: all, deal }, run) {
  const below = Map.groupBy(nodes.slice(1), ({ line }) => line.slice(0, -1).join(" "));
  const query = deal === null ? "" : `?deal=${deal}`;
  const link = ({ line, label }) => a(
    { href: `#/run/${name(run)}${path(line)}${query}` }, line.length ? withCards(label) : "the start");
  const branch = (node, depth = 0) => {
    const children = below.get(node.line.join(" "));
    const over = node.kind === "over" ? span({ class: "quiet" }, " – over") : null;
    if (!children) return li(link(node), over);
    const inside = children.map((child) => branch(child, depth + 1));
    const number = `${children.length} continuation${children.length > 1 ? "s" : ""}`;
    return li(link(node), details({ open: depth < 1 }, summary(number), ul(inside)));
  };
  const tree = ul({ class: "tree" }, nodes.slice(0, 1).map((node) => branch(node)));
  return [tree, !all && quiet("The shortest lines; longer ones are in the page of the strategy.")];
}

// Show the infosets with their factors as columns: sorted, filtered, by pages.
function infosets(place, run, asked, left) {
  const again = (changes) => infosets(place, run, { ...asked, first: 0, ...changes }, left);
  const filter = (column) => {
    const about = { placeholder: `${column}=1`, "aria-label": "Filter", "data-key": "filter" };
    const field = input({ value: asked.filter ?? "", ...about });
    const send = submits(() => again({ filter: field.value }));
    return form({ class: "tools", onsubmit: send }, field, button("Filter"));
  };
  const show = (found) => fill(place, filter(found.columns.at(-1)), found.notes.map(quiet),
    listed(found, asked, again), pages(found, again));
  return ask(`runs/${name(run)}/infosets`, asked).then(
    (found) => left() || show(found),
    (error) => left() || fill(place, problem(error.message), filter("player")));
}

// A page of infosets, each with its strategy; its headings sort.
function listed({ columns, rows }, { sort, descending }, again) {
  const headings = columns.map((column) => {
    const down = sort === column && descending;
    const onclick = () => again({ sort: column, descending: sort === column && !down });
    const about = { "data-key": `sort ${column}`, "aria-label": `Sort by ${column}` };
    return button({ class: "plain", ...about, onclick }, column, sort === column && (down ? " ↓" : " ↑"));
  });
  const words = (value) => (value === null ? "–" : String(value));
  const played = (strategy) => strategy.map(([action, share]) => `${action} ${percent(share)}`).join(", ");
  const lines = rows.map((row) => [...row.values.map(words), String(row.player), played(row.strategy)]);
  return table([...headings, "strategy"], lines, { title: "Infosets" });
}

// Which infosets are shown, and steps to others.
function pages({ rows, first, matching }, again) {
  const end = first + rows.length;
  const turn = (words, to, possible) => step(words, possible, () => again({ first: to }));
  const words = ` ${rows.length ? whole(first + 1) : 0} to ${whole(end)} of ${whole(matching)} infosets `;
  const [before, after] = [Math.max(0, first - PAGE), first + PAGE];
  return p({ class: "pages" },
    turn("Earlier", before, first > 0), words, turn("Later", after, after < matching));
}
