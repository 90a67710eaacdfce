// All runs, with their figures and curves; where there is none, how to make the first.

import { ask, name } from "./api.js";
import { AXES, curve, MEASURES } from "./curve.js";
import { brief, fill, h, lasted, problem, quiet, table, whole } from "./dom.js";

const REFRESH = 3000; // milliseconds

export async function runs(main, _, query, left) {
  document.title = "Runs – zerosum";
  let known = "";
  let timer = null;
  const update = async () => {
    const { runs: found } = await ask("runs");
    if (left()) return;
    const text = JSON.stringify(found);
    if (text !== known) {
      known = text;
      draw(main, found, query);
    }
    if (found.some((run) => run.training)) timer = setTimeout(() => update().catch(() => {}), REFRESH);
  };
  await update();
  return () => clearTimeout(timer);
}

function draw(main, found, query) {
  if (!found.length) {
    fill(main, h("h1", {}, "No runs yet"),
      h("p", {}, "A run is a folder that training makes. Train the default experiment, a small game of poker that is done within two minutes; its strategy can be looked at meanwhile."),
      h("p", {}, h("a", { class: "action", href: "#/train?start=1" }, "Train the default experiment"), " ", h("a", { href: "#/train" }, "Choose another")));
    return;
  }
  const chosen = new Set((query.get("curves") ?? "").split(",").filter(Boolean));
  const rows = found.map((run) => [
    h("input", { type: "checkbox", "aria-label": `Draw the curve of ${run.name}`, "data-key": `curve ${run.name}`, checked: chosen.has(run.name), disabled: !!run.problem,
      onchange: (event) => { if (event.target.checked) chosen.add(run.name); else chosen.delete(run.name); picture(); } }),
    run.problem ? run.name : h("a", { href: `#/run/${name(run.name)}` }, run.name),
    run.problem ? problem(run.problem) : `${run.experiment} ${run.game}`.trim(),
    run.problem ? "" : `${run.algorithm}${run.rule ? `, ${run.rule}` : ""}`,
    run.iterations === undefined ? "" : whole(run.iterations),
    run.infosets === undefined ? "" : whole(run.infosets),
    run.seconds === undefined ? "" : lasted(run.seconds),
    Object.values(run.measures ?? {}).map(({ words, value }) => h("div", {}, `${words} ${brief(value)}`)),
    run.problem ? "" : h("a", { href: `#/train/${name(run.name)}` }, run.training ? "training" : "curve")]);
  const drawing = h("div", { class: "drawing" });
  fill(main, h("h1", {}, "Runs"),
    table(["", "run", "experiment", "algorithm", "iterations", "infosets", "trained", "chips a hand", ""], rows, { numbers: [4, 5, 6], caption: "Runs" }),
    drawing);
  picture();

  async function picture() {
    if (!chosen.size) { fill(drawing, quiet("Choose runs to draw their curves.")); return; }
    const series = await Promise.all([...chosen].filter((each) => found.some((run) => run.name === each)).map(async (each) => ({ name: each, points: (await ask(`runs/${name(each)}/curve`)).points })));
    curves(drawing, series);
  }
}

// Curves of runs, with a choice of what is drawn.
export function curves(place, series, chosen = {}) {
  const has = (measure) => series.some(({ points }) => points.some((point) => point[measure] > 0));
  const measure = chosen.measure ?? Object.keys(MEASURES).find(has) ?? "infosets";
  const axis = chosen.axis ?? "seconds";
  const select = (label, values, value, key) => h("label", {}, `${label} `, h("select", { "data-key": key, onchange: (event) => curves(place, series, { measure, axis, [key]: event.target.value }) },
    Object.entries(values).map(([each, words]) => h("option", { value: each, selected: each === value }, words))));
  fill(place, h("p", { class: "tools" }, select("Draw", MEASURES, measure, "measure"), select("against", AXES, axis, "axis")), curve(series, measure, axis));
}
