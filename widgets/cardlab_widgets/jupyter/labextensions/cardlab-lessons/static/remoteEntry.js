// Makes a notebook a page of the course, in JupyterLab and Notebook: its cells run when it is opened, its code is
// hidden, and a bar leads to other pages. Its metadata asks for that:
//     {"cardlab": {"page": NAME, "previous": PATH, "index": PATH, "next": PATH}}
// Cells that Jupyter does not trust run when the reader starts them.
//
// JupyterLab needs only a container of module federation, at the end.
(() => {
  const NAME = "cardlab-lessons";

  let shared; // its modules
  const lib = async (name) => (await Object.values(shared[name])[0].get())();
  const quietly = (work) => work.catch(console.debug); // kernels may end
  const lite = document.querySelector("[data-jupyter-lite-root]"); // JupyterLite: kernels end with their page
  const keepAll = () => lite && navigator.serviceWorker?.controller?.postMessage("cardlab: keep"); // for later, offline

  class Lesson {
    constructor(app, panel, about) {
      Object.assign(this, { app, panel, about, context: panel.context, session: panel.sessionContext });
      Object.assign(this, { restarts: 0, saved: Promise.resolve() });
      this.data = panel.node.dataset; // lesson: "running", "alive", or "waiting" for its button
    }

    get cells() {
      return this.panel.content.widgets.filter((cell) => cell.model.type === "code");
    }

    get kernel() {
      return this.session.session?.kernel;
    }

    async show() {
      const { panel, session } = this;
      const code = [...panel.content.model.cells].some((cell) => cell.type === "code");
      if (!code) session.kernelPreference = { ...session.kernelPreference, shouldStart: false }; // not yet started
      panel.addClass("cardlab-lesson");
      panel.toolbar.hide();
      this.app.shell.collapseLeft?.();
      const [{ Widget }, { MessageLoop }] = await Promise.all(["@lumino/widgets", "@lumino/messaging"].map(lib));
      if (this.about.index) panel.contentHeader.addWidget(new Widget({ node: this.bar(code) }));
      if (!code) return keepAll();
      this.cells.find((cell) => cell.model.id === "ready")?.addClass("cardlab-ready");
      session.kernelChanged.connect((_, { newValue }) => this.onKernel(newValue));
      session.statusChanged.connect((_, status) => this.onStatus(status));
      session.iopubMessage.connect((_, message) => this.onMessage(message));
      MessageLoop.installMessageHook(panel, (_, { type }) => this.onPanel(type));
      this.start();
    }

    onKernel(kernel) {
      if (kernel) this.start();
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
      this.timer = setTimeout(() => this.save(), 700); // when presses pause
    }

    // A tab behind others starts when shown. One that is closed is saved without a question.
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

    // One after the other, or JupyterLab sees a conflict. A kernel that is busy is not waited for.
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
      const trusted = this.cells.every((cell) => cell.model.trusted);
      this.data.lesson = (await this.isAlive(kernel)) || (trusted && (await this.run())) ? "alive" : "waiting";
      keepAll();
      if (trusted) await this.ask();
    }

    // Whether the tables shown are in the kernel, as after the page was loaded again.
    async isAlive(kernel) {
      const outputs = this.cells.flatMap((cell) => cell.model.outputs.toJSON());
      const ids = outputs.map((output) => output.data?.["application/vnd.jupyter.widget-view+json"]?.model_id).filter(Boolean);
      if (lite || !ids.length) return false;
      const { content } = await kernel.requestCommInfo({ target_name: "jupyter.widget" });
      return ids.every((id) => id in content.comms);
    }

    // Whether all cells ran. CodeCell.execute, unlike JupyterLab's commands, moves neither page nor active cell. What
    // it rejects was run anew.
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
      model.dirty = Boolean(dirty); // new outputs are nothing to save
      return replies.every(({ value }) => (value?.content.status ?? "ok") === "ok");
    }

    async onStart() {
      const { name } = this.session.kernelPreference;
      for (const cell of this.cells) cell.model.trusted = true;
      this.lastRun = "";
      await (this.kernel ? this.startOnce() : this.session.changeKernel({ name }));
    }

    // The kernel first tells what its tables show by now.
    async ask() {
      const done = `__import__("cardlab_widgets").lesson_state(${JSON.stringify(this.about.page)})`;
      const request = { code: "", silent: true, store_history: false, user_expressions: { done } };
      const { content } = await this.kernel.requestExecute(request).done;
      const [, right, all] = /(\d+), (\d+)/.exec(content.user_expressions?.done?.data?.["text/plain"]) ?? [];
      if (all > 0) this.progress.textContent = `${right} of ${all} exercises done`;
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
      const start = add("button", { textContent: "Start this lesson", className: "cardlab-start" });
      start.onclick = () => quietly(this.onStart());
      const button = add("button", { textContent: "Show code", ariaPressed: "false" });
      button.onclick = () => {
        const shown = this.panel.toggleClass("cardlab-code");
        button.ariaPressed = String(shown);
        this.panel.toolbar.setHidden(!shown);
      };
      return bar;
    }

    // To another page, in this one's place; to no script. Notebook has an address for each file instead of tabs.
    link(target) {
      const place = document.body.dataset.notebook;
      const root = new URL(`${place ?? "lab/tree"}/`, this.app.serviceManager.serverSettings.baseUrl);
      const { href } = new URL(target, root + this.context.path.split("/").map(encodeURIComponent).join("/"));
      if (!target || !href.startsWith(root.href)) return;
      const path = decodeURIComponent(href.slice(root.href.length));
      const onclick = (event) => {
        if (event.ctrlKey || event.metaKey) return; // into a new tab
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

  async function open(app, panel) {
    await panel.context.ready;
    const about = panel.content.model?.getMetadata("cardlab");
    if (typeof about?.page === "string") await new Lesson(app, panel, about).show();
  }

  const plugin = {
    id: `${NAME}:plugin`,
    autoStart: true,
    activate: (app) => {
      document.head.insertAdjacentHTML("beforeend", `<style>${STYLE}</style>`);
      app.docRegistry.addWidgetExtension("Notebook", { createNew: (panel) => void quietly(open(app, panel)) });
    },
  };

  (globalThis._JUPYTERLAB ??= {})[NAME] = {
    init: (scope) => void (shared = scope),
    get: async () => () => ({ __esModule: true, default: plugin }),
  };
})();
