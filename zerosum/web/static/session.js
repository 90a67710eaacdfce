// A session from elsewhere: its hands, and each decision beside the strategy.

import { ask, name, player } from "./api.js";
import { reviewed } from "./coach.js";
import { fill, step, tags, whole } from "./dom.js";

const { a, h1, header, p } = tags;
const PAGE = 10; // hands

// Show a page of the hands of a session.
export async function session(main, [id], query, left) {
  document.title = "Session – zerosum";
  const first = Number(query.get("first")) || 0;
  const found = await ask(`sessions/${name(id)}`, { player: player(), first, count: PAGE });
  if (left()) return;
  const { hands, run, hero, total } = found;
  const turn = (words, to) => step(words, to >= 0 && to < total,
    () => location.assign(`#/session/${name(id)}?first=${to}`));
  const pages = total > hands.length && p({ class: "pages" }, turn("Earlier", first - PAGE),
    ` hands ${whole(first + 1)} to ${whole(first + hands.length)} of ${whole(total)} `,
    turn("Later", first + PAGE));
  const heading = h1(hero ? `The hands of ${hero}` : "A session");
  const links = p({ class: "links" }, a({ href: "#/play" }, "Play"), a({ href: `#/run/${name(run)}` }, run));
  fill(main, header({ class: "heading" }, heading, links), pages,
    hands.map((hand) => reviewed(hand, ["hand", "hands"], "chips")));
}
