// How runs learned, as a picture: a measure against time, nodes or iterations, both logarithmic.

import { brief, choice, fill, lasted, quiet, shapes, swatch, tags } from "./dom.js";

const { figcaption, figure, p, span } = tags;
const { circle, line, polyline, svg, text } = shapes;
const LINES = ["#0072b2", "#d55e00", "#009e73", "#b07900", "#56b4e9", "#cc79a7"];
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [640, 300, 64, 40, 12, 14];
const UNITS = [["G", 1e9], ["M", 1e6], ["k", 1e3]];
const AXES = { seconds: "seconds trained", touched: "nodes touched", iterations: "iterations" };
const MEASURES = {
  exploitability: "exploitability, chips a hand", regret: "regret bound, chips a hand",
  response: "local best response, chips a hand", infosets: "infosets",
};

const colourOf = (number) => LINES[number % LINES.length];

// Draw curves of runs, with a choice of what is drawn; series are [{ name, points }].
export function curves(place, series, chosen = {}) {
  const has = (measure) => series.some(({ points }) => points.some((point) => point[measure] > 0));
  const measure = chosen.measure ?? Object.keys(MEASURES).find(has) ?? "infosets";
  const axis = chosen.axis ?? "seconds";
  const select = (label, values, value, key) => choice(label, Object.entries(values), value,
    (other) => curves(place, series, { measure, axis, [key]: other }), key);
  fill(place,
    p({ class: "tools" },
      select("Draw", MEASURES, measure, "measure"), select("against", AXES, axis, "axis")),
    curve(series, measure, axis));
}

// Return what was chosen to be drawn at a place.
export function chosenAt(place) {
  const lists = [...place.querySelectorAll("select")];
  return Object.fromEntries(lists.map((list) => [list.dataset.key, list.value]));
}

// The picture of a measure against an axis.
function curve(series, measure, axis) {
  const drawn = series.map(({ name, points }) => {
    const known = points.filter((point) => point[measure] > 0 && point[axis] > 0);
    return { name, points: known.map((point) => [point[axis], point[measure]]) };
  });
  const all = drawn.flatMap(({ points }) => points);
  if (all.length === 0) {
    return quiet(`There is nothing to draw yet: ${MEASURES[measure].split(",")[0]} was not measured.`);
  }
  const xs = scale(all.map(([x]) => x), LEFT, WIDTH - RIGHT);
  const ys = scale(all.map(([, y]) => y), HEIGHT - BOTTOM, TOP);
  const about = `${MEASURES[measure]} against ${AXES[axis]}. ${told(drawn, axis)}`;
  return figure({ class: "curve" },
    svg({ viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": about },
      rules(xs, ys),
      text({ x: (LEFT + WIDTH) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, AXES[axis]),
      drawn.map(({ points }, number) => path(points, xs, ys, colourOf(number)))),
    figcaption(MEASURES[measure], ": ", drawn.map(({ name, points }, number) => span({ class: "series" },
      swatch(colourOf(number)), name, points.length ? ` ${brief(points.at(-1)[1])}` : " not measured"))));
}

// The last point of each curve, in words.
function told(drawn, axis) {
  const label = (number) => (axis === "seconds" ? lasted(number) : short(number));
  const ends = drawn.filter(({ points }) => points.length).map(({ name, points }) => {
    const [x, y] = points.at(-1);
    return `${name}: ${brief(y)} after ${label(x)}`;
  });
  return ends.join("; ");
}

// The lines of the ticks, with their numbers.
function rules(xs, ys) {
  const across = (y) => line({ class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y });
  const up = (x) => line({ class: "rule", x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM });
  const left = (tick, y) => text({ x: LEFT - 8, y: y + 4, "text-anchor": "end" }, short(tick));
  const below = (tick, x) => text({ x, y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, short(tick));
  return [
    ys.ticks.map((tick) => [across(ys.at(tick)), left(tick, ys.at(tick))]),
    xs.ticks.map((tick) => [up(xs.at(tick)), below(tick, xs.at(tick))])];
}

// The line of a run, and a dot at its end.
function path(points, xs, ys, colour) {
  if (!points.length) return null;
  const corners = points.map(([x, y]) => `${xs.at(x).toFixed(1)},${ys.at(y).toFixed(1)}`).join(" ");
  const [x, y] = points.at(-1);
  return [
    polyline({ points: corners, fill: "none", stroke: colour, "stroke-width": 2 }),
    circle({ cx: xs.at(x), cy: ys.at(y), r: 3.5, fill: colour })];
}

// Where values are drawn, and which are marked.
function scale(values, from, to) {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (high / low < 1.2) [low, high] = [low / 1.2, high * 1.2];
  const [start, end] = [Math.log(low), Math.log(high)];
  const at = (value) => from + ((Math.log(value) - start) / (end - start)) * (to - from);
  const steps = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const digit of Math.log10(high / low) > 3 ? [1] : [1, 2, 5]) steps.push(digit * 10 ** power);
  }
  let ticks = steps.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  while (ticks.length > 8) ticks = ticks.filter((_, number) => number % 2 === 0);
  return { at, ticks: ticks.length > 1 ? ticks : [low, high] };
}

// A large number with its unit.
function short(number) {
  const [unit, size] = UNITS.find(([, each]) => number >= 10 * each) ?? ["", 1];
  return `${brief(number / size)}${unit}`;
}
