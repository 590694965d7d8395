// Makes a notebook a page of the course: its cells run when it is opened, its code is hidden, and a bar leads on.
// Its metadata asks for that:
//     {"cardlab": {"page": NAME, "previous": PATH, "index": PATH, "next": PATH}}
// Cells that Jupyter does not trust are shown, and run when the reader starts them.
(() => {
  const NAME = "cardlab-lessons";

  let shared;
  const lib = async (name) => (await Object.values(shared[name])[0].get())();
  const quietly = (work) => work.catch(console.debug);
  const lite = document.querySelector("[data-jupyter-lite-root]"); // kernels end with their page
  const keepAll = () => lite && navigator.serviceWorker?.controller?.postMessage("cardlab: keep"); // offline

  class Lesson {
    constructor(app, panel, about) {
      const { context, sessionContext: session } = panel;
      Object.assign(this, { app, panel, about, context, session, restarts: 0, saved: Promise.resolve() });
      this.data = panel.node.dataset; // lesson: "running", "alive", or "waiting" for its button
    }

    get cells() {
      return this.panel.content.widgets.filter((cell) => cell.model.type === "code");
    }

    get trusted() {
      return this.cells.every((cell) => cell.model.trusted);
    }

    get kernel() {
      return this.session.session?.kernel;
    }

    async show() {
      const { panel, session } = this;
      const code = [...panel.content.model.cells].some((cell) => cell.type === "code");
      if (!code) session.kernelPreference = { ...session.kernelPreference, shouldStart: false };
      panel.addClass("cardlab-lesson");
      this.showCode(!this.trusted); // of others: what will run is seen first
      this.app.shell.collapseLeft?.();
      const [{ Widget }, { MessageLoop }] = await Promise.all(["@lumino/widgets", "@lumino/messaging"].map(lib));
      if (this.about.index) panel.contentHeader.addWidget(new Widget({ node: this.bar(code) }));
      if (!code) return keepAll();
      this.cells.find((cell) => cell.model.id === "ready")?.addClass("cardlab-ready");
      session.kernelChanged.connect((_, change) => this.onKernel(change));
      session.statusChanged.connect((_, status) => this.onStatus(status));
      session.iopubMessage.connect((_, message) => this.onMessage(message));
      MessageLoop.installMessageHook(panel, (_, { type }) => this.onPanel(type));
      this.start();
    }

    onKernel({ newValue }) {
      if (newValue) this.start();
      else if (this.lastRun) this.data.lesson = "waiting";
    }

    onStatus(status) {
      if (status.endsWith("restarting")) this.restarts += 1;
      if (status === "idle" && this.restarts) this.start();
    }

    onMessage({ header }) {
      if (header.msg_type === "status" || this.data.lesson !== "alive") return;
      this.context.model.dirty = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.save(), 700);
    }

    onPanel(type) {
      if (type === "after-show" || type === "after-attach") this.start();
      if (type !== "close-request" || !this.isToSave) return true;
      this.save().then(() => this.panel.close());
      return false;
    }

    get isToSave() {
      const { canSave, model } = this.context;
      return this.data.lesson !== "waiting" && canSave && model.dirty && !this.failed;
    }

    // One after the other, or JupyterLab sees a conflict. A busy kernel is not waited for.
    save() {
      const save = async () => {
        await Promise.race([quietly(this.ask()), new Promise((go) => setTimeout(go, 2000))]);
        if (this.isToSave) await this.context.save();
      };
      return (this.saved = this.saved.then(save).catch(() => (this.failed = true)));
    }

    start() {
      if (this.panel.isVisible) quietly(this.startOnce());
    }

    async startOnce() {
      await this.session.ready;
      const { kernel } = this;
      const run = `${kernel?.id} ${this.restarts}`;
      if (!kernel || this.lastRun === run) return;
      this.lastRun = run;
      await Promise.all([kernel.info, kernel.spec]);
      const { trusted } = this;
      this.data.lesson = (await this.isAlive(kernel)) || (trusted && (await this.run())) ? "alive" : "waiting";
      keepAll();
      if (trusted) await this.ask();
    }

    // Whether the kernel has the tables shown, as after a reload.
    async isAlive(kernel) {
      const outputs = this.cells.flatMap((cell) => cell.model.outputs.toJSON());
      const ids = outputs.map((output) => output.data?.["application/vnd.jupyter.widget-view+json"]?.model_id).filter(Boolean);
      if (lite || !ids.length) return false;
      const { content } = await kernel.requestCommInfo({ target_name: "jupyter.widget" });
      return ids.every((id) => id in content.comms);
    }

    // Whether all cells ran. CodeCell.execute moves nothing; what it rejects was run anew.
    async run() {
      const { model } = this.context;
      const dirty = this.data.lesson && model.dirty; // at first by JupyterLab
      this.data.lesson = "running";
      const runs = [];
      for (const cell of this.cells) {
        runs.push(cell.constructor.execute(cell, this.session, {}));
        if (lite) await Promise.allSettled(runs); // presses wait for one cell there, not for all
      }
      const replies = await Promise.allSettled(runs);
      model.dirty = !!dirty; // new outputs are nothing to save
      return replies.every(({ value }) => (value?.content.status ?? "ok") === "ok");
    }

    async onStart() {
      const { name } = this.session.kernelPreference;
      for (const cell of this.cells) cell.model.trusted = true;
      this.lastRun = "";
      await (this.kernel ? this.startOnce() : this.session.changeKernel({ name }));
    }

    // The kernel first tells what its tables show.
    async ask() {
      const done = `__import__("cardlab_widgets").lesson_state(${JSON.stringify(this.about.page)})`;
      const request = { code: "", silent: true, store_history: false, user_expressions: { done } };
      const { content } = await this.kernel.requestExecute(request).done;
      const [, right, all] = /(\d+), (\d+)/.exec(content.user_expressions?.done?.data?.["text/plain"]) ?? [];
      if (all > 0) this.progress.textContent = `Exercises done: ${right} of ${all}`;
    }

    bar(code) {
      const bar = document.createElement("nav");
      const add = (tag, parts) => bar.appendChild(Object.assign(document.createElement(tag), parts));
      bar.className = "cardlab-bar";
      bar.ariaLabel = "Lessons";
      for (const [name, textContent] of [["previous", "← previous"], ["index", "all lessons"], ["next", "next →"]]) {
        const link = this.link(this.about[name]);
        if (link) add("a", { textContent, ...link });
      }
      this.progress = add("span", { role: "status" });
      if (!code) return bar;
      const onclick = () => quietly(this.onStart());
      add("button", { textContent: "Start this lesson", className: "cardlab-start", onclick });
      const ariaPressed = this.panel.hasClass("cardlab-code");
      const button = add("button", { textContent: "Show code", ariaPressed });
      button.onclick = () => (button.ariaPressed = this.showCode());
      return bar;
    }

    showCode(wanted) {
      const shown = this.panel.toggleClass("cardlab-code", wanted);
      this.panel.toolbar.setHidden(!shown);
      return shown;
    }

    // To another page, in this one's place; to no script. Notebook has no tabs.
    link(target) {
      const place = document.body.dataset.notebook;
      const root = new URL(`${place ?? "lab/tree"}/`, this.app.serviceManager.serverSettings.baseUrl);
      const { href } = new URL(target, root + this.context.path.split("/").map(encodeURIComponent).join("/"));
      if (!target || !href.startsWith(root.href)) return;
      const path = decodeURIComponent(href.slice(root.href.length));
      const onclick = (event) => {
        if (event.ctrlKey || event.metaKey) return; // a new tab
        event.preventDefault();
        this.app.commands.execute("docmanager:open", { path }).then(() => this.panel.close());
      };
      if (lite) return { href: `${root}index.html?path=${encodeURIComponent(path)}` };
      return place ? { href } : { href, onclick };
    }
  }

  const STYLE = `
.cardlab-bar { display: flex; align-items: center; gap: 18px; min-height: 36px; padding: 0 16px; overflow-x: auto;
  white-space: nowrap; border-bottom: 1px solid var(--jp-border-color2); background: var(--jp-layout-color1); color: var(--jp-ui-font-color1);
  font: 13px var(--jp-ui-font-family);
  a { color: var(--jp-content-link-color); }
  span { margin-inline-start: auto; }
  button { padding: 3px 12px; border: 1px solid; border-radius: 7px; background: none; color: inherit; font: inherit; }
  .cardlab-start { background: var(--jp-brand-color1); color: var(--jp-ui-inverse-font-color1); }
}
.cardlab-lesson {
  .jp-Notebook > * { max-width: 1180px; margin-inline: auto; }
  .jp-MarkdownOutput { border-color: transparent; }
  .jp-MarkdownOutput > :is(p, ul) { max-width: 80ch; }
  .jp-MarkdownOutput :is(h1, h2, h3) { font-family: "Cardlab Serif", serif; font-weight: 600; }
  &:not([data-lesson="waiting"]) .cardlab-start, .jp-MarkdownCell:first-child blockquote { display: none; }
}
.cardlab-lesson:not(.cardlab-code) {
  .jp-Cell { outline: none !important; box-shadow: none !important; }
  .jp-CodeCell .jp-Cell-inputWrapper, [class*="Area-prompt"], .jp-Collapser, .jp-cell-toolbar,
  .jp-collapseHeadingButton, .jp-Notebook-footer, .cardlab-ready:not(:has([data-mime-type$="stderr"])) { display: none; }
}`;

  const activate = (app) => {
    const open = async (panel) => {
      await panel.context.ready;
      const about = panel.content.model?.getMetadata("cardlab");
      if (typeof about?.page === "string") await new Lesson(app, panel, about).show();
    };
    document.head.insertAdjacentHTML("beforeend", `<style>${STYLE}</style>`);
    app.docRegistry.addWidgetExtension("Notebook", { createNew: (panel) => void quietly(open(panel)) });
  };

  (globalThis._JUPYTERLAB ??= {})[NAME] = {
    init: (scope) => void (shared = scope),
    get: async () => () => ({ __esModule: true, default: { id: `${NAME}:plugin`, autoStart: true, activate } }),
  };
})();
