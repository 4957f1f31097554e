// Runs before the first paint, so that the page never flashes in the wrong colours.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem("keima.preferences") ?? "{}");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the system's choice holds.
  }
})();
