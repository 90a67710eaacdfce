// Start a run, watch it learn, stop it, go on.

import { ask, listen, name, SILENT } from "./api.js";
import { chosenAt, curves } from "./curve.js";
import { choice, fill, lasted, problem, quiet, refusing, submits, tags, whole } from "./dom.js";

const { a, button, div, fieldset, form, h1, input, label, legend } = tags;
const { option, p, pre, progress, select, span } = tags;
const GROUPS = { run: "How to train", game: "The game", algorithm: "The algorithm" };
const BOUNDS = ["iterations", "minutes", "target"]; // one that is set replaces all
const ABOUT = 3; // paragraphs about an experiment

// Show the form, or a run.
export const train = (main, [run], query, left) => (
  run ? watch(main, run, left) : choose(main, query, left));

// Show the form: an experiment, and what it can be given.
async function choose(main, query, left) {
  document.title = "Train – zerosum";
  const { experiments } = await ask("experiments");
  if (left()) return undefined;
  const usual = experiments.find((each) => each.default) ?? experiments[0];
  if (query.get("start")) return start(usual.name, {});
  const [experiment, algorithm] = [query.get("experiment") ?? usual.name, query.get("algorithm")];
  const asked = await ask(`experiments/${name(experiment)}`, { algorithm });
  if (left()) return undefined;
  const again = (changes) => location.assign(`#/train?${new URLSearchParams({ experiment, ...changes })}`);
  const names = experiments.map((each) => [each.name, each.default ? `${each.name} (default)` : each.name]);
  const chooser = choice("Experiment", names, experiment, (other) => again({ experiment: other }));
  const about = asked.about.split("\n\n").slice(0, ABOUT).map((words) => p({ class: "facts" }, words));
  const shown = settings(asked.fields, experiment, algorithm, again);
  return fill(main, h1("Train"), div({ class: "fields" }, chooser), about, shown);
}

// The form of what can be set of an experiment; another algorithm has other options.
function settings(fields, experiment, algorithm, again) {
  const made = fields.map((field) => [field, entry(field)]);
  const before = new Map(made.map(([, element]) => [element, valueOf(element)]));
  const refused = div({ "aria-live": "polite" });
  const chosen = made.find(([field]) => field.name === "algorithm")[1];
  chosen.addEventListener("change", () => again({ algorithm: chosen.value }));
  const send = async ({ submitter }) => {
    const differs = ([, element]) => valueOf(element) !== before.get(element);
    const bounds = made.filter(([field]) => BOUNDS.includes(field.name));
    const changed = [...made.filter(differs), ...(bounds.some(differs) ? bounds : [])];
    const given = Object.fromEntries(changed.map(([field, element]) => [field.name, valueOf(element)]));
    submitter.disabled = true;
    await start(experiment, algorithm ? { ...given, algorithm } : given).catch(refusing(refused));
    submitter.disabled = false;
  };
  const groups = Object.entries(GROUPS).map(([group, words]) => {
    const own = made.filter(([field]) => field.group === group);
    return own.length ? fieldset(legend(words), div({ class: "fields" }, own.map(labelled))) : null;
  });
  return form({ onsubmit: submits(send) }, groups, refused, button({ class: "action" }, "Train"));
}

const idOf = (field) => `field-${field.name.replace(/\W/g, "-")}`;
const valueOf = (element) => (element.type === "checkbox" ? String(element.checked) : element.value);

// Where the value of a field is entered.
function entry({ type, value, choices, ...field }) {
  const given = { id: idOf(field), "data-key": field.name };
  if (type === "choice") {
    return select(given, choices.map((each) => option({ value: each, selected: each === value }, each)));
  }
  if (type === "boolean") return input({ ...given, type: "checkbox", checked: value === "true" });
  const inputmode = type === "text" ? null : "decimal";
  return input({ ...given, value: value ?? "", inputmode, autocomplete: "off" });
}

// A field with its label, and what it is for.
function labelled([field, element]) {
  const words = field.name.replace(/^(game|algorithm)\./, "");
  return div(label({ for: idOf(field) }, words), element, span({ class: "quiet" }, field.about));
}

// Start a run, and watch it.
async function start(experiment, given) {
  const { run } = await ask("runs", {}, { experiment, settings: given });
  location.replace(`#/train/${name(run)}`);
}

// Show a run as it learns; return what ends that.
async function watch(main, run, left) {
  document.title = `${run} – zerosum`;
  const state = div({ "aria-live": "polite" });
  const drawing = div({ class: "drawing" });
  const refused = div({ "aria-live": "polite" });
  let end = () => {};
  const refuse = (sentence) => left() || fill(refused, problem(sentence));
  const follow = () => {
    const points = [];
    end();
    end = listen(`runs/${name(run)}/events`, (event) => {
      if (left()) return;
      points.length = event.first; // a stream that was lost begins anew
      points.push(...event.points);
      fill(state, described(event, points, act));
      const drawn = !event.points.length && drawing.hasChildNodes();
      if (!drawn) curves(drawing, [{ name: run, points }], chosenAt(drawing));
    }, () => refuse(SILENT));
  };
  const act = (pressed, what, body = {}) => {
    pressed.disabled = true;
    fill(refused);
    ask(`runs/${name(run)}/${what}`, {}, body).then(follow, (error) => {
      pressed.disabled = false;
      refuse(error.message);
    });
  };
  fill(main, h1(run), state, refused, drawing);
  follow();
  return () => end();
}

// A run in words, with what can be done with it.
function described({ run, ended, log, failure }, points, act) {
  const game = `${run.experiment ?? ""} ${run.game ?? ""}`.trim();
  const facts = [game, run.algorithm, run.rule && `rule ${run.rule}`].filter(Boolean);
  const share = shareOf(run, points.at(-1));
  const far = progress({ max: "1", value: Math.min(share, 1), "aria-label": "How far the run is" });
  const stop = (event) => act(event.currentTarget, "stop");
  const soon = run.training ? quiet("The strategy can be looked at after the first checkpoint.") : null;
  const on = ended && !run.problem ? resumes(run, act) : null;
  return [
    p({ class: "facts" }, facts.map((fact) => span(fact))),
    p(span({ class: "live" }, run.training ? "training" : "ended"), " ", progressed(run, points)),
    run.training && share > 0 && far,
    failure && [problem(failure), log.length > 1 && pre(log.join("\n"))],
    div({ class: "tools" },
      run.strategy ? a({ class: "action", href: `#/run/${name(run.name)}` }, "Look into its strategy") : soon,
      run.training ? button({ "data-key": "stop", onclick: stop }, "Stop and save") : on,
      a({ href: `#/study/${name(run.name)}` }, "Abstraction"))];
}

// What lets a run go on, to so many iterations in all.
function resumes({ iterations = 0, goal }, act) {
  const more = goal > iterations ? goal : Math.max(2 * iterations, 1);
  const field = input({ type: "number", min: "1", value: String(more), "data-key": "more" });
  const bound = () => ({ settings: { iterations: field.value } });
  const send = submits((event) => act(event.submitter, "resume", bound()));
  return form({ onsubmit: send }, label("Iterations in all ", field), " ", button("Train on"));
}

// How far a run is, from 0 to 1: as far as the bound that it reaches first.
function shareOf(run, last) {
  if (!last) return 0;
  const minutes = run.minutes ? last.seconds / 60 / run.minutes : 0;
  return Math.max(run.goal ? last.iterations / run.goal : 0, minutes);
}

// What a run has done, in words.
function progressed(run, points) {
  const [before, last] = [points.at(-2), points.at(-1)];
  if (!last && run.training) return "Compiling, and running the first iterations …";
  if (!last) return "It has no figures yet.";
  const rate = before && (last.touched - before.touched) / (last.seconds - before.seconds);
  const speed = rate > 0 && rate < Infinity ? `; ${whole(rate)} nodes a second` : "";
  const { iterations, infosets, touched, seconds } = last;
  const time = lasted(seconds) + speed;
  return `${whole(iterations)} iterations, ${whole(infosets)} infosets, ${whole(touched)} nodes in ${time}`;
}
