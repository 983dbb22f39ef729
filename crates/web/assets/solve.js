// Any game by any algorithm, with bounds that move.
import { at, h, isAbort, number, stream, tell } from "./page.js";
import { algorithmField, asked, catalogue, field, parameters, select, valuesOf } from "./fields.js";
import { answer, progress, stopped } from "./answer.js";

let lists;
let running;

function choose(value, given) {
  const game = lists.games.find((one) => one.name === value);
  const usual = given ?? valuesOf(game.example.includes("file=") ? "" : game.example);
  at("question").replaceChildren(
    field("Game", select("game", lists.games.map((one) => [one.name, one.name]), value, (event) => choose(event.target.value)), game.summary),
    h("details", { open: true }, h("summary", {}, "Parameters"), parameters(game, usual)),
    algorithmField(lists.algorithms, game.class, game.algorithm),
    h("div", { class: "row" },
      field("Seconds", h("input", { name: "seconds", type: "number", min: "0", max: String(lists.bounds.seconds), step: "any", value: "10" })),
      field("Nodes", h("input", { name: "nodes", type: "number", min: "1", step: "1", placeholder: "any" })),
      field("Depth", h("input", { name: "depth", type: "number", min: "0", step: "1", placeholder: "any" })),
      field("Error", h("input", { name: "epsilon", type: "number", min: "0", step: "any", placeholder: "0" }))),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "estimate" }), "Estimate at the depth limit"),
    h("div", { class: "buttons" },
      h("button", { class: "main", type: "submit" }, "Solve"),
      h("button", { type: "button", id: "stop", disabled: true, click: () => running?.abort() }, "Stop")),
  );
}

async function solve() {
  running?.abort();
  const mine = (running = new AbortController());
  const game = at("question").elements.game.value;
  const seen = {};
  at("stop").disabled = false;
  at("answer").replaceChildren();
  tell("Asking…");
  try {
    const said = await stream("/api/solve", asked(at("question"), game), {
      queued: ({ place }) => tell(`Waiting for a free search: place ${place}`),
      progress: (now) => tell(progress(now)),
      known: (found) => at("answer").replaceChildren(...answer(found, seen)),
    }, mine.signal);
    const text = JSON.stringify(said.report, null, 2);
    at("answer").replaceChildren(
      ...answer(said.answer, seen),
      h("p", {}, h("strong", {}, "Algorithm "), h("code", {}, said.report.algorithm)),
      h("details", {}, h("summary", {}, "The board"), h("pre", { tabindex: "0" }, said.board)),
      h("details", {}, h("summary", {}, "As JSON"), h("pre", { tabindex: "0", id: "json" }, text)),
    );
    tell(`${game}: ${said.answer.in_words || number(said.answer.lower)} (${stopped(said.answer.stopped)})`);
  } catch (problem) {
    tell(isAbort(problem) ? "Stopped." : problem.message, !isAbort(problem));
  } finally {
    if (running === mine) at("stop").disabled = true;
  }
}

lists = await catalogue();
at("question").addEventListener("submit", (event) => { event.preventDefault(); solve(); });
const wanted = new URLSearchParams(location.search);
const first = lists.games.some((one) => one.name === wanted.get("game")) ? wanted.get("game") : "goofspiel";
choose(first, wanted.has("parameters") ? valuesOf(wanted.get("parameters")) : undefined);
tell("Choose a game and an algorithm.");
