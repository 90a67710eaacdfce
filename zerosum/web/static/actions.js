// What the person may do: buttons with their keys, and a slider for bets.

import { brief, submits, tags, whole, withCards } from "./dom.js";

const { button, datalist, div, form, input, kbd, option, output, span } = tags;
const ALIAS = { x: "k" }; // another key for a check

// The key of each choice: its word if that is a letter or digit, or its number.
function keysOf(choices) {
  const taken = new Set(choices.map(({ word }) => word).filter((word) => word.length === 1));
  return choices.map(({ word }, number) => {
    const digit = String(number + 1);
    if (word.length === 1) return word;
    return number < 9 && !taken.has(digit) ? digit : "";
  });
}

// What a choice does: a verb that says nothing of the word goes before it, as "bid 2-3".
const does = ({ word, label }) => (
  word.length > 1 && label !== word && /^[a-z]+$/.test(label) ? `${label} ${word}` : label || word);

// A button that acts once however often it is clicked.
export function keyed(key, words, act, kind = "act") {
  const click = (event) => event.detail > 1 || act();
  return button({ class: kind, "data-key": `act ${words}`, "aria-keyshortcuts": key || null, onclick: click },
    key && [kbd({ "aria-hidden": "true" }, key), " "], withCards(words));
}

// Return what shows the actions, and what keys do: a map from keys to functions.
export function actions(view, act, next) {
  const keys = new Map();
  const bind = (key, words, run, kind) => {
    if (key) keys.set(key, run);
    if (ALIAS[key]) keys.set(ALIAS[key], run);
    return keyed(key, words, run, kind);
  };
  if (view.turn === "next") return [bind("n", `Next ${view.round[0]}`, next, "act main"), keys];
  const slides = (word) => view.bets && (word === "a" || word.startsWith(view.bets.word));
  const choices = view.choices.filter(({ word }) => !slides(word));
  const letters = keysOf(choices);
  const buttons = choices.map((choice, number) => (
    bind(letters[number], does(choice), () => act(choice.word))));
  const group = div({ class: "acts", role: "group", "aria-label": "Your actions" }, buttons);
  return [[group, view.bets && sizes(view.bets, act, keys)], keys];
}

// How much a bet adds, in shares of the pot, and comes to, in big blinds.
function sized(to, { pip, call_to: call, pot_after_call: after, big_blind: blind, most }) {
  const pot = after - (call - pip);
  const share = pot > 0 && `${whole((100 * (to - pip)) / pot)}% of the pot`;
  return [to >= most && "all-in", share, blind && `${brief(to / blind)} bb`].filter(Boolean).join(", ");
}

// The bets: a slider with the sizes of the menu as stops, and a field for any number of chips.
function sizes(bets, act, keys) {
  const { word, least, most, stops } = bets;
  const verb = word === "r" ? "raise to" : "bet";
  const range = { min: String(least), max: String(most), step: "1" };
  const about = output({ class: "quiet" });
  const field = input({ type: "number", ...range, "aria-label": `Chips to ${verb}`, "data-key": "chips" });
  const sliding = { list: "stops", "aria-label": `How much to ${verb}`, "data-key": "slide" };
  const slider = input({ type: "range", ...range, ...sliding });
  const once = (event) => event.detail > 1 && event.preventDefault();
  const send = button({ class: "act main", "data-key": "bet", onclick: once });
  const set = (to, also) => {
    const chips = Math.min(most, Math.max(least, Math.round(to) || least));
    slider.value = String(chips);
    if (also !== field) field.value = String(chips);
    const size = sized(chips, bets);
    slider.setAttribute("aria-valuetext", `${chips} chips, ${size}`);
    about.replaceChildren(size);
    send.replaceChildren(kbd({ "aria-hidden": "true" }, word), ` ${verb} ${whole(chips)}`);
    return chips;
  };
  const near = (to) => stops.find((stop) => Math.abs(stop.to - to) < (most - least) / 80)?.to ?? to;
  const dragged = () => slider.matches(":active");
  slider.addEventListener("input", () => set((dragged() ? near : Number)(slider.valueAsNumber)));
  slider.addEventListener("keydown", (event) => {
    const to = jumped(event.key, slider.valueAsNumber, bets);
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  });
  field.addEventListener("input", () => set(field.valueAsNumber, field));
  keys.set(word, () => field.select());
  const choose = (to) => {
    set(to);
    send.focus();
  };
  const ticks = stops.map(({ to }) => option({ value: String(to) }));
  set(stops[0]?.to ?? least);
  return form({ class: "bets", onsubmit: submits(() => act(word + set(field.valueAsNumber))) },
    div({ class: "stops", role: "group", "aria-label": "Sizes" }, marks(stops, keys, choose)),
    div({ class: "acts" },
      div({ class: "slide" }, slider, datalist({ id: "stops" }, ticks)),
      span({ class: "chips" }, field, " ", about), send));
}

// A button for each size, with the next number that is free as its key.
function marks(stops, keys, choose) {
  return stops.map(({ to, label: words }) => {
    const key = [..."123456789"].find((each) => !keys.has(each));
    if (key) keys.set(key, () => choose(to));
    return button({ type: "button", class: "stop", "aria-keyshortcuts": key, onclick: () => choose(to) },
      key && kbd({ "aria-hidden": "true" }, key), ` ${words} `, span({ class: "quiet" }, whole(to)));
  });
}

// Where a key leads: page up and page down go from stop to stop, arrows by half a big blind.
function jumped(key, now, { stops, big_blind: blind }) {
  const step = Math.max(1, Math.round(blind / 2));
  if (key === "ArrowRight" || key === "ArrowUp") return now + step;
  if (key === "ArrowLeft" || key === "ArrowDown") return now - step;
  if (key === "PageUp") return stops.find(({ to }) => to > now)?.to ?? now;
  return key === "PageDown" ? stops.findLast(({ to }) => to < now)?.to ?? now : undefined;
}
