// The abstraction of a run: its factors and sizes, what players remember, the menu, its infosets.

import { ask, name } from "./api.js";
import { brief, fill, h, percent, problem, quiet, table, whole } from "./dom.js";

export async function study(main, [run], query, left) {
  document.title = `${run}: abstraction – zerosum`;
  const report = h("div", {}, quiet("Studying the abstraction; a large game is sampled …"));
  const rows = h("div", {});
  fill(main, h("h1", {}, `${run}: abstraction`), h("p", { class: "links" }, h("a", { href: `#/run/${name(run)}` }, "Strategy")),
    report, h("h2", {}, "Infosets"), rows);
  ask(`runs/${name(run)}/study`).then((found) => { if (!left()) fill(report, described(found)); }, (error) => { if (!left()) fill(report, problem(error.message)); });
  await infosets(rows, run, {}, left);
}

// What the study says, part by part: numbers in tables, sentences as they are.
function described({ study: found, menu }) {
  return [part(found), menu ? [h("h2", {}, "Menu"), tree(menu)] : null];
}

const label = (key) => key.replaceAll("_", " ");
const said = (value) => (typeof value === "number" ? (Number.isInteger(value) ? whole(value) : brief(value)) : value === true ? "yes" : value === false ? "no" : String(value));

function part(found) {
  const simple = Object.entries(found).filter(([, value]) => value !== null && typeof value !== "object");
  const nested = Object.entries(found).filter(([, value]) => value !== null && typeof value === "object" && (!Array.isArray(value) || value.length));
  return [
    simple.length ? h("dl", { class: "figures" }, simple.map(([key, value]) => [h("dt", {}, label(key)), h("dd", {}, said(value))])) : null,
    nested.map(([key, value]) => h("section", {}, h("h3", {}, label(key)), Array.isArray(value) ? list(value) : part(value)))];
}

function list(values) {
  if (values.every((value) => value === null || typeof value !== "object")) return h("p", {}, values.map(said).join(", "));
  const keys = [...new Set(values.flatMap((value) => Object.keys(value)))].filter((key) => values.every((value) => value[key] === null || value[key] === undefined || typeof value[key] !== "object"));
  const numbers = keys.flatMap((key, column) => (values.some((value) => typeof value[key] === "number") ? [column] : []));
  return table(keys.map(label), values.map((value) => keys.map((key) => (value[key] === null || value[key] === undefined ? "" : said(value[key])))), { numbers });
}

function tree(nodes) {
  return h("ul", { class: "tree" }, nodes.map((node) => h("li", {}, node.children?.length
    ? h("details", { open: node.depth === 0 }, h("summary", {}, node.label), tree(node.children)) : h("span", {}, node.label))));
}

// The infosets with their factors as columns: sorted, filtered, by pages.
async function infosets(place, run, asked, left) {
  let found;
  try { found = await ask(`runs/${name(run)}/infosets`, asked); } catch (error) { if (!left()) fill(place, problem(error.message)); return; }
  if (left()) return;
  const again = (changes) => infosets(place, run, { ...asked, first: 0, ...changes }, left);
  const headings = found.columns.map((column) => (found.sortable === false ? column : h("button", { class: "plain", "data-key": `sort ${column}`,
    "aria-label": `Sort by ${column}`, onclick: () => again({ sort: column, descending: asked.sort === column && !asked.descending }) }, column, asked.sort === column ? (asked.descending ? " ↓" : " ↑") : "")));
  const field = h("input", { value: asked.filter ?? "", placeholder: "street=2 player=1", "aria-label": "Filter", "data-key": "filter" });
  const step = (words, to) => h("button", { "data-key": words, disabled: to < 0 || to >= found.matching, onclick: () => infosets(place, run, { ...asked, first: to }, left) }, words);
  const count = found.rows.length;
  fill(place,
    found.note ? quiet(found.note) : h("form", { class: "tools", onsubmit: (event) => { event.preventDefault(); again({ filter: field.value }); } }, field, h("button", {}, "Filter")),
    table([...headings, "strategy"], found.rows.map((row) => [...row.values.map(String), row.strategy.map(([action, share]) => `${action} ${percent(share)}`).join(", ")]), { caption: "Infosets" }),
    h("p", { class: "pages" }, step("Earlier", found.first - 100), ` ${count ? whole(found.first + 1) : 0} to ${whole(found.first + count)} of ${whole(found.matching)} infosets `, step("Later", found.first + count)));
}
