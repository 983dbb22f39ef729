// Bounds on a scale, strategies as bars, lines and counts.
import { h, number, svg } from "./page.js";

/** A scale from the widest bounds seen to the bounds now. */
export function scale(lower, upper, widest) {
  const [from, to] = widest;
  const picture = svg("svg", { class: "scale", viewBox: "0 0 300 46", role: "img", "aria-label": `between ${number(lower)} and ${number(upper)}` });
  const span = to - from || 1;
  const x = (value) => 4 + (292 * (Math.min(Math.max(value, from), to) - from)) / span;
  const [left, right] = [x(lower), x(upper)];
  picture.append(
    svg("rect", { class: "track", x: 4, y: 6, width: 292, height: 12, rx: 6 }),
    svg("rect", { class: "gap", x: Math.max(2, Math.min(left, 292)), y: 6, width: Math.max(right - left, 6), height: 12, rx: 6 }),
    svg("text", { x: 4, y: 36 }, number(from)),
    svg("text", { x: 296, y: 36, "text-anchor": "end" }, number(to)),
  );
  return picture;
}

/** A mixed strategy as bars, the likeliest move first. */
export function bars(choices, who) {
  const played = choices.filter((one) => one.probability > 1e-9).sort((one, other) => other.probability - one.probability);
  return h("ul", { class: `bars ${who}` }, ...played.slice(0, 12).map((one) => h(
    "li", {},
    h("span", { class: "name" }, one.move),
    h("span", { class: "bar", "aria-hidden": "true" }, h("i", { "width%": 100 * one.probability })),
    h("span", { class: "share" }, `${(100 * one.probability).toFixed(1)}%`),
  )));
}

const STOPPED = {
  solved: "solved", estimated: "an estimate; only the bounds are promised", cancelled: "stopped; the bounds hold",
  time: "the time was up; the bounds hold", nodes: "the nodes were used up; the bounds hold",
  depth: "the depth limit; the bounds hold",
};

/** Why a search ended, in words. */
export const stopped = (word) => STOPPED[word] ?? `${word}; the bounds hold`;

/** A sentence with numbers as people write them. */
export function inWords(words) {
  const plain = words.replace(/-?\d+\.\d{5,}(e-?\d+)?/g, (digits) => String(Number(Number(digits).toPrecision(6)))).replace(/(^|\s)-(?=\d)/g, "$1−");
  return plain[0].toUpperCase() + plain.slice(1);
}

/** An answer. `seen` keeps the widest bounds of a game for its scale. */
export function answer(found, seen = {}) {
  const parts = [];
  const words = found.in_words || (found.exact ? number(found.lower) : `between ${number(found.lower)} and ${number(found.upper)}`);
  parts.push(h("p", { class: "value" }, inWords(words), h("small", {}, stopped(found.stopped))));
  const numbers = typeof found.lower === "number" && typeof found.upper === "number";
  // What a chess engine promises, that no mate is further than all mates, is no scale to look at.
  if (numbers && found.upper - found.lower < 30_000) {
    seen.from = Math.min(seen.from ?? found.lower, found.lower);
    seen.to = Math.max(seen.to ?? found.upper, found.upper);
    parts.push(scale(found.lower, found.upper, [seen.from, seen.to]));
  }
  const mixed = [["max", "Max"], ["min", "Min"]].filter(([who]) => found.strategy[who].length > 0);
  if (mixed.length === 2 || mixed.some(([who]) => found.strategy[who].length > 1)) {
    parts.push(h("div", { class: "strategies" }, ...mixed.map(([who, name]) => h(
      "div", {}, h("h2", {}, `${name} plays`), bars(found.strategy[who], who),
    ))));
  }
  // Where both mix, no line is best play.
  if (found.line.length > 0 && mixed.length < 2) {
    const guess = found.line_proved === 0 && found.estimate === undefined ? " (not proved)" : "";
    const shown = found.line.slice(0, 24).join(" ");
    parts.push(h("p", {}, h("strong", {}, `Best play${guess} `), h("span", { class: "line" }, shown)));
  }
  parts.push(counts(found.statistics));
  for (const note of found.notes ?? []) parts.push(h("p", {}, note));
  return parts;
}

const COUNTED = [
  ["visits", "nodes"], ["expanded", "expanded"], ["leaves", "leaves"], ["cutoffs", "cut-offs"], ["cache_hits", "from the table"],
  ["depth", "depth"], ["lp_calls", "linear programs"], ["positions", "positions"],
];

/** The counts of a search. */
export function counts(statistics) {
  const told = COUNTED.filter(([name]) => statistics[name] || (name === "visits" && statistics[name] !== undefined));
  const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h("dl", { class: "facts" }, ...told.map(([name, words]) => fact(words, number(statistics[name]))), statistics.seconds > 0 && fact("time", time(statistics.seconds)));
}

/** A time for people. */
export function time(seconds) {
  if (seconds < 0.001) return `${(1e6 * seconds).toFixed(0)} µs`;
  return seconds < 1 ? `${(1000 * seconds).toFixed(0)} ms` : `${seconds.toFixed(1)} s`;
}

/** What a search says about itself while it works. */
export function progress({ nodes, note, seconds }) {
  const counted = nodes > 0 ? `${number(nodes)} nodes, ` : "";
  return `Thinking: ${counted}${time(seconds)}${note ? `; ${note}` : ""}`;
}
