// Practice: the reader chooses what to look at next and what to leave out, and hears whether that was allowed.
import { h, number, svg } from "./page.js";

/** What a player may still get elsewhere: the window of a node, from the bounds of what is above it. */
function windowOf(game, id) {
  let [alpha, beta] = [-Infinity, Infinity];
  for (let child = id, at = game.nodes[id].parent; at !== undefined; child = at, at = game.nodes[at].parent) {
    const others = game.children[at].filter((other) => other !== child);
    if (game.nodes[at].turn === "max") for (const other of others) alpha = Math.max(alpha, game.lower[other]);
    if (game.nodes[at].turn === "min") for (const other of others) beta = Math.min(beta, game.upper[other]);
    // Through chance no window is passed on here.
    if (game.nodes[at].turn === "chance") return [-Infinity, Infinity];
  }
  return [alpha, beta];
}

/** The bounds of a node from those of its children. */
function combine(game, id) {
  const node = game.nodes[id];
  const below = game.children[id];
  if (below.length === 0) return;
  const ends = (list) => below.map((child) => list[child]);
  if (node.turn === "max") [game.lower[id], game.upper[id]] = [Math.max(...ends(game.lower)), Math.max(...ends(game.upper))];
  else if (node.turn === "min") [game.lower[id], game.upper[id]] = [Math.min(...ends(game.lower)), Math.min(...ends(game.upper))];
  else if (node.turn === "chance") {
    const mean = (list) => below.reduce((sum, child) => sum + game.nodes[child].step.probability * list[child], 0);
    [game.lower[id], game.upper[id]] = [mean(game.lower), mean(game.upper)];
  }
}

const end = (value) => (value === Infinity ? "∞" : value === -Infinity ? "−∞" : number(value));

/** Why the rest of a node cannot matter, or nothing if it can. */
export function reason(game, id) {
  const [alpha, beta] = windowOf(game, id);
  if (game.upper[id] <= alpha) return `U = ${end(game.upper[id])} ≤ α = ${end(alpha)}: Max has something at least as good already`;
  if (game.lower[id] >= beta) return `L = ${end(game.lower[id])} ≥ β = ${end(beta)}: Min has something at least as good already`;
  return undefined;
}

/** Fills a place with a tree to practise on: `found` has the record of a search that looked at everything. */
export function practise(place, { record, layout }, tell) {
  const { nodes } = record;
  const most = 400;
  if (nodes.length > most || nodes.some((node) => node.turn === "both" || typeof node.value === "string")) {
    tell(`Practice is for trees of Max, Min and chance with at most ${most} nodes; this one has ${nodes.length}.`, true);
    return;
  }
  const children = nodes.map(() => []);
  for (const { id, parent } of nodes) if (parent !== undefined) children[parent].push(id);
  const ends = (id, name, open) => nodes[id].promised?.[name] ?? nodes[0].promised?.[name] ?? open;
  const game = {
    nodes, children, looked: new Set(), cut: new Set(), needless: 0,
    lower: nodes.map(({ id }) => ends(id, "lower", -Infinity)), upper: nodes.map(({ id }) => ends(id, "upper", Infinity)),
  };
  const leaves = nodes.filter((node) => children[node.id].length === 0).length;
  const isCut = (id) => game.cut.has(id) || (nodes[id].parent !== undefined && isCut(nodes[id].parent));
  const over = () => game.lower[0] === game.upper[0];
  let chosen = 0;

  const say = h("p", { class: "verdict", role: "status", "aria-live": "polite" }, "Choose a leaf to look at, or a node whose rest you would leave out.");
  const score = h("p", { class: "status" });
  const picture = svg("svg", { class: "practice", viewBox: `-60 -40 ${layout.width + 120} ${layout.height + 90}`, role: "group", "aria-label": "The tree" });
  const leave = h("button", { type: "button", click: () => cut(chosen) }, "Leave out the rest");
  const again = h("button", { type: "button", click: () => { place.replaceChildren(); practise(place, { record, layout }, tell); } }, "Begin again");

  function up(id) {
    for (let at = nodes[id].parent; at !== undefined; at = nodes[at].parent) if (!game.cut.has(at)) combine(game, at);
  }

  function look(id) {
    if (game.looked.has(id) || isCut(id) || over()) return;
    const needless = [];
    for (let at = nodes[id].parent; at !== undefined; at = nodes[at].parent) needless.push(reason(game, at));
    const why = needless.find(Boolean);
    game.looked.add(id);
    game.lower[id] = game.upper[id] = nodes[id].value;
    up(id);
    if (why) {
      game.needless += 1;
      verdict(`${end(nodes[id].value)}. You need not have looked: ${why}.`, "bad");
    } else verdict(`${end(nodes[id].value)}. The root is now ${told(0)}.`);
  }

  function cut(id) {
    if (children[id].length === 0 || isCut(id) || over()) return;
    const open = children[id].some((child) => !settled(child));
    const why = reason(game, id);
    if (!open) verdict("There is nothing left to leave out here.", "bad");
    else if (why) {
      game.cut.add(id);
      verdict(`Right, a cut is allowed: ${why}.`, "good");
    } else {
      const [alpha, beta] = windowOf(game, id);
      verdict(`No: its value is ${told(id)}, and what matters lies between ${end(alpha)} and ${end(beta)}. The rest can still change the root.`, "bad");
    }
  }

  const settled = (id) => isCut(id) || game.lower[id] === game.upper[id];
  const told = (id) => (game.lower[id] === game.upper[id] ? end(game.lower[id]) : `between ${end(game.lower[id])} and ${end(game.upper[id])}`);

  function verdict(words, kind = "") {
    const done = over() ? ` Solved: the root is worth ${end(game.lower[0])}. You looked at ${game.looked.size} of ${leaves} leaves${game.needless ? `, ${game.needless} of them needlessly` : ", none of them needlessly"}.` : "";
    say.textContent = words + done;
    say.className = `verdict ${kind}`;
    draw();
  }

  function draw() {
    score.textContent = `${game.looked.size} of ${leaves} leaves looked at; ${game.cut.size} cuts; the root is ${told(0)}.`;
    leave.disabled = children[chosen].length === 0 || isCut(chosen) || over();
    const focused = document.activeElement?.dataset?.node;
    picture.replaceChildren(
      ...nodes.filter((node) => node.parent !== undefined).map(({ id, parent }) => svg("line", {
        x1: layout.x[parent], y1: layout.y[parent] + 14, x2: layout.x[id], y2: layout.y[id] - 14, class: isCut(parent) && !game.looked.has(id) ? "gone" : "",
      })),
      ...nodes.map(({ id, turn, step }) => one(id, turn, step)),
    );
    if (focused !== undefined) picture.querySelector(`[data-node="${focused}"]`)?.focus();
  }

  function one(id, turn, step) {
    const leaf = children[id].length === 0;
    const gone = nodes[id].parent !== undefined && isCut(nodes[id].parent) && !game.looked.has(id);
    const name = step?.move ?? step?.outcome ?? "root";
    const kinds = { max: "Max", min: "Min", chance: "chance", over: "leaf" };
    const words = leaf ? (game.looked.has(id) ? end(nodes[id].value) : "?") : told(id).replace("between ", "").replace(" and ", "…");
    const shape = { max: "M0-14 15 12H-15z", min: "M0 14 15-12H-15z" }[turn];
    const act = () => {
      chosen = id;
      if (leaf) look(id);
      else verdict(`${kinds[turn]} “${name}”: ${told(id)}.`);
    };
    return svg("g", {
      transform: `translate(${layout.x[id]} ${layout.y[id]})`, class: `${turn} ${gone ? "gone" : ""} ${id === chosen ? "chosen" : ""} ${game.cut.has(id) ? "cut" : ""}`,
      role: "button", tabindex: "0", "data-node": id, "aria-label": `${kinds[turn]} ${name}, ${gone ? "left out" : words}`,
      click: act, keydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } },
    },
    shape ? svg("path", { d: shape }) : turn === "chance" ? svg("circle", { r: 14 }) : svg("rect", { x: -17, y: -12, width: 34, height: 24, rx: 5 }),
    svg("text", leaf ? { y: 5, "text-anchor": "middle" } : { x: 19, y: 4 }, gone ? "" : words));
  }

  place.className = "practice-room";
  place.replaceChildren(score, say, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The tree" }, picture), h("div", { class: "buttons" }, leave, again));
  draw();
}
