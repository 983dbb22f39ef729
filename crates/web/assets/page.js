// What every page uses: elements, requests, the theme.

/** An element with attributes (functions are listeners) and children. */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "width%") element.style.width = `${value}%`;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** The element with this id. */
export const at = (id) => document.getElementById(id);

/** Asks the server; a refusal is thrown with the server's words. */
export async function ask(path, body, signal) {
  const answer = await post(path, body, signal);
  return answer.json();
}

async function post(path, body, signal) {
  const get = body === undefined;
  const answer = await fetch(path, get ? { signal } : {
    method: "POST", signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) {
    const said = await answer.text();
    let line = said;
    try { line = JSON.parse(said).error ?? said; } catch { /* Not JSON: shown as it is. */ }
    throw new Error(line || `the server answered ${answer.status}`);
  }
  return answer;
}

/** Asks for a stream of events. `on` has a function for each event; the data of `done` is returned. */
export async function stream(path, body, on = {}, signal) {
  const answer = await post(path, body, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  // An answer can be long: its pieces are put together only where an event ends.
  let pieces = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the server closed the connection");
    const ends = value.includes("\n\n") || (value.startsWith("\n") && pieces.at(-1)?.endsWith("\n"));
    pieces.push(value);
    if (!ends) continue;
    const told = pieces.join("").split("\n\n");
    pieces = [told.pop()];
    for (const lines of told.map((one) => one.split("\n"))) {
      const name = lines.find((line) => line.startsWith("event: "))?.slice(7);
      if (!name) continue;
      const said = JSON.parse(lines.find((line) => line.startsWith("data: "))?.slice(6) ?? "null");
      if (name === "failed") throw new Error(said.error);
      if (name === "done") return said;
      on[name]?.(said);
    }
  }
}

/** Writes a line where a screen reader hears it. */
export function tell(line, bad = false) {
  const status = at("status");
  if (!status) return;
  status.textContent = line;
  status.classList.toggle("bad", bad);
}

/** Whether an error only means that we stopped asking. */
export const isAbort = (problem) => problem.name === "AbortError";

/** A number for people. */
export function number(value) {
  if (typeof value !== "number") return typeof value === "string" ? value : JSON.stringify(value);
  if (Number.isInteger(value)) return value.toLocaleString("en").replace("-", "−");
  return String(Number(value.toPrecision(7))).replace("-", "−");
}

const THEMES = ["auto", "light", "dark"];
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

function label(button, theme) {
  button.textContent = SIGNS[theme];
  button.setAttribute("aria-label", `Theme: ${theme === "auto" ? "as the system has it" : theme}`);
}

function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try { localStorage.setItem("theme", theme); } catch { /* Then it lasts as long as the page. */ }
  const button = at("theme");
  label(button, theme);
  document.dispatchEvent(new Event("theme"));
}

const button = at("theme");
if (button) {
  label(button, document.documentElement.dataset.theme ?? "auto");
  button.addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme ?? "auto";
    setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]);
  });
}
