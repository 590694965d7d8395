// What Voila's front end expects of the page around it. It is a file of its own, so that the page's content
// security policy can forbid every script that is written into a page.

// Shows the cells when both the page and its theme are here, whichever comes last.
const showCells = () => {
  if (!window.themeLoaded) {
    window.cellLoaded = true; // the front end calls again when it has the theme
    return;
  }
  document.getElementById("loading")?.remove();
  const cells = document.getElementById("rendered_cells");
  if (cells) cells.style.display = "";
};

window.display_cells = window.voila_finish = showCells;
document.addEventListener("DOMContentLoaded", showCells);

// How many exercises of a lesson are done: at first, and after what the reader has done.
const showProgress = async () => {
  const place = document.querySelector("[data-lesson]");
  if (!place) return;
  const base = document.body.dataset.baseUrl.replace(/voila\/$/, "");
  const answer = await fetch(`${base}cardlab/progress?page=${encodeURIComponent(place.dataset.lesson)}`);
  const words = answer.ok ? await answer.text() : "";
  if (words && words !== place.textContent) place.textContent = words;
};

let later;
const soon = () => {
  clearTimeout(later);
  later = setTimeout(() => showProgress().catch(console.debug), 800);
};
document.addEventListener("DOMContentLoaded", soon);
document.addEventListener("click", soon);
document.addEventListener("keyup", ({ key }) => key === "Enter" && soon());
