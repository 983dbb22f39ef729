// Sets the theme that was chosen before anything is drawn, so that nothing flashes.
(() => {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system's theme it is.
  }
})();
