// Says what is being loaded until the tables of a notebook answer, and hides JupyterLite's menu.
(() => {
  const path = new URLSearchParams(location.search).get("path") ?? "";
  document.documentElement.dataset.page = path.startsWith("demos/") ? "demo" : "lesson";

  const box = document.createElement("div");
  box.id = "cardlab-opening";
  box.role = "status";
  box.innerHTML = '<span aria-hidden="true">♠ ♥ ♣ ♦</span> <b></b> <progress max="5"></progress>';
  const [text, progress] = box.querySelectorAll("b, progress");
  let step = 0;

  // Steps follow each other; a file that is asked for late leads to no earlier one.
  function show(number, words) {
    if (number < step) return;
    step = progress.value = number;
    text.textContent = words;
  }

  // The worker, where it runs already, tells of the files of Python that it is asked for and has answered.
  const files = { asked: 0, answered: 0 };
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (!(data?.cardlab in files)) return;
    files[data.cardlab] += 1;
    const { asked, answered } = files;
    if (answered < asked) show(2, `Loading Python: ${answered} of ${asked} files`);
    else show(3, "Starting Python");
  });

  // Whether all is there; the lessons' extension says how far a notebook is. One without code needs no Python.
  function follow() {
    const lesson = document.querySelector(".cardlab-lesson");
    const cells = lesson && globalThis.jupyterapp?.shell?.currentWidget?.content?.model?.cells;
    if (cells && ![...cells].some(({ type }) => type === "code")) return box.remove();
    const state = lesson?.dataset.lesson;
    if (state === "running") show(4, "Setting the table");
    else if (step < 2 && document.querySelector(".jp-Notebook")) show(2, "Loading Python");
    if (state === "alive" || state === "waiting") box.remove();
    else setTimeout(follow, 100);
  }

  // The menu comes with the code: what it offers is for those who write some.
  async function hideMenu() {
    while (!globalThis.jupyterapp?.shell?.menu) await new Promise((go) => setTimeout(go, 50));
    const update = () => jupyterapp.shell.menu.setHidden(!document.querySelector(".cardlab-code"));
    update();
    document.addEventListener("click", ({ target }) => target.closest?.(".cardlab-bar button") && update());
  }

  addEventListener("DOMContentLoaded", () => {
    document.body.append(box);
    show(1, "Loading the page");
    follow();
    hideMenu();
  });
})();
