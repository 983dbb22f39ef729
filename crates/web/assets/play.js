// A game against the engine: the moves are kept here, the rules on the server.
import { ask, at, h, isAbort, stream, tell } from "./page.js";
import { algorithmField, asked, catalogue, field, parameters, select, valuesOf } from "./fields.js";
import { answer, progress } from "./answer.js";
import { boardOf } from "./boards.js";

/** Games with a board of their own, with the parameters that make a good game. */
const FAVOURITES = [
  ["connect-four", "Connect Four", ""], ["chess", "Chess", ""], ["tic-tac-toe", "Tic-tac-toe", ""],
  ["goofspiel", "Goofspiel", "cards=7"], ["tron", "Tron", "width=6 height=5"], ["2048", "2048", "board=3x3 goal=128"],
  ["einstein", "EinStein", "board=4x4 stones=3"], ["cops-and-robbers", "Cops and robbers", "depth=8"], ["battle", "Battle", ""],
  ["snakes", "Snakes", "turns=12"],
];
/** Games for one against chance, and games that look like nothing on a board but can be played all the same. */
const SIDES = [["max", "Max, who moves first"], ["min", "Min"], ["both", "both sides"]];

let lists;
let table;
let running;

/** A new game from what the form says. */
function begin() {
  const form = at("setup");
  const game = form.elements.game.value;
  const said = asked(form, game);
  table = {
    asked: { game, parameters: said.parameters, ...(said.text === undefined ? {} : { text: said.text }) },
    thinking: { ...(said.algorithm ? { algorithm: said.algorithm } : {}), seconds: said.seconds ?? 1 },
    seat: form.elements.side.value, moves: [], texts: [], seen: {}, position: undefined, promise: undefined,
  };
  at("thoughts").replaceChildren(h("p", { class: "status" }, "What it thinks appears here."));
  go();
}

const place = () => ({ ...table.asked, moves: table.moves });
const ours = (player) => table.seat === "both" || table.seat === player;
const other = (player) => (player === "max" ? "min" : "max");
const name = (player) => (player === "max" ? "Max" : "Min");

/** Looks at the board and does what is to be done there. A new call ends what an older one was doing. */
async function go() {
  running?.abort();
  const mine = (running = new AbortController());
  const signal = mine.signal;
  try {
    const position = await look(signal);
    table.texts[table.moves.length] = position.text;
    table.texts.length = table.moves.length + 1;
    Object.assign(table, { position, promise: undefined });
    draw();
    if (position.turn === "over") tell(`The game is over: ${position.value}.`);
    else if (position.turn === "chance") await roll(signal);
    else if (position.turn === "both") await both(signal);
    else if (ours(position.turn)) tell(`${name(position.turn)} to move: your turn.`);
    else await reply(signal);
  } catch (problem) {
    if (!isAbort(problem)) tell(problem.message, true);
  }
}

/** How the game stands. A move that the rules refuse is taken back. */
async function look(signal) {
  try {
    return await ask("/api/play/position", place(), signal);
  } catch (problem) {
    if (!isAbort(problem) && table.moves.length > 0) table.moves.pop();
    throw problem;
  }
}

function make(...moves) {
  table.moves.push(moves);
  return go();
}

async function roll(signal) {
  const { outcome } = await ask("/api/play/chance", place(), signal);
  table.chance = outcome;
  tell(`Chance: ${outcome}`);
  await make(outcome);
}

/** Shows what is known while it is found. */
function listen() {
  const show = (found) => at("thoughts").replaceChildren(...answer(found, table.seen));
  return {
    show,
    on: {
      queued: ({ place }) => tell(`Waiting for a free search: place ${place}`),
      progress: (said) => tell(progress(said)),
      known: show,
    },
  };
}

async function reply(signal) {
  const { on, show } = listen();
  tell(`${name(table.position.turn)} is thinking…`);
  const found = await stream("/api/play/think", { ...place(), ...table.thinking }, on, signal);
  show(found);
  await make(found.choice);
}

/** Both move at once: the engine promises its move before ours is made. */
async function both(signal) {
  if (table.seat === "both") {
    tell("Both move at once: choose for Max, then for Min.");
    return;
  }
  const { on, show } = listen();
  const seat = other(table.seat);
  tell(`${name(seat)} is choosing…`);
  const found = await stream("/api/play/commit", { asked: { ...place(), ...table.thinking }, seat }, on, signal);
  show(found);
  table.promise = { hash: found.hash, seat };
  draw();
  tell(`${name(seat)} has chosen and keeps it hidden. Choose your move.`);
}

/** A move of ours, by name. */
async function pick(player, chosen) {
  const { position, promise } = table;
  if (position.turn !== "both") return make(chosen);
  if (table.seat === "both") {
    table.halves = { ...table.halves, [player]: chosen };
    const { max, min } = table.halves;
    if (max === undefined || min === undefined) {
      draw();
      tell(`Now choose for ${name(other(player))}.`);
      return undefined;
    }
    table.halves = {};
    return make(max, min);
  }
  if (!promise) return undefined;
  try {
    const shown = await ask("/api/play/reveal", { asked: place(), seat: promise.seat, hash: promise.hash, chosen });
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${shown.secret}:${shown.chosen}`));
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    table.last = { ...shown, hash, kept: hash === promise.hash, ours: chosen };
    return await make(...(promise.seat === "min" ? [chosen, shown.chosen] : [shown.chosen, chosen]));
  } catch (problem) {
    tell(problem.message, true);
    return undefined;
  }
}

/** Takes moves back to our last one. */
function undo() {
  const { moves, texts } = table;
  if (moves.length === 0) return;
  const turns = table.turns ?? [];
  do moves.pop(); while (moves.length > 0 && !turns[moves.length]);
  texts.length = moves.length;
  table.halves = {};
  go();
}

async function hint() {
  running?.abort();
  const mine = (running = new AbortController());
  const { on, show } = listen();
  try {
    const found = await stream("/api/play/think", { ...place(), ...table.thinking }, on, mine.signal);
    show(found);
    const own = table.seat === "both" ? undefined : found.strategy[table.seat];
    const best = own?.length > 1 ? own.reduce((one, next) => (next.probability > one.probability ? next : one)).move : found.choice ?? found.line[0];
    tell(`Hint: ${best ?? "no move found in this time"}.`);
  } catch (problem) {
    if (!isAbort(problem)) tell(problem.message, true);
  }
}

function draw() {
  const { position, moves } = table;
  const turn = position.turn;
  table.turns = table.turns ?? [];
  table.turns.length = moves.length;
  table.turns[moves.length] = turn === "both" ? true : turn === "max" || turn === "min" ? ours(turn) : false;
  const ready = turn === "both" ? table.seat === "both" || table.promise !== undefined : ours(turn);
  at("text").textContent = position.text;
  boardOf(table.asked.game)(at("board"), { ...table, ready, pick, name });
  at("moves").replaceChildren(...moves.map((step) => h("li", {}, step.join(" / "))));
  at("moves").scrollTop = at("moves").scrollHeight;
  at("actions").replaceChildren(
    h("button", { type: "button", class: "main", click: begin }, "New game"),
    h("button", { type: "button", click: undo, disabled: moves.length === 0 }, "Undo"),
    h("button", { type: "button", click: hint, disabled: turn === "over" || turn === "chance" }, "Hint"),
  );
}

/** The fields for the game that is chosen. */
function choose(value, given) {
  const game = lists.games.find((one) => one.name === value);
  const usual = FAVOURITES.find(([known]) => known === value)?.[2] ?? game.example;
  const form = at("setup");
  const options = FAVOURITES.map(([known, words]) => [known, words]);
  const rest = lists.games.filter((one) => !FAVOURITES.some(([known]) => known === one.name)).map((one) => [one.name, one.name]);
  const side = form.elements.side?.value ?? "max";
  form.replaceChildren(
    field("Game", select("game", [...options, ...rest], value, (event) => { choose(event.target.value); begin(); })),
    field("You play", select("side", SIDES, side, () => begin())),
    field("The engine thinks for", h("input", { name: "seconds", type: "number", min: "0.05", max: "60", step: "0.05", value: "1" }), "seconds a move"),
    h("details", {}, h("summary", {}, "Rules and algorithm"),
      h("div", { class: "fields" },
        h("p", {}, game.summary),
        parameters(game, given ?? valuesOf(usual.includes("file=") ? "" : usual)),
        algorithmField(lists.algorithms, game.class, game.player))),
    h("button", { class: "main", type: "submit" }, "New game"),
  );
}

lists = await catalogue();
at("setup").addEventListener("submit", (event) => { event.preventDefault(); begin(); });
const wanted = new URLSearchParams(location.search);
const first = lists.games.some((one) => one.name === wanted.get("game")) ? wanted.get("game") : "connect-four";
choose(first);
if (SIDES.some(([side]) => side === wanted.get("side"))) at("setup").elements.side.value = wanted.get("side");
if (Number(wanted.get("seconds")) > 0) at("setup").elements.seconds.value = wanted.get("seconds");
begin();
