// The chess board. Pieces are drawn here, stroke by stroke.
import { h, svg } from "./page.js";
import { choosing } from "./boards.js";

const BASE = "M10 40h25v-3c0-1.5-1.5-2-3-2H13c-1.5 0-3 .5-3 2z";
const SHAPES = {
  p: [["path", { d: `${BASE}M15 35c0-6 5-7 5.5-13h4C25 28 30 29 30 35z` }], ["circle", { cx: 22.5, cy: 15.5, r: 6.2 }]],
  r: [["path", { d: `${BASE}M13.5 35 15 19h15l1.5 16z` }], ["path", { d: "M12 8h5v4h3.5V8h4v4H28V8h5v8.5c0 1.5-1 2.5-2.5 2.5h-16c-1.5 0-2.5-1-2.5-2.5z" }]],
  n: [["path", { d: `${BASE}M14 35c-.5-8 6-10 6.5-15.5-3 .5-4 4-8 5.5-2.5 1-4-1-3.5-3.5C9.5 18 14 12 17 9l.500-4 4 3c8 1 13 8 13 17 0 4-.5 7-1.5 10z` }], ["circle", { cx: 18.5, cy: 14, r: 1.1, class: "detail" }]],
  b: [["path", { d: `${BASE}M15 35c0-3 2-4.5 3-6h9c1 1.5 3 3 3 6z` }], ["path", { d: "M22.5 9c5 4 8.5 8.5 8.5 13 0 4-3 7-8.5 7S14 26 14 22c0-4.5 3.5-9 8.5-13z" }], ["circle", { cx: 22.5, cy: 6.8, r: 2.4 }], ["path", { d: "M22.5 16v8M19 19.5h7", class: "detail" }]],
  q: [["path", { d: `${BASE}M13.5 35 9 15l7 8 2-13 4.5 12L27 10l2 13 7-8-4.5 20z` }], ["circle", { cx: 8.6, cy: 12.4, r: 2.4 }], ["circle", { cx: 17.6, cy: 8, r: 2.4 }], ["circle", { cx: 27.4, cy: 8, r: 2.4 }], ["circle", { cx: 36.4, cy: 12.4, r: 2.4 }]],
  k: [["path", { d: `${BASE}M13.5 35C6 26 8 17 15 17c4 0 6.5 2.5 7.5 6 1-3.5 3.5-6 7.5-6 7 0 9 9 1.5 18z` }], ["path", { d: "M22.5 21v-15M18.5 9.5h8" }], ["path", { d: "M22.5 17.5c-3-2.5-3-5 0-7 3 2 3 4.5 0 7z" }]],
};
const NAMES = { p: "pawn", r: "rook", n: "knight", b: "bishop", q: "queen", k: "king" };

function piece(letter) {
  const white = letter === letter.toUpperCase();
  return svg("svg", { viewBox: "0 0 45 45", "aria-hidden": "true", class: white ? "piece-white" : "piece-black" },
    ...SHAPES[letter.toLowerCase()].map(([name, attributes]) => svg(name, attributes)));
}

const coordinate = (which, words) => h("span", { class: `coordinate ${which}`, "aria-hidden": "true" }, words);

let chosen;

/** The board, from the side of whoever plays it. */
export function chess(board, state) {
  board.className = "";
  const rows = state.position.text.split("\n").slice(0, 8).map((row) => row.split(" ").slice(1));
  const [[player] = []] = choosing(state);
  const moves = player ? state.position.squares : [];
  const names = player ? state.position[player] : [];
  const files = state.seat === "min" ? [7, 6, 5, 4, 3, 2, 1, 0] : [0, 1, 2, 3, 4, 5, 6, 7];
  const ranks = state.seat === "min" ? [7, 6, 5, 4, 3, 2, 1, 0] : [0, 1, 2, 3, 4, 5, 6, 7];
  const before = state.texts[state.moves.length - 1]?.split("\n").slice(0, 8).map((row) => row.split(" ").slice(1));
  if (!moves.some((move) => move.startsWith(chosen))) chosen = undefined;
  const cells = ranks.flatMap((rank) => files.map((file) => {
    const square = `${"abcdefgh"[file]}${8 - rank}`;
    const letter = rows[rank][file];
    const here = chosen ? moves.filter((move) => move.startsWith(chosen + square)) : [];
    const from = moves.some((move) => move.startsWith(square));
    const words = letter === "." ? "empty" : `${letter === letter.toUpperCase() ? "white" : "black"} ${NAMES[letter.toLowerCase()]}`;
    const changed = before && before[rank]?.[file] !== letter;
    return h("button", {
      type: "button", "data-square": square, "aria-label": `${square}, ${words}`, "aria-pressed": square === chosen ? "true" : undefined,
      class: `square ${(rank + file) % 2 ? "dark" : "light"}${square === chosen ? " chosen" : changed ? " last" : ""}${here.length ? " target" : ""}`,
      click: () => {
        if (here.length === 1) { chosen = undefined; state.pick(player, names[moves.indexOf(here[0])]); }
        else if (here.length > 1) promote(board, state, player, here);
        else { chosen = from && square !== chosen ? square : undefined; chess(board, state); board.querySelector(`[data-square="${square}"]`)?.focus(); }
      },
    }, letter === "." ? "" : piece(letter), file === files[0] ? coordinate("rank", square[1]) : "", rank === ranks[7] ? coordinate("file", square[0]) : "");
  }));
  const made = h("div", { class: "chess", role: "group", "aria-label": "Chess board" }, ...cells);
  made.addEventListener("keydown", (event) => walk(event, made));
  board.replaceChildren(made);
}

/** Arrow keys walk over the board. */
function walk(event, made) {
  const step = { ArrowUp: -8, ArrowDown: 8, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const all = [...made.children];
  const now = all.indexOf(document.activeElement);
  if (!step || now < 0) return;
  event.preventDefault();
  const next = now + step;
  const sameRow = Math.floor(next / 8) === Math.floor(now / 8);
  if (next >= 0 && next < 64 && (Math.abs(step) === 8 || sameRow)) all[next].focus();
}

/** Asks what a pawn becomes. */
function promote(board, state, player, moves) {
  const { squares } = state.position;
  const pick = (move) => { chosen = undefined; state.pick(player, state.position[player][squares.indexOf(move)]); };
  board.append(h("div", { class: "choices", role: "group", "aria-label": "Promote to" }, ...moves.map((move) => h(
    "button", { type: "button", click: () => pick(move) }, NAMES[move.at(-1)] ?? move,
  ))));
  board.querySelector(".choices button")?.focus();
}
