// Goofspiel's cards and the fighters of a battle.
import { h } from "./page.js";
import { choices, choosing } from "./boards.js";

const card = (words, kind, attributes = {}) => h("span", { class: `playing-card ${kind}`, ...attributes }, words);

/** Goofspiel: two hands, the prize, the engine's card face down, and what was promised about it. */
export function cards(board, state) {
  board.className = "wide";
  const text = state.position.text;
  const hand = (who) => text.match(new RegExp(`^${who} +(.*)$`, "m"))?.[1].trim().split(" ").filter(Boolean) ?? [];
  const prize = text.match(/^prize (\S+);/m)?.[1];
  const later = text.match(/to come: ([^;]*);/)?.[1] ?? "";
  const lead = Number(text.match(/leads by (-?\d+)/)?.[1] ?? 0);
  const [[player, moves] = [undefined, []]] = choosing(state);
  const row = (who) => h("div", {},
    h("p", { class: "hand-name" }, `${state.name(who)}${state.seat === who ? " (you)" : ""}`),
    h("div", { class: "hand", role: "group", "aria-label": `Hand of ${state.name(who)}` }, ...hand(state.name(who)).map((one) => h("button", {
      type: "button", class: `playing-card ${who}`, disabled: player !== who || !moves.includes(one), "data-move": player === who ? one : undefined,
      "aria-label": `${state.name(who)}'s card ${one}`, click: () => state.pick(who, one),
    }, one))));
  const mine = state.seat === "min" ? "min" : "max";
  const foe = mine === "max" ? "min" : "max";
  const score = lead === 0 ? "level" : `${lead > 0 ? "Max" : "Min"} leads by ${Math.abs(lead)}`;
  const last = state.moves.findLast?.((step) => step.length === 2);
  board.replaceChildren(h("div", { class: "hands" },
    row(foe),
    h("div", { class: "table-top" },
      h("div", {}, card(prize ?? "–", "prize"), "the prize"),
      h("div", {}, state.promise ? card("hidden", "back", { role: "img", "aria-label": "the engine's card, face down" }) : card("", ""), "its card"),
      h("div", {}, h("span", { class: "value" }, score), `to come: ${later}`),
      last ? h("div", {}, h("span", { class: "value" }, last.join(" : ")), "last round, Max : Min") : ""),
    h("p", { class: "promise", "aria-live": "polite" }, ...promised(state)),
    row(mine),
    state.position.turn === "chance" ? "" : ""));
}

/** What the engine promised, and whether it kept its word. */
export function promised({ promise, last, moves }) {
  if (promise) return [h("b", {}, "Its card is fixed. "), `SHA-256 ${promise.hash}`];
  if (last && moves.length > 0) {
    return [h("b", {}, last.kept ? "It kept its word: " : "It did not keep its word: "), `SHA-256 of ${last.secret}:${last.chosen} is ${last.hash}`];
  }
  return ["Before you choose, the engine fixes its card and shows the SHA-256 of it."];
}

/** A battle: two teams with what is left of them. */
export function battle(board, state) {
  board.className = "wide";
  const teams = state.position.text.split(/^(Max|Min):\n/m).slice(1);
  const team = (who) => {
    const lines = (teams[teams.indexOf(who) + 1] ?? "").split("\n").filter((line) => /^ [* ]/.test(line));
    return h("div", {}, h("h2", {}, `${who}${state.seat === who.toLowerCase() ? " (you)" : ""}`), ...lines.map(fighter));
  };
  const rest = state.position.text.split("\n").filter((line) => /left$|chose/.test(line)).join("; ");
  board.replaceChildren(
    h("div", { class: "teams" }, team("Max"), team("Min")),
    h("p", { class: "status" }, rest),
    h("p", { class: "promise" }, ...promised(state)),
    choices(state, (move) => move.replace("-", " to ")),
  );
}

function fighter(line) {
  const [, mark, letter, words, left, whole, more] = line.match(/^ ([* ])(\S+) (\S+) (\d+)\/(\d+), (.*)$/) ?? [];
  if (!letter) return h("p", {}, line);
  const health = h("i", {});
  health.style.width = `${(100 * left) / whole}%`;
  return h("div", { class: `fighter${mark === "*" ? " active" : ""}` },
    h("strong", {}, letter), h("span", {}, `${words}${mark === "*" ? ", fighting" : ""}: ${left} of ${whole}`),
    h("span"), h("small", {}, more), h("span", { class: "health", "aria-hidden": "true" }, health));
}
