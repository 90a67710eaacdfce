// How runs learned, as a picture: a measure against time, nodes or iterations, both logarithmic.

import { brief, h, lasted } from "./dom.js";

const LINES = ["#0072b2", "#d55e00", "#009e73", "#b07900", "#56b4e9", "#cc79a7"];
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [640, 300, 64, 40, 12, 14];
export const AXES = { seconds: "seconds trained", touched: "nodes touched", iterations: "iterations" };
export const MEASURES = {
  exploitability: "exploitability, chips a hand", regret: "regret bound, chips a hand",
  response: "local best response, chips a hand", infosets: "infosets" };

// Series: [{name, points}], with points as the server has them.
export function curve(series, measure, axis) {
  const drawn = series.map(({ name, points }) => ({ name, points: points.filter((point) => point[measure] > 0 && point[axis] > 0).map((point) => [point[axis], point[measure]]) }));
  const all = drawn.flatMap(({ points }) => points);
  if (all.length === 0) return h("p", { class: "quiet" }, `There is nothing to draw yet: ${MEASURES[measure].split(",")[0]} was not measured.`);
  const [xs, ys] = [scale(all.map(([x]) => x), LEFT, WIDTH - RIGHT), scale(all.map(([, y]) => y), HEIGHT - BOTTOM, TOP)];
  const label = (number) => (axis === "seconds" ? lasted(number) : short(number));
  const told = drawn.filter(({ points }) => points.length).map(({ name, points }) => `${name}: ${brief(points.at(-1)[1])} after ${label(points.at(-1)[0])}`).join("; ");
  return h("figure", { class: "curve" },
    h("svg:svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${MEASURES[measure]} against ${AXES[axis]}. ${told}` },
      ys.ticks.map((tick) => [h("svg:line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: ys.at(tick), y2: ys.at(tick) }), h("svg:text", { x: LEFT - 8, y: ys.at(tick) + 4, "text-anchor": "end" }, short(tick))]),
      xs.ticks.map((tick) => [h("svg:line", { class: "rule", x1: xs.at(tick), x2: xs.at(tick), y1: TOP, y2: HEIGHT - BOTTOM }), h("svg:text", { x: xs.at(tick), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, short(tick))]),
      h("svg:text", { x: (LEFT + WIDTH) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, AXES[axis]),
      drawn.map(({ points }, number) => [
        h("svg:polyline", { points: points.map(([x, y]) => `${xs.at(x).toFixed(1)},${ys.at(y).toFixed(1)}`).join(" "), fill: "none", stroke: LINES[number % LINES.length], "stroke-width": 2 }),
        points.length ? h("svg:circle", { cx: xs.at(points.at(-1)[0]), cy: ys.at(points.at(-1)[1]), r: 3.5, fill: LINES[number % LINES.length] }) : null])),
    h("figcaption", {}, MEASURES[measure], ": ", drawn.map(({ name, points }, number) => h("span", { class: "series" },
      h("span", { class: "swatch", style: { background: LINES[number % LINES.length] } }), name, points.length ? ` ${brief(points.at(-1)[1])}` : " not measured"))));
}

function scale(values, from, to) {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (high / low < 1.2) [low, high] = [low / 1.2, high * 1.2];
  const [a, b] = [Math.log(low), Math.log(high)];
  const at = (value) => from + ((Math.log(value) - a) / (b - a)) * (to - from);
  const steps = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const digit of Math.log10(high / low) > 3 ? [1] : [1, 2, 5]) steps.push(digit * 10 ** power);
  }
  let ticks = steps.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  while (ticks.length > 8) ticks = ticks.filter((_, number) => number % 2 === 0);
  return { at, ticks: ticks.length > 1 ? ticks : [low, high] };
}

function short(number) {
  for (const [unit, size] of [["G", 1e9], ["M", 1e6], ["k", 1e3]]) if (number >= 10 * size) return `${brief(number / size)}${unit}`;
  return brief(number);
}
