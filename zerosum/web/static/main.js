// Which page the address names: #/run/NAME/word/word?filter, #/table/ID, #/compare/A/B/word.

import { compare } from "./compare.js";
import { fill, problem, quiet } from "./dom.js";
import { explore } from "./explore.js";
import { play } from "./play.js";
import { runs } from "./runs.js";
import { session } from "./session.js";
import { study } from "./study.js";
import { table } from "./table.js";
import { train } from "./train.js";

const PAGES = { "": runs, run: explore, play, table, session, train, compare, study };
const UNDER = { "": "runs", table: "play", session: "play" }; // where the navigation has them
const main = document.getElementById("main");
let leave = () => {};
let shown = "";

// Mark the page in the navigation.
function mark(page) {
  for (const link of document.querySelectorAll("header [data-page]")) {
    link.ariaCurrent = link.dataset.page === (UNDER[page] ?? page) ? "page" : null;
  }
}

// Say that a page is being loaded; another place of the same page stays until then.
function begin(place) {
  main.setAttribute("aria-busy", "true");
  if (place === shown) return;
  shown = place;
  fill(main, quiet("Loading …"));
  scrollTo(0, 0);
}

// Show a page, which is asked to end when it is left.
async function open(page, words, query) {
  let [left, end] = [false, null];
  leave = () => {
    left = true;
    end?.();
  };
  try {
    end = await page(main, words, query, () => left);
    if (left) end?.();
  } catch (error) {
    if (!left) fill(main, problem(error.message));
  }
  if (!left) main.removeAttribute("aria-busy");
}

// The words of an address, as they were before they were put there.
function wordsOf(path) {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return [path];
  }
}

// Show what the address names.
async function show() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [first, ...words] = wordsOf(path);
  mark(first);
  leave();
  leave = () => {};
  if (!Object.hasOwn(PAGES, first)) {
    shown = first;
    return fill(main, problem(`There is no page ${path}: choose one above.`));
  }
  begin([first, ...words.slice(0, first === "compare" ? 2 : 1)].join("/"));
  return open(PAGES[first], words, new URLSearchParams(query));
}

addEventListener("hashchange", show);
show();
