// The tools: a matrix, a bridge suit, a tree, a fault tree.
import { at, h, isAbort, number, stream } from "./page.js";
import { field, select, catalogue } from "./fields.js";
import { answer, bars, progress, scale } from "./answer.js";

const TOOLS = [["matrix", "Matrix", matrix], ["suit", "Bridge suit", suit], ["tree", "Tree", tree], ["faults", "Fault tree", faults]];

let running;

/** A tool's panels: its form beside its answer. `run` gives the nodes of an answer. */
function tool(fields, words, run) {
  const status = h("p", { class: "status", id: "status", role: "status", "aria-live": "polite" }, words);
  const shown = h("div", { id: "answer" });
  const form = h("form", { autocomplete: "off" }, ...fields, h("div", { class: "buttons" }, h("button", { class: "main", type: "submit" }, "Solve")));
  const say = (line, bad = false) => { status.textContent = line; status.classList.toggle("bad", bad); };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    running?.abort();
    running = new AbortController();
    say("Asking…");
    try {
      const on = { queued: ({ place }) => say(`Waiting for a free search: place ${place}`), progress: (now) => say(progress(now)) };
      shown.replaceChildren(...await run(form.elements, (path, body) => stream(path, body, on, running.signal)));
      say("Done.");
    } catch (problem) {
      if (!isAbort(problem)) { shown.replaceChildren(); say(problem.message, true); }
    }
  });
  at("tool").replaceChildren(h("div", { class: "two" },
    h("section", { class: "panel", "aria-label": "The question" }, form),
    h("section", { class: "panel", "aria-label": "The answer" }, status, shown)));
  return form;
}

function matrix() {
  const text = h("textarea", { name: "text", spellcheck: "false" }, "0 -1  1\n1  0 -1\n-1 1  0");
  const form = tool([field("Payoffs to Max, a row a line", text, "Numbers with spaces between, or a .nfg file of Gambit's.")],
    "Max chooses a row, Min a column, at once.", async (said, ask) => shownMatrix(await ask("/api/tools/matrix", { text: said.text.value })));
  form.requestSubmit();
}

function shownMatrix(found) {
  const order = (found.dominated ?? []).map((line, place) => [line.row !== undefined ? `r${line.row}` : `c${line.column}`, place + 1]);
  const struck = new Map(order);
  const percent = (share) => (share > 1e-9 ? `${(100 * share).toFixed(1)}%` : "");
  const head = h("tr", {}, h("td"), ...found.columns.map((name, column) => h("th", { scope: "col", class: struck.has(`c${column}`) ? "struck" : "" }, name, " ", h("span", { class: "share" }, percent(found.min[column])))));
  const rows = found.rows.map((name, row) => h("tr", {},
    h("th", { scope: "row", class: struck.has(`r${row}`) ? "struck" : "" }, name, " ", h("span", { class: "share" }, percent(found.max[row]))),
    ...found.columns.map((_, column) => {
      const out = struck.has(`r${row}`) || struck.has(`c${column}`);
      const played = found.max[row] > 1e-9 && found.min[column] > 1e-9;
      return h("td", { class: out ? "struck" : played ? "played" : "" }, found.payoffs[row * found.columns.length + column].replace("-", "−"));
    })));
  const numbers = found.payoffs.map((word) => word.split("/").reduce((one, other) => one / other));
  const mixed = (names, shares) => names.map((move, place) => ({ move, probability: shares[place] }));
  const exact = found.exact ? [h("small", {}, `exactly ${found.exact.value}`)] : [];
  const steps = (found.dominated ?? []).map((line) => (line.row !== undefined ? `row ${found.rows[line.row]}` : `column ${found.columns[line.column]}`));
  return [
    h("p", { class: "value" }, number(found.value), h("small", {}, `certainly from ${number(found.lower)} to ${number(found.upper)}, whatever rounding did`), ...exact),
    scale(found.lower, found.upper, [Math.min(...numbers), Math.max(...numbers)]),
    h("div", { class: "strategies" },
      h("div", {}, h("h2", {}, `${found.players[0]} plays`), bars(mixed(found.rows, found.max), "max")),
      h("div", {}, h("h2", {}, `${found.players[1]} plays`), bars(mixed(found.columns, found.min), "min"))),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The matrix" }, h("table", { class: "matrix" }, head, ...rows)),
    found.dominated && h("p", {}, steps.length ? `Dominated, struck out in this order: ${steps.join(", ")}.` : "No row and no column is dominated."),
  ].filter(Boolean);
}

function suit() {
  const hand = (name, words, value) => field(words, h("input", { name, value, spellcheck: "false", autocapitalize: "characters" }));
  const form = tool([
    h("div", { class: "row" }, hand("north", "North", "AK98xx"), hand("south", "South", "Jx")),
    h("div", { class: "row" },
      field("West's vacant places", h("input", { name: "west", type: "number", min: "0", max: "13", placeholder: "13" })),
      field("East's vacant places", h("input", { name: "east", type: "number", min: "0", max: "13", placeholder: "13" }))),
    h("small", {}, "A K Q J T 9 … 2, x for a small card."),
  ], "Both hands of declarer's side in one suit.", async (said, ask) => {
    const body = { north: said.north.value, south: said.south.value };
    if (said.west.value || said.east.value) body.vacant = [Number(said.west.value || 13), Number(said.east.value || 13)];
    return shownSuit(await ask("/api/tools/suit", body));
  });
  form.requestSubmit();
}

function shownSuit(found) {
  const percent = (share) => `${(100 * share).toFixed(2)}%`;
  const rows = found.goals.map((goal) => h("tr", {},
    h("th", { scope: "row" }, `${goal.tricks} or more`),
    h("td", { class: "number" }, percent(goal.probability), goal.at_most > goal.probability ? ` at least, ${percent(goal.at_most)} at most` : ""),
    h("td", { class: "number" }, `${goal.ways} of ${goal.of}`),
    h("td", {}, h("pre", { tabindex: "0" }, goal.line),
      h("details", {}, h("summary", {}, `The ${goal.layouts.length} layouts it succeeds on`), h("table", {},
        h("tr", {}, h("th", {}, "West"), h("th", {}, "East"), h("th", { class: "number" }, "odds")),
        ...goal.layouts.map((one) => h("tr", {}, h("td", {}, one.west || "–"), h("td", {}, one.east || "–"), h("td", { class: "number" }, percent(one.probability)))))))));
  return [
    h("p", { class: "value" }, found.combination, h("small", {}, `${found.missing} cards missing; ${found.expected.tricks.toFixed(4)} tricks on average at best`)),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Odds" }, h("table", {},
      h("thead", {}, h("tr", {}, ...["tricks", "odds", "deals", "line of play"].map((words) => h("th", { scope: "col" }, words)))), h("tbody", {}, ...rows))),
    h("details", {}, h("summary", {}, "The line for most tricks on average"), h("pre", { tabindex: "0" }, found.expected.line)),
  ];
}

const TREE = "(max X: (min (max 30 40) (max 50 60))\n     Y: (min (max 2 4)   (max 5 6))\n     Z: (min (max 1 2)   (max 7 8)))";

async function tree() {
  const lists = await catalogue();
  const form = tool([
    field("What it is", select("game", [["tree", "a tree, as Secateur writes them"], ["efg", "an extensive form of Gambit's (.efg)"], ["dag", "a graph with lattice values (JSON)"]], "tree")),
    field("The text", h("textarea", { name: "text", spellcheck: "false" }, TREE)),
    field("Algorithm", h("input", { name: "algorithm", list: "algorithms", placeholder: "the usual one", spellcheck: "false" })),
    h("datalist", { id: "algorithms" }, ...lists.algorithms.map((one) => h("option", { value: one.name }, one.summary))),
  ], "Max, Min, chance and simultaneous turns, in one text.", async (said, ask) => {
    const body = { game: said.game.value, text: said.text.value, seconds: 10 };
    if (said.algorithm.value.trim()) body.algorithm = said.algorithm.value.trim();
    const found = await ask("/api/solve", body);
    return [...answer(found.answer), h("p", {}, h("strong", {}, "Algorithm "), h("code", {}, found.report.algorithm)),
      h("details", {}, h("summary", {}, "As JSON"), h("pre", { tabindex: "0" }, JSON.stringify(found.report, null, 2)))];
  });
  form.requestSubmit();
}

const FAULTS = `<opsa-mef>
  <define-fault-tree name="pumps">
    <define-gate name="no-water"><or><gate name="both-pumps"/><event name="valve"/></or></define-gate>
    <define-gate name="both-pumps"><and><event name="pump-a"/><event name="pump-b"/></and></define-gate>
    <define-basic-event name="pump-a"><float value="0.01"/></define-basic-event>
    <define-basic-event name="pump-b"><float value="0.02"/></define-basic-event>
    <define-basic-event name="valve"><float value="0.001"/></define-basic-event>
  </define-fault-tree>
</opsa-mef>`;

function faults() {
  const form = tool([
    field("A fault tree (Open-PSA)", h("textarea", { name: "text", spellcheck: "false" }, FAULTS)),
    h("div", { class: "row" },
      field("Top event", h("input", { name: "top", placeholder: "the only one" })),
      field("At most so many events", h("input", { name: "order", type: "number", min: "1", placeholder: "any" }))),
  ], "The least sets of faults that bring the top event about.", async (said, ask) => {
    const body = { text: said.text.value };
    if (said.top.value.trim()) body.top = said.top.value.trim();
    if (said.order.value) body.order = Number(said.order.value);
    const found = await ask("/api/tools/faults", body);
    return [
      h("p", { class: "value" }, `${found.count} minimal cut sets`, h("small", {}, `of ${found.top}; ${found.stopped}`)),
      h("table", {}, h("tr", {}, h("th", {}, "events"), h("th", { class: "number" }, "probability")),
        ...found.cut_sets.map((one) => h("tr", {}, h("td", {}, one.events.join(", ")), h("td", { class: "number" }, one.probability === null ? "" : one.probability.toExponential(3))))),
      found.rare_event_sum !== null && h("p", {}, `Sum ${found.rare_event_sum.toExponential(4)}; min-cut upper bound ${found.min_cut_upper_bound.toExponential(4)}`),
    ].filter(Boolean);
  });
  form.requestSubmit();
}

function open(name) {
  running?.abort();
  for (const tab of at("tabs").children) {
    const chosen = tab.dataset.tool === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
  at("tool").setAttribute("aria-labelledby", `tab-${name}`);
  history.replaceState(null, "", `#${name}`);
  TOOLS.find(([known]) => known === name)[2]();
}

at("tabs").append(...TOOLS.map(([name, words]) => h("button", {
  role: "tab", type: "button", id: `tab-${name}`, "data-tool": name, "aria-controls": "tool", "aria-selected": "false", click: () => open(name),
}, words)));
at("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tabs = [...at("tabs").children];
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  open(next.dataset.tool);
});
at("tool").setAttribute("role", "tabpanel");
const wanted = () => TOOLS.find(([name]) => name === location.hash.slice(1))?.[0] ?? "matrix";
window.addEventListener("hashchange", () => open(wanted()));
open(wanted());
