// A table: what the person sees of a hand, what they may do, and what they ask of the coach.

import { actions, keyed } from "./actions.js";
import { ask, name, player, save } from "./api.js";
import { advised, reviewed, showing, summed } from "./coach.js";
import { fill, problem, quiet, refusing, tags, withCards } from "./dom.js";
import { felt, narrow } from "./felt.js";

const { a, button, div, h1, header, p, section, span, strong } = tags;
const EVERY = 1000; // milliseconds between looks
const SLOW = 300; // milliseconds after which one is told to wait

// Show a table, and what changes at it.
export async function table(main, [id], _, left) {
  const at = `tables/${name(id)}`;
  const view = await ask(at, { player: player() });
  if (left()) return undefined;
  const page = { at, left, parts: frame(), view: {}, keys: new Map(), busy: false, looking: false, sent: 0 };
  const [{ parts }, run] = [page, a({ href: `#/run/${name(view.run)}` }, view.run)];
  const about = p({ class: "facts" }, span(view.game), span("with ", run));
  fill(main, header({ class: "heading" }, parts.title, about), section({ class: "sitting" },
    div({ class: "stage" }, parts.felt, parts.marker, parts.alert, parts.actions),
    div({ class: "side" }, parts.coach, parts.log, parts.score, tools(page), parts.more)));
  show(page, view);
  return watching(page);
}

// The parts of the page, which stay while what is in them changes.
function frame() {
  const polite = { "aria-live": "polite" };
  return {
    title: h1(), felt: div(), marker: div({ class: "marker", role: "status" }), alert: div(), score: p(),
    actions: div({ class: "actions", tabindex: "-1", role: "group", "aria-label": "At your turn" }),
    coach: div({ class: "coach", ...polite }), more: div({ class: "coach", ...polite }),
    log: div({ class: "log", role: "log", tabindex: "0", "aria-label": "What has happened" }),
  };
}

// Look at the table again and again, and hear keys, until the page is left.
function watching(page) {
  const look = () => document.hidden || page.busy || page.looking || refresh(page, page.view.version);
  const press = (event) => {
    const field = event.target.closest("input:not([type=range]), select, textarea");
    if (field && event.key === "Escape") page.parts.actions.focus();
    const run = page.keys.get(event.key.toLowerCase());
    if (field || !run || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!event.repeat) run();
  };
  const redraw = () => fill(page.parts.felt, felt(page.view));
  const timer = setInterval(look, EVERY);
  const typed = [window, "keydown", press];
  const heard = [[document, "visibilitychange", look], typed, [narrow, "change", redraw]];
  heard.forEach(([where, what, act]) => where.addEventListener(what, act));
  return () => {
    clearInterval(timer);
    heard.forEach(([where, what, act]) => where.removeEventListener(what, act));
  };
}

// Ask for the view; one that was asked for before an action was sent is out of date.
async function refresh(page, version) {
  const { sent } = page;
  page.looking = true;
  try {
    const found = await ask(page.at, { player: player(), version });
    if (page.left() || page.sent !== sent) return;
    if (page.lost) fill(page.parts.alert);
    page.lost = false;
    if (!found.unchanged) show(page, found);
  } catch (error) {
    if (page.left() || page.sent !== sent) return;
    page.lost = true;
    refusing(page.parts.alert)(error);
  } finally {
    page.looking = false;
  }
}

// Send an action, one at a time; where it is refused, see how the table stands.
async function post(page, what, body = {}) {
  if (page.busy) return;
  page.busy = true;
  page.sent += 1;
  const { actions: place } = page.parts;
  place.setAttribute("aria-busy", "true");
  if (place.contains(document.activeElement)) place.focus({ preventScroll: true }); // keys are no text again
  fill(page.parts.alert);
  const waiting = p({ class: "whose" }, strong("Waiting"), " for the other seats …");
  const slow = setTimeout(() => fill(page.parts.marker, waiting), SLOW);
  try {
    const answered = { player: player(), event: page.view.event };
    const view = await ask(`${page.at}/${what}`, {}, { ...answered, ...body });
    if (!page.left()) show(page, view);
  } catch (error) {
    if (page.left()) return;
    fill(page.parts.alert, problem(error.message));
    fill(page.parts.marker, marker(page.view));
    await refresh(page);
  } finally {
    clearTimeout(slow);
    page.busy = false;
    place.removeAttribute("aria-busy");
  }
}

// Show a view of the table.
function show(page, view) {
  const { parts, view: before } = page;
  const first = before.event === undefined;
  page.view = view;
  document.title = `${view.turn === "you" ? "Your turn" : view.run} – zerosum`;
  parts.title.textContent = view.title;
  fill(parts.felt, felt(view));
  fill(parts.marker, marker(view));
  fill(parts.score, view.score.hands ? `Score: ${view.score.words}` : "");
  if (view.event !== before.event) fill(parts.coach);
  log(parts.log, view, first || view.hand !== before.hand);
  const [drawn, keys] = actions(view, (word) => post(page, "act", { word }), () => post(page, "next"));
  page.keys = keys;
  fill(parts.actions, drawn, asks(page));
}

// Whose turn it is, and how the person stands.
function marker({ turn, own, status, result }) {
  const has = own && p("You have ", withCards(own), status ? "; " : ".", withCards(status ?? ""));
  if (turn === "you") return [p({ class: "whose yours" }, strong("Your turn")), has];
  const kind = { "-1": "lost", 1: "won" }[Math.sign(result.won)];
  return p({ class: `whose ${kind ?? ""}` }, strong(result.words.split(" Score: ")[0]));
}

// Add what has happened since; a new hand begins a new list.
function log(list, { lines }, anew) {
  if (anew) list.replaceChildren();
  while (list.children.length > lines.length) list.lastChild.remove();
  const said = (line) => p(withCards(line.replace(/(\S) {2,}/g, "$1  ")));
  list.append(...lines.slice(list.children.length).map(said));
  list.scrollTop = list.scrollHeight;
}

// What can be asked of the coach now.
function asks(page) {
  const { at, parts, view, keys } = page;
  const bind = (key, words, run) => {
    keys.set(key, run);
    return keyed(key, words, run, "ask");
  };
  const advise = () => showing(parts.coach, "Advice",
    ask(`${at}/advice`, { player: player(), event: view.event }), (found) => advised(found, view.unit));
  if (view.turn === "you") return div({ class: "acts" }, bind("?", "What would the strategy do?", advise));
  return div({ class: "acts" }, bind("v", `Review this ${view.round[0]}`, () => review(page, view.hand)));
}

// Show the decisions of a finished hand.
function review({ at, parts, view }, hand) {
  const asked = ask(`${at}/review`, { player: player(), hand });
  return showing(parts.coach, "Review", asked, (found) => reviewed(found, view.round, view.unit));
}

// What concerns all hands: the figures, files to save, and leaving.
function tools(page) {
  const { at, parts } = page;
  const sum = () => showing(parts.more, "Summary", ask(`${at}/summary`, { player: player() }),
    (found) => summed(found, page.view.round, (hand) => review(page, hand)));
  const file = (form) => () => ask(`${at}/export`, { player: player(), form }).then(
    (found) => save(found.name, found.text), refusing(parts.more));
  const step = (words, onclick) => button({ "data-key": words, onclick }, words);
  const gone = () => ask(`${at}/leave`, {}, { player: player() }).then(
    () => location.assign("#/play"), refusing(parts.more));
  const leave = () => {
    const stay = step("Stay", () => fill(parts.more));
    const both = div({ class: "acts" }, step("Leave for good", gone), stay);
    fill(parts.more, quiet("The table is closed; a hand in progress does not count."), both);
    stay.focus();
  };
  return div({ class: "acts tools", role: "group", "aria-label": "The sitting" },
    step("Summary", sum), /Holdem$/.test(page.view.game) && step("Save as PHH", file("phh")),
    step("Save as JSON lines", file("jsonl")), step("Leave", leave));
}
