// Searches to step through: one, or two side by side, or a tree to practise on.
import { at, h, isAbort, number, stream, tell } from "./page.js";
import { asked, catalogue, field, parameters, select, valuesOf } from "./fields.js";
import { progress } from "./answer.js";
import { watch } from "./watch.js";
import { practise } from "./practice.js";

const HANDOUT = `(max X: (min (max 30 40) (max 50 60))
     Y: (min (max 2 4)   (max 5 6))
     Z: (min (max 1 2)   (max 7 8)))`;
const SMAB = `(both (rows A1 A2) (columns B1)
  [5]
  [(both (rows A3 A4) (columns B2 B3)
     [4 0]
     [3 9])])`;
const CHANCE = `(range 0 100)
(max left:  (min 3 5)
     right: (chance heads 1/2: 10
                    tails 0.5: (min 2 9)))`;

/** Examples: name, words, game, what it is made of, algorithms. */
const EXAMPLES = [
  ["handout", "The handout's tree", "tree", { text: HANDOUT }, "alpha-beta", "minimax"],
  ["smab", "Simultaneous moves: SMAB's Example 1", "tree", { text: SMAB }, "smab", "backward-induction"],
  ["chance", "A tree with chance", "tree", { text: CHANCE }, "star1", "expectimax"],
  ["duo", "A graph with lattice values", "random-dag", { values: "depth=5 branching=3 seed=3" }, "duo", "lattice-minimax"],
  ["random", "A random tree", "random-tree", { values: "depth=5 branching=3 seed=7" }, "alpha-beta", "mtdf"],
  ["tic-tac-toe", "Tic-tac-toe from the middle", "tic-tac-toe", { values: "position=5137" }, "alpha-beta", "scout"],
  ["goofspiel", "Goofspiel with three cards", "goofspiel", { values: "cards=3" }, "smab", "joint"],
];
const SIZES = [["300", "300 nodes"], ["3000", "3,000 nodes"], ["20000", "20,000 nodes"], ["100000", "100,000 nodes"]];
const MODES = [["one", "One search"], ["two", "Two, side by side"], ["practice", "Practice: you choose"]];

let lists;
let running;
let shown = [];
const wanted = new URLSearchParams(location.search);

function choose(value, given = {}, algorithms = []) {
  const game = lists.games.find((one) => one.name === value) ?? lists.games[0];
  const form = at("question");
  const mode = form.elements.mode?.value ?? "one";
  const keep = form.elements.keep?.value ?? "3000";
  const example = form.elements.example?.value ?? "";
  const names = lists.algorithms.map((one) => h("option", { value: one.name }, one.summary));
  const algorithm = (name, words, usual) => field(words, h("input", { name, list: "algorithms", value: usual ?? "", placeholder: "the usual one", spellcheck: "false" }));
  form.replaceChildren(
    h("div", { class: "row" },
      field("Example", select("example", [["", "a game of your own"], ...EXAMPLES.map(([name, words]) => [name, words])], example, (event) => event.target.value && open(event.target.value))),
      field("Look at", select("mode", MODES, mode, () => begin())),
      algorithm("algorithm", "Algorithm", algorithms[0]),
      h("div", { id: "beside" }, algorithm("other", "The other one", algorithms[1])),
      h("button", { class: "main", type: "submit" }, "Watch")),
    h("datalist", { id: "algorithms" }, ...names),
    h("details", {}, h("summary", {}, "The game and how much of it is kept"),
      h("div", { class: "row wide" },
        field("Game", select("game", lists.games.map((one) => [one.name, one.name]), game.name, (event) => { form.elements.example.value = ""; choose(event.target.value, valuesOf(event.target.selectedOptions[0].value === game.name ? "" : lists.games.find((one) => one.name === event.target.value).example)); })),
        field("Keep at most", select("keep", SIZES, keep)),
        field("Depth", h("input", { name: "depth", type: "number", min: "0", step: "1", placeholder: "any" })),
        field("Seconds", h("input", { name: "seconds", type: "number", min: "0", step: "any", value: "5" }))),
      parameters(game, given)),
  );
  at("beside").hidden = mode !== "two";
}

function open(name) {
  const [, , game, { text, values }, one, other] = EXAMPLES.find(([known]) => known === name);
  at("question").elements.example && (at("question").elements.example.value = name);
  choose(game, text === undefined ? valuesOf(values) : { text }, [one, other]);
  at("question").elements.example.value = name;
  begin();
}

async function begin() {
  running?.abort();
  const mine = (running = new AbortController());
  const form = at("question");
  const said = asked(form, form.elements.game.value);
  delete said.moves;
  const keep = Number(form.elements.keep.value);
  const mode = form.elements.mode.value;
  at("beside").hidden = mode !== "two";
  tell("Searching…");
  const record = (algorithm) => stream("/api/watch", { asked: { ...said, ...(algorithm ? { algorithm } : {}) }, keep }, {
    queued: ({ place }) => tell(`Waiting for a free search: place ${place}`),
    progress: (now) => tell(progress(now)),
  }, mine.signal);
  try {
    const [one, other] = [form.elements.algorithm.value.trim(), form.elements.other.value.trim()];
    shown = [];
    if (mode === "practice") {
      const found = await record("practice");
      at("stage").replaceChildren();
      tell("Bounds so far stand at each node; question marks have not been looked at.");
      practise(at("stage"), found, tell);
      return;
    }
    const found = [await record(one)];
    if (mode === "two") found.push(await record(other));
    if (mine.signal.aborted) return;
    const frames = found.map(() => h("section", { class: "viewer", "aria-label": "A search" }));
    at("stage").className = mode;
    at("stage").replaceChildren(...(mode === "two" ? [compared(found)] : []), ...frames);
    shown = found.map(({ record: told, layout }, place) => watch(frames[place], told, layout));
    tell(`${found.map(({ record: told }) => `${told.algorithm}: ${number(told.totals.visits)} positions looked at, ${number(told.totals.cuts)} cut`).join("; ")}.`);
    if (mode === "one") frames[0].focus({ preventScroll: true });
    if (Number(wanted.get("step")) > 0) {
      for (const one of shown) {
        one.goTo(Number(wanted.get("step")));
        one.tree.fit();
        one.restyle();
      }
    }
  } catch (problem) {
    if (!isAbort(problem)) tell(problem.message, true);
  }
}

const COUNTED = [["visits", "positions looked at"], ["leaves", "finished games"], ["cuts", "cuts"], ["skipped", "moves passed over"], ["known", "known without a search"]];

/** What two searches took, beside each other. */
function compared(found) {
  return h("div", { class: "scroll compared", tabindex: "0", role: "region", "aria-label": "What they took" }, h("table", {},
    h("thead", {}, h("tr", {}, h("td"), ...COUNTED.map(([, words]) => h("th", { scope: "col", class: "number" }, words)))),
    h("tbody", {}, ...found.map(({ record }) => h("tr", {}, h("th", { scope: "row" }, record.algorithm),
      ...COUNTED.map(([name]) => h("td", { class: "number" }, number(record.totals[name] ?? 0))))))));
}

document.addEventListener("theme", () => shown.forEach((one) => one.restyle()));
lists = await catalogue();
at("question").addEventListener("submit", (event) => { event.preventDefault(); begin(); });
choose("tree", { text: HANDOUT });
if (wanted.has("mode")) at("question").elements.mode.value = wanted.get("mode");
if (wanted.has("keep")) at("question").elements.keep.value = wanted.get("keep");
if (wanted.has("game")) {
  choose(wanted.get("game"), valuesOf(wanted.get("parameters") ?? ""), [wanted.get("algorithm") ?? "", wanted.get("other") ?? ""]);
  begin();
} else open(EXAMPLES.some(([name]) => name === wanted.get("example")) ? wanted.get("example") : "handout");
