// All runs, with their figures and curves; where there is none, how to make the first.

import { ask, name } from "./api.js";
import { curves } from "./curve.js";
import { brief, fill, lasted, problem, quiet, table, tags, whole } from "./dom.js";

const { a, div, h1, input, p, span } = tags;
const REFRESH = 3000; // milliseconds
const FIGURES = ["iterations", "infosets", "trained", "chips a hand"];
const FIRST = "A run is a folder that training makes. Train the default experiment, a small game of poker "
  + "that is done within two minutes; its strategy can be looked at meanwhile.";

// Show the runs, and again as they learn.
export async function runs(main, _, query, left) {
  document.title = "Runs – zerosum";
  let known = "";
  let timer = null;
  const update = async () => {
    const { runs: found } = await ask("runs");
    if (left()) return;
    const text = JSON.stringify(found);
    if (text !== known) draw(main, found, query);
    known = text;
    if (found.some((run) => run.training)) timer = setTimeout(again, REFRESH);
  };
  const fail = (error) => {
    if (left()) return;
    known = "";
    fill(main, h1("Runs"), problem(error.message));
    timer = setTimeout(again, REFRESH);
  };
  const again = () => update().catch(fail);
  await update();
  return () => clearTimeout(timer);
}

// Return the curves of runs, as the picture has them.
export function series(names) {
  return Promise.all(names.map(async (run) => {
    const { points } = await ask(`runs/${name(run)}/curve`);
    return { name: run, points };
  }));
}

// Draw the table of runs, and the curves of those that are chosen.
function draw(main, found, query) {
  if (!found.length) {
    const usual = a({ class: "action", href: "#/train?start=1" }, "Train the default experiment");
    return fill(main, h1("No runs yet"), p(FIRST), p(usual, " ", a({ href: "#/train" }, "Choose another")));
  }
  const chosen = new Set((query.get("curves") ?? "").split(",").filter(Boolean));
  const drawing = div({ class: "drawing" });
  const picture = async () => {
    const names = [...chosen].filter((each) => found.some((run) => run.name === each));
    if (chosen.size) curves(drawing, await series(names));
    else fill(drawing, quiet("Choose runs to draw their curves."));
  };
  const toggle = (run, checked) => {
    chosen[checked ? "add" : "delete"](run);
    picture();
  };
  const rows = found.map((run) => row(run, chosen.has(run.name), toggle));
  const headings = ["", "run", "experiment", "algorithm", ...FIGURES, ""];
  fill(main, h1("Runs"), table(headings, rows, { numbers: [4, 5, 6], title: "Runs" }), drawing);
  return picture();
}

// A row of the table: a run with its figures.
function row(run, checked, toggle) {
  const about = { "aria-label": `Draw the curve of ${run.name}`, "data-key": `curve ${run.name}` };
  const onchange = (event) => toggle(run.name, event.target.checked);
  const box = input({ type: "checkbox", ...about, checked, disabled: Boolean(run.problem), onchange });
  if (run.problem) return [box, run.name, problem(run.problem), "", "", "", "", "", ""];
  const known = (value, words) => (value === undefined ? "" : words(value));
  return [
    box, a({ href: `#/run/${name(run.name)}` }, run.name),
    `${run.experiment} ${run.game}`.trim(), `${run.algorithm}${run.rule ? `, ${run.rule}` : ""}`,
    known(run.iterations, whole), known(run.infosets, whole), known(run.seconds, lasted),
    Object.values(run.measures ?? {}).map(({ words, value }) => div(`${words} ${brief(value)}`)),
    span({ class: "links" }, run.training ? null : a({ href: `#/play/${name(run.name)}` }, "Play"),
      a({ href: `#/train/${name(run.name)}` }, run.training ? "training" : "curve"))];
}
