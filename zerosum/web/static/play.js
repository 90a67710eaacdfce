// The tables of this browser, a form to sit down at another, and sessions from elsewhere.

import { ask, name, player } from "./api.js";
import { choice, fill, problem, quiet, refusing, submits, table, tags } from "./dom.js";

const { a, button, div, fieldset, form, h1, h2, input, label, legend, p } = tags;
const date = (seconds) => new Date(1000 * seconds).toLocaleString("en-GB", { dateStyle: "medium" });

// Show the tables, and the form for a run.
export async function play(main, [wanted], _, left) {
  document.title = "Play – zerosum";
  const who = { player: player() };
  const [{ runs }, { tables }, { sessions }] = await Promise.all(
    [ask("runs"), ask("tables", who), ask("sessions", who)]);
  const names = runs.filter((run) => !run.problem && run.strategy !== false).map((run) => run.name);
  const run = wanted ?? names[0];
  const seating = run && await ask(`runs/${name(run)}/seating`).catch((error) => ({ error: error.message }));
  if (left()) return;
  const chooser = choice("Play against", names.map((each) => [each, each]), run,
    (other) => location.assign(`#/play/${name(other)}`));
  fill(main, h1("Play"),
    tables.length ? [h2("Your tables"), kept(tables)] : null,
    h2("Sit down"),
    run ? null : p("There is no run to play against yet: ", a({ href: "#/train" }, "train one"), "."),
    run && div({ class: "fields" }, chooser),
    run && (seating.error ? problem(seating.error) : seats(seating)),
    h2("Sessions from elsewhere"),
    sessions.length ? imported(sessions) : null,
    run && (/Holdem$/.test(seating.game) ? upload(run) : quiet("Files of hands are of hold'em: choose a run of it.")));
}

// The tables of this browser.
function kept(tables) {
  const rows = tables.map((one) => [
    a({ href: `#/table/${name(one.table)}` }, one.game), [...new Set([one.run, ...one.opponents])].join(", "),
    one.score, date(one.created)]);
  return table(["table", "with", "score", "since"], rows, { title: "Your tables" });
}

// The form to sit down: the seat, who plays the others, how long they think, and single hands or series.
function seats({ run, seats: all, opponents, thinks, series, round }) {
  const refused = div({ "aria-live": "polite" });
  const others = div({ class: "fields" });
  const [given, chosen] = [{ seat: null, think: 0, series: false }, new Map()];
  const known = opponents.map((one) => [one.word, one.label]);
  const opponent = ({ number, name: place }) => div({ class: "capital" }, choice(
    place, known, chosen.get(number), (word) => chosen.set(number, word)));
  const empty = () => all.filter(({ number }) => number !== (given.seat ?? all[0].number));
  const list = () => fill(others, empty().map(opponent));
  const free = [["", `another each ${round[0]}`], ...all.map((one) => [String(one.number), one.name])];
  const seat = choice("Your seat", free, "", (value) => {
    given.seat = value === "" ? null : Number(value);
    list();
  });
  const thinking = (event) => { given.think = event.target.valueAsNumber || 0; };
  const matches = (event) => { given.series = event.target.checked; };
  const sit = async ({ submitter }) => {
    submitter.disabled = true;
    const by = empty().filter(({ number }) => chosen.get(number));
    const names = Object.fromEntries(by.map(({ number }) => [number, chosen.get(number)]));
    await ask("tables", {}, { player: player(), run, ...given, opponents: names }).then(
      (view) => location.assign(`#/table/${name(view.table)}`), refusing(refused));
    submitter.disabled = false;
  };
  list();
  return form({ onsubmit: submits(sit) },
    div({ class: "fields" }, div(seat),
      thinks && div(label("Seconds to think at each decision ",
        input({ type: "number", min: "0", max: thinks, step: "any", value: "0", oninput: thinking }))),
      series && div(label(input({ type: "checkbox", onchange: matches }), ` Play ${series[1]}`))),
    fieldset(legend("The other seats"), others), refused, button({ class: "action" }, "Sit down"));
}

// Sessions that were brought here.
function imported(sessions) {
  const link = ({ session, hands }) => a({ href: `#/session/${name(session)}` }, `${hands} hands`);
  const rows = sessions.map((one) => [link(one), one.run, one.hero || "as dealt", date(one.created)]);
  return table(["session", "run", "player", "since"], rows, { title: "Sessions" });
}

// The form to bring a file of hands.
function upload(run) {
  const said = div({ "aria-live": "polite" });
  const file = input({ type: "file", accept: ".phh,.phhs,.txt,.log", required: true, "data-key": "file" });
  const hero = input({ autocomplete: "off", "data-key": "hero", placeholder: "whose cards the file shows" });
  const send = async ({ submitter }) => {
    submitter.disabled = true;
    fill(said, quiet("Reading …"));
    const bring = async () => ask("sessions", {},
      { player: player(), run, hero: hero.value, text: await file.files[0].text() });
    await bring().then(({ session, hands, skipped }) => {
      const link = a({ class: "action", href: `#/session/${name(session)}` }, `Go through ${hands} hands`);
      fill(said, p(link), skipped.map(quiet));
    }, refusing(said));
    submitter.disabled = false;
  };
  return form({ onsubmit: submits(send) },
    quiet(`Go through hands in PHH, or as PokerStars writes them, with the strategy of ${run}.`),
    div({ class: "fields" }, div(label("File ", file)), div(label("Player ", hero))),
    said, button("Bring the hands"));
}
