// Which page the address names: #/run/NAME/word/word?filter, #/train, #/compare/A/B/word.

import { compare } from "./compare.js";
import { problem, quiet, fill } from "./dom.js";
import { explore } from "./explore.js";
import { runs } from "./runs.js";
import { study } from "./study.js";
import { train } from "./train.js";

const PAGES = { "": runs, run: explore, train, compare, study };
const main = document.getElementById("main");
let leave = () => {};
let shown = "";

async function show() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const words = path.split("/").map(decodeURIComponent);
  const page = PAGES[words[0]];
  const place = [words[0], words[0] === "compare" ? words.slice(1, 3) : words[1]].flat().join("/");
  const fresh = place !== shown;
  for (const link of document.querySelectorAll("header [data-page]")) {
    const here = link.dataset.page === (words[0] || "runs");
    if (here) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
  leave();
  leave = () => {};
  shown = place;
  if (!page) {
    fill(main, problem(`There is no page ${path}: choose one above.`));
    return;
  }
  main.setAttribute("aria-busy", "true");
  if (fresh) {
    fill(main, quiet("Loading …"));
    scrollTo(0, 0);
  }
  let left = false;
  leave = () => { left = true; };
  try {
    const end = await page(main, words.slice(1), new URLSearchParams(query), () => left);
    if (left) end?.(); else if (end) leave = () => { left = true; end(); };
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!left) fill(main, problem(error.message));
  }
  if (!left) main.removeAttribute("aria-busy");
}

addEventListener("hashchange", show);
show();
