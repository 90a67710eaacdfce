// Start a run, watch it learn, stop it, go on.

import { ask, listen, name } from "./api.js";
import { fill, h, lasted, problem, quiet, whole } from "./dom.js";
import { curves } from "./runs.js";

const GROUPS = { run: "How to train", game: "The game", algorithm: "The algorithm" };

export async function train(main, [run], query, left) {
  return run ? watch(main, run, left) : choose(main, query, left);
}

// The form: an experiment, and what it can be given.
async function choose(main, query, left) {
  document.title = "Train – zerosum";
  const { experiments } = await ask("experiments");
  if (left()) return;
  const usual = experiments.find((each) => each.default) ?? experiments[0];
  if (query.get("start")) {
    await start(usual.name, {});
    return;
  }
  const chosen = query.get("experiment") ?? usual.name;
  const form = await ask(`experiments/${name(chosen)}`, { algorithm: query.get("algorithm") });
  if (left()) return;
  const refused = h("div", { "aria-live": "polite" });
  const again = (changes) => { location.hash = `#/train?${new URLSearchParams({ experiment: chosen, ...changes })}`; };
  const select = (label, value, values, change) => h("label", {}, label, h("select", { "data-key": label, onchange: (event) => change(event.target.value) },
    values.map(([each, words]) => h("option", { value: each, selected: each === value }, words))));
  const inputs = new Map();
  const field = (each) => {
    const id = `field-${each.name.replace(/\W/g, "-")}`;
    const input = each.type === "choice"
      ? h("select", { id, "data-key": each.name }, form[`${each.name}s`].map((value) => h("option", { value, selected: value === each.value }, value)))
      : each.type === "boolean" ? h("input", { id, type: "checkbox", checked: each.value === "true", "data-key": each.name })
        : h("input", { id, value: each.value ?? "", inputmode: each.type === "text" ? null : "decimal", autocomplete: "off", "data-key": each.name });
    inputs.set(each.name, { input, usual: each.type === "boolean" ? each.value === "true" : each.value ?? "" });
    if (each.name === "algorithm") input.addEventListener("change", () => again({ algorithm: input.value }));
    return h("div", {}, h("label", { for: id }, each.name.replace(/^(game|algorithm)\./, "")), input, h("span", { class: "quiet" }, each.about));
  };
  fill(main, h("h1", {}, "Train"),
    h("div", { class: "fields" }, select("Experiment", chosen, experiments.map((each) => [each.name, each.default ? `${each.name} (default)` : each.name]), (value) => again({ experiment: value }))),
    form.about.split("\n\n").slice(0, 3).map((paragraph) => h("p", { class: "facts" }, paragraph)),
    h("form", { onsubmit: async (event) => {
      event.preventDefault();
      const settings = Object.fromEntries([...inputs].map(([key, { input, usual: before }]) => [key, input.type === "checkbox" ? input.checked : input.value, before])
        .filter(([, value, before]) => value !== before).map(([key, value]) => [key, String(value)]));
      if (query.get("algorithm")) settings.algorithm = query.get("algorithm");
      event.submitter.disabled = true;
      try { await start(chosen, settings); } catch (error) { fill(refused, problem(error.message)); event.submitter.disabled = false; }
    } },
    Object.entries(GROUPS).map(([group, words]) => {
      const own = form.fields.filter((each) => each.group === group);
      return own.length ? h("fieldset", {}, h("legend", {}, words), h("div", { class: "fields" }, own.map(field))) : null;
    }),
    refused, h("button", { class: "action" }, "Train")));
}

async function start(experiment, settings) {
  const { run } = await ask("runs", {}, { body: { experiment, settings } });
  location.replace(`#/train/${name(run)}`);
}

// A run as it learns.
async function watch(main, run, left) {
  document.title = `${run} – zerosum`;
  const state = h("div", { "aria-live": "polite" });
  const drawing = h("div", { class: "drawing" });
  const refused = h("div", { "aria-live": "polite" });
  const act = async (event, what) => {
    event.currentTarget.disabled = true;
    fill(refused);
    try { await ask(`runs/${name(run)}/${what}`, {}, { body: what === "resume" ? { settings: {} } : {} }); follow(); } catch (error) { fill(refused, problem(error.message)); }
  };
  fill(main, h("h1", {}, run), state, refused, drawing);
  let points = [];
  let end = () => {};
  let count = 0;
  const follow = () => {
    end();
    points = [];
    count = 0;
    end = listen(`runs/${name(run)}/events`, (event) => {
      if (left()) { end(); return; }
      points.push(...event.points);
      fill(state, described(event, points, act));
      if (event.points.length || count === 0) curves(drawing, [{ name: run, points }], chosen(drawing));
      count += 1;
    }, () => { if (!left()) fill(refused, problem("The server does not answer: start python -m blood.serve again, then reload the page.")); });
  };
  follow();
  return () => end();
}

const chosen = (drawing) => Object.fromEntries([...drawing.querySelectorAll("select")].map((select) => [select.dataset.key, select.value]));

function described({ run, ended, log, failure }, points, act) {
  const last = points.at(-1);
  const before = points.length > 1 ? points.at(-2) : null;
  const rate = last && before && last.seconds > before.seconds ? (last.touched - before.touched) / (last.seconds - before.seconds) : 0;
  const share = last ? Math.max(run.goal ? last.iterations / run.goal : 0, run.minutes ? last.seconds / 60 / run.minutes : 0) : 0;
  return [
    h("p", { class: "facts" }, [`${run.experiment ?? ""} ${run.game ?? ""}`.trim(), run.algorithm, run.rule && `rule ${run.rule}`].filter(Boolean).map((fact) => h("span", {}, fact))),
    h("p", {}, h("span", { class: "live" }, run.training ? "training" : "ended"), " ",
      last ? `${whole(last.iterations)} iterations, ${whole(last.infosets)} infosets, ${whole(last.touched)} nodes in ${lasted(last.seconds)}${rate ? `; ${whole(rate)} nodes a second` : ""}` : run.training ? "Compiling, and running the first iterations …" : "It has no figures yet."),
    run.training && share ? h("progress", { max: "1", value: Math.min(share, 1), "aria-label": "How far the run is" }) : null,
    failure ? [problem(failure), log.length > 1 ? h("pre", {}, log.join("\n")) : null] : null,
    h("p", { class: "tools" },
      run.strategy ? h("a", { class: "action", href: `#/run/${name(run.name)}` }, "Look into its strategy") : run.training ? quiet("The strategy can be looked at after the first checkpoint.") : null,
      run.training ? h("button", { "data-key": "stop", onclick: (event) => act(event, "stop") }, "Stop and save")
        : ended && !run.problem ? h("button", { "data-key": "resume", onclick: (event) => act(event, "resume") }, "Train on") : null,
      h("a", { href: `#/study/${name(run.name)}` }, "Abstraction"))];
}
