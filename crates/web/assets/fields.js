// Fields for a game, its parameters, an algorithm and limits, made from the server's catalogue.
import { ask, h } from "./page.js";

let known;

/** The catalogue, asked for once. */
export function catalogue() {
  return (known ??= ask("/api/catalogue"));
}

/** A select with options `[value, words]`. */
export function select(name, options, value, onchange) {
  const made = h("select", { name, id: `field-${name}`, change: onchange });
  for (const [word, words] of options) made.append(h("option", { value: word }, words));
  if (value !== undefined) made.value = value;
  return made;
}

/** A labelled field with a word of help. */
export function field(words, input, help) {
  return h("label", {}, h("span", {}, words), input, help && h("small", {}, help));
}

/** Fields for the parameters of a game; `given` has values by name. */
export function parameters(game, given = {}) {
  const fields = game.parameters.filter((one) => one.name !== "file").map((one) => field(
    one.name,
    h("input", { name: `p:${one.name}`, value: given[one.name] ?? "", placeholder: one.default ?? "needed", spellcheck: "false" }),
    one.meaning,
  ));
  const text = game.parameters.some((one) => one.name === "file");
  if (text) fields.unshift(field("The game as text", h("textarea", { name: "text", spellcheck: "false" }, given.text ?? "")));
  return h("div", { class: "fields" }, ...fields);
}

/** Values by name of words such as `cards=7 deck=shuffled`. */
export function valuesOf(words) {
  return Object.fromEntries(words.split(" ").filter((word) => word.includes("=")).map((word) => {
    const cut = word.indexOf("=");
    return [word.slice(0, cut), word.slice(cut + 1)];
  }));
}

/** What the fields of a form say, as the server wants it. */
export function asked(form, game) {
  const said = { game, parameters: [], moves: [] };
  for (const [name, value] of new FormData(form)) {
    const word = value.trim();
    if (name.startsWith("p:") && word) said.parameters.push(`${name.slice(2)}=${word}`);
    else if (name === "text") said.text = value;
    else if (name === "algorithm" && word) said.algorithm = word;
    else if (["seconds", "nodes", "depth", "epsilon"].includes(name) && word) said[name] = Number(word);
    else if (name === "estimate") said.estimate = true;
  }
  return said;
}

/** The algorithms for a class of games, with the one that is taken otherwise. */
export function algorithmField(list, kind, usual, value) {
  const options = list.filter((one) => one.solves.includes(kind)).map((one) => [one.name, `${one.name}: ${one.summary}`]);
  const datalist = h("datalist", { id: "algorithms" }, ...options.map(([name, words]) => h("option", { value: name }, words)));
  const input = h("input", { name: "algorithm", list: "algorithms", placeholder: usual, value: value ?? "", spellcheck: "false" });
  const help = "Options follow a colon. Empty: the usual one.";
  return h("div", {}, field("Algorithm", input, help), datalist);
}
