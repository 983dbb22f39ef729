// Plots, larger: a dialog with buttons and the wheel.
import { at, h } from "./page.js";

const dialog = at("zoomed");

function show(plot) {
  const image = h("img", { src: plot.src, alt: plot.alt });
  const view = h("div", { class: "view", tabindex: "0" }, image);
  let width = 100;
  const zoom = (factor) => {
    width = Math.min(800, Math.max(50, width * factor));
    image.style.width = `${width}%`;
  };
  const tool = (words, label, act) => h("button", { type: "button", "aria-label": label, click: act }, words);
  zoom(1);
  view.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
  }, { passive: false });
  view.addEventListener("keydown", (event) => {
    if (event.key === "+") zoom(1.25);
    if (event.key === "-") zoom(0.8);
  });
  dialog.replaceChildren(
    h("div", { class: "buttons" },
      tool("+", "Larger", () => zoom(1.25)), tool("−", "Smaller", () => zoom(0.8)),
      h("a", { href: plot.src, target: "_blank" }, "On its own"),
      tool("Close", "Close", () => dialog.close())),
    view,
  );
  dialog.showModal();
  view.focus();
}

for (const button of document.querySelectorAll(".plot")) button.addEventListener("click", () => show(button.querySelector("img")));
