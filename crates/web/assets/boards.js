// The boards: each reads the board's text, which the server's rules have printed, and draws it. What can be clicked is a button.
import { h, svg } from "./page.js";
import { chess } from "./chess.js";
import { cards, battle } from "./cards.js";

const BOARDS = {
  "tic-tac-toe": ticTacToe, "connect-four": four, chess, goofspiel: cards, tron, "2048": tiles, einstein, battle,
  "cops-and-robbers": cops, snakes,
};

/** What draws a game: a function of the element and of the game's state. */
export const boardOf = (game) => BOARDS[game] ?? plain;

/** The moves of whoever is to choose now, as [player, moves]. */
export function choosing({ position, ready, seat, halves }) {
  if (!ready) return [];
  const players = position.turn !== "both" ? [position.turn] : seat === "both" ? ["max", "min"].filter((one) => !halves?.[one]) : [seat];
  return players.slice(0, 1).map((player) => [player, position[player] ?? []]);
}

/** All moves as buttons. */
export function choices(state, words = (move) => move) {
  const [[player, moves] = [undefined, []]] = choosing(state);
  return h("div", { class: "choices", role: "group", "aria-label": "Moves" }, ...moves.map((move) => h(
    "button", { type: "button", "data-move": move, click: () => state.pick(player, move) }, words(move),
  )));
}

/** Any other game: its text and its moves. */
function plain(board, state) {
  board.className = "wide";
  board.replaceChildren(h("pre", { class: "plain-board", tabindex: "0" }, state.position.text), choices(state));
}

const cross = () => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { class: "x-mark", d: "M5 5l14 14M19 5 5 19" }));
const ring = () => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("circle", { class: "o-mark", cx: 12, cy: 12, r: 7.5 }));

/** A piece as a disc: filled with a ring for Max, with a bar for Min, so that colour is not all that tells them apart. */
export function disc(player, words = "") {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("circle", { class: `disc-${player}`, cx: 12, cy: 12, r: 11 }),
    player === "max" ? svg("circle", { class: "disc-ring", cx: 12, cy: 12, r: 6.5 }) : svg("path", { class: "disc-ring", d: "M5.5 12h13M12 5.5v13" }),
    words && svg("text", { x: 12, y: 16.5, "text-anchor": "middle", "font-size": "12", "font-weight": "700", fill: "var(--panel)", stroke: "none" }, words));
}

function ticTacToe(board, state) {
  board.className = "";
  const letters = state.position.text.replace(/[^0-9XO]/g, "").slice(0, 9).split("");
  const [[player, moves] = [undefined, []]] = choosing(state);
  board.replaceChildren(grid(3, letters.map((letter, place) => {
    const words = { X: "X", O: "O" }[letter] ?? "empty";
    return h("button", {
      class: "cell", type: "button", disabled: !moves.includes(letter), "data-move": letter, "aria-label": `cell ${place + 1}, ${words}`,
      click: () => state.pick(player, letter),
    }, letter === "X" ? cross() : letter === "O" ? ring() : "");
  })));
}

/** Cells in rows. */
export function grid(columns, cells) {
  const made = h("div", { class: "grid" }, ...cells);
  made.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  return made;
}

function four(board, state) {
  board.className = "four-board";
  const rows = state.position.text.split("\n").filter((row) => /^[.XO]( [.XO])*$/.test(row)).map((row) => row.split(" "));
  const [[player, moves] = [undefined, []]] = choosing(state);
  const width = rows[0].length;
  const before = state.texts[state.moves.length - 1]?.split("\n").map((row) => row.split(" "));
  const columns = Array.from({ length: width }, (_, column) => {
    const move = (column + 1).toString(16);
    const filled = rows.filter((row) => row[column] !== ".").length;
    return h("button", {
      class: "column", type: "button", "data-move": move, disabled: !moves.includes(move), click: () => state.pick(player, move),
      "aria-label": `column ${column + 1}, ${filled} of ${rows.length} filled`,
    }, ...rows.map((row, place) => h(
      "span", { class: `hole${before && before[place]?.[column] !== row[column] ? " last" : ""}` },
      row[column] === "X" ? disc("max") : row[column] === "O" ? disc("min") : "",
    )), h("span", { class: "number" }, String(column + 1)));
  });
  const made = h("div", { class: "four" }, ...columns);
  made.style.gridTemplateColumns = `repeat(${width}, minmax(0, 1fr))`;
  board.replaceChildren(made);
}

const ARROWS = { n: "↑", e: "→", s: "↓", w: "←", up: "↑", right: "→", down: "↓", left: "←" };
const WORDS = { n: "up", e: "right", s: "down", w: "left" };

/** Four arrows, by mouse or by the arrow keys. */
function arrows(state, names) {
  const [[player, moves] = [undefined, []]] = choosing(state);
  const [up, right, down, left] = names;
  const key = (move) => h("button", {
    type: "button", "data-move": move, disabled: !moves.includes(move), "aria-label": WORDS[move] ?? move, click: () => state.pick(player, move),
  }, ARROWS[move]);
  const pad = h("div", { class: "pad", role: "group", "aria-label": "Directions" }, h("span"), key(up), h("span"), key(left), key(down), key(right));
  const byKey = { ArrowUp: up, ArrowRight: right, ArrowDown: down, ArrowLeft: left };
  pad.addEventListener("keydown", (event) => {
    const move = byKey[event.key];
    if (move && moves.includes(move)) { event.preventDefault(); state.pick(player, move); }
  });
  // The same way again with the keyboard: the focus comes back to where it was.
  if (document.activeElement?.closest?.(".pad")) queueMicrotask(() => pad.querySelector("button:not(:disabled)")?.focus());
  return pad;
}

function tron(board, state) {
  board.className = "with-pad";
  const rows = state.position.text.split("\n");
  const trails = new Map();
  for (const text of state.texts.slice(0, -1)) {
    text.split("\n").forEach((row, y) => [...row].forEach((letter, x) => {
      if (letter === "X" || letter === "O") trails.set(`${x},${y}`, letter === "X" ? "max" : "min");
    }));
  }
  const words = { X: "Max", O: "Min", "#": "wall", "*": "both", ".": "free" };
  const cells = rows.flatMap((row, y) => [...row].map((letter, x) => {
    const trail = trails.get(`${x},${y}`);
    const kind = letter === "#" ? (trail ? `trail-${trail}` : "wall") : "";
    return h("span", { class: `cell ${kind}`, role: "img", "aria-label": trail && letter === "#" ? `trail of ${trail === "max" ? "Max" : "Min"}` : words[letter] },
      letter === "X" || letter === "*" ? disc("max") : letter === "O" ? disc("min") : "");
  }));
  board.replaceChildren(grid(rows[0].length, cells), arrows(state, ["n", "e", "s", "w"]));
}

function snakes(board, state) {
  board.className = "with-pad";
  const lines = state.position.text.split("\n");
  const rows = lines.slice(0, -1);
  const cells = rows.flatMap((row) => [...row].map((letter) => {
    const kind = { x: "trail-max", X: "trail-max", o: "trail-min", O: "trail-min" }[letter] ?? "";
    const words = { X: "head of Max", O: "head of Min", x: "Max", o: "Min", "+": "food", "*": "both heads", ".": "free" }[letter];
    return h("span", { class: `cell ${kind}`, role: "img", "aria-label": words },
      letter === "X" || letter === "*" ? disc("max") : letter === "O" ? disc("min") : letter === "+" ? food() : "");
  }));
  const others = state.position.turn === "both" ? arrows(state, ["n", "e", "s", "w"]) : choices(state);
  board.replaceChildren(grid(rows[0].length, cells), h("p", { class: "status" }, lines.at(-1)), others);
}

const food = () => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
  svg("path", { d: "M12 8c-6-3-9 6-4 11 2 2 3 1 4 1s2 1 4-1c5-5 2-14-4-11zM12 8c0-3 1-4 3-5", fill: "var(--accent)", stroke: "var(--accent)", "stroke-width": 1.5 }));

function tiles(board, state) {
  board.className = "with-pad";
  const rows = state.position.text.split("\n").map((row) => row.trim().split(/\s+/));
  const cells = rows.flat().map((word) => {
    const rank = word === "." ? 0 : Math.log2(Number(word));
    const cell = h("span", { class: "cell tile", "data-rank": rank, role: "img", "aria-label": rank ? word : "empty" }, rank ? word : "");
    if (rank) {
      cell.style.background = `color-mix(in oklch, var(--accent) ${Math.min(8 + 9 * rank, 100)}%, var(--panel))`;
      cell.style.color = rank > 6 ? "var(--on-accent)" : "var(--ink)";
    }
    return cell;
  });
  board.replaceChildren(grid(rows[0].length, cells), arrows(state, ["up", "right", "down", "left"]));
}

/** A grid whose moves end in `row,column` of a cell; a cell with several moves asks which. */
function byTarget(board, state, cells, columns, words, below = "") {
  const [[player, moves] = [undefined, []]] = choosing(state);
  const to = new Map();
  for (const move of moves) {
    const target = move.split("-").at(-1);
    to.set(target, [...(to.get(target) ?? []), move]);
  }
  const made = cells.map(({ content, label, kind = "" }, place) => {
    const target = `${Math.floor(place / columns) + 1},${(place % columns) + 1}`;
    const here = to.get(target) ?? [];
    const one = here.length === 1;
    return h("button", {
      type: "button", class: `cell ${kind} ${one ? "target" : ""}`, disabled: !one, "data-move": one ? here[0] : undefined,
      "aria-label": `row ${target.replace(",", ", column ")}, ${label}`, click: () => state.pick(player, here[0]),
    }, content);
  });
  const several = [...to.values()].some((list) => list.length > 1);
  board.replaceChildren(grid(columns, made), h("p", { class: "status" }, below), several || player === "min" ? choices(state, words) : "");
}

function einstein(board, state) {
  board.className = "";
  const lines = state.position.text.split("\n");
  const rows = lines.slice(0, -1).map((row) => row.trim().split(/\s+/));
  const cells = rows.flat().map((word) => {
    const player = word[0] === "+" ? "max" : word[0] === "-" ? "min" : undefined;
    return { content: player ? stone(player, word.slice(1)) : "", label: player ? `${player === "max" ? "Max" : "Min"} ${word.slice(1)}` : "empty" };
  });
  byTarget(board, state, cells, rows[0].length, (move) => `stone ${move.replace("-", " to ")}`, lines.at(-1));
}

const stone = (player, words) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
  svg(player === "max" ? "circle" : "rect", player === "max" ? { class: "disc-max", cx: 12, cy: 12, r: 11 } : { class: "disc-min", x: 2, y: 2, width: 20, height: 20, rx: 4 }),
  svg("text", { x: 12, y: 16.8, "text-anchor": "middle", "font-size": "13", "font-weight": "700", fill: "var(--panel)" }, words));

function cops(board, state) {
  board.className = "";
  const lines = state.position.text.split("\n");
  const rows = lines.slice(0, -1).map((row) => row.trim().split(/\s+/));
  const words = { R: "the robber", X: "the robber, caught", "#": "wall", ".": "free", C: "a cop" };
  const cells = rows.flat().map((letter) => ({
    content: letter === "R" || letter === "X" ? stone("max", "R") : letter === "C" ? stone("min", "C") : /\d/.test(letter) ? stone("min", letter) : "",
    label: words[letter] ?? `${letter} cops`, kind: letter === "#" ? "wall" : "",
  }));
  byTarget(board, state, cells, rows[0].length, (move) => move, lines.at(-1));
}
