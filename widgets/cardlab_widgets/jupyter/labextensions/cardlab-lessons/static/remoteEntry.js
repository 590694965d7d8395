// Makes a lesson of cardlab a page of a course, in JupyterLab and Notebook: its cells run when it is opened,
// its code is hidden, and a bar leads to the other lessons.
//
// What it is for is said by the notebook's metadata, {"cardlab": {"page": NAME, "previous": PATH, "index": PATH,
// "next": PATH}}; any other notebook is left alone. Only trusted cells are run without being asked.
//
// This file is the source as well as what is shipped. JupyterLab loads extensions as containers of webpack's
// module federation, objects with the two functions `init` and `get` (at the end), which need no build.
(() => {
  "use strict";

  const NAME = "cardlab-lessons";
  const VIEW = "application/vnd.jupyter.widget-view+json";
  const PAUSE_MS = 700; // after the last press, before the progress is asked for

  let shared; // JupyterLab's own modules: what webpack calls the share scope
  const lib = async (name) => (await Object.values(shared[name])[0].get())();

  class Lesson {
    constructor(app, panel, libs, about) {
      Object.assign(this, libs, { app, panel, about, context: panel.context, session: panel.sessionContext });
      this.restarts = 0;
      this.started = ""; // for which kernel the cells were run
      panel.addClass("cardlab-lesson");
      panel.toolbar.hide();
      if (this.about.index) this.addBar();
      app.shell.collapseLeft?.();
    }

    get cells() {
      return this.panel.content.widgets.filter((cell) => cell.model.type === "code");
    }

    // "alive": its cells have run. "waiting": a button starts it; it is not trusted, or its kernel has ended.
    set state(state) {
      this.panel.node.dataset.lesson = state;
    }

    get kernel() {
      return this.session.session?.kernel;
    }

    watch() {
      if (!this.cells.length) return;
      this.cells.find((cell) => cell.model.id === "ready")?.addClass("cardlab-ready");
      this.session.kernelChanged.connect((_, { newValue }) => (newValue ? this.start() : (this.state = "waiting")));
      this.session.statusChanged.connect((_, status) => this.onStatus(status));
      this.session.iopubMessage.connect((_, message) => {
        if (message.header.msg_type === "comm_msg") this.askSoon();
      });
      this.MessageLoop.installMessageHook(this.panel, (_, message) => this.onMessage(message));
      this.start();
    }

    onStatus(status) {
      if (status === "dead") this.state = "waiting";
      if (status === "restarting" || status === "autorestarting") this.restarts += 1;
      if (status === "idle" && this.started && this.restarts) this.start();
    }

    // A tab behind others starts when somebody looks at it; one that is closed is saved first, without a question.
    onMessage({ type }) {
      if (type === "after-show" || type === "after-attach") this.start();
      if (type !== "close-request" || !this.context.model.dirty || this.unsaved) return true;
      this.context.save().catch(() => (this.unsaved = true)).then(() => this.panel.close());
      return false;
    }

    // ---------------------------------------------------------------- running

    async start() {
      if (!this.panel.isVisible) return;
      await this.session.ready;
      const { kernel } = this;
      if (!kernel || this.panel.isDisposed) return;
      const key = `${kernel.id} ${this.restarts}`;
      if (this.started === key) return;
      this.started = key;
      await kernel.info;
      if (await this.isAlive(kernel)) this.begun();
      else if (this.cells.every((cell) => cell.model.trusted)) await this.run();
      else this.state = "waiting";
    }

    // Whether what the notebook shows is there in the kernel: after the page was loaded again.
    async isAlive(kernel) {
      const outputs = this.cells.flatMap((cell) => cell.model.outputs.toJSON());
      const ids = outputs.map((output) => output.data?.[VIEW]?.model_id).filter(Boolean);
      if (!ids.length) return false;
      const { content } = await kernel.requestCommInfo({ target_name: "jupyter.widget" });
      return ids.every((id) => id in (content.comms ?? {}));
    }

    // CodeCell.execute, unlike the commands in the menu, moves neither the page nor the active cell. What it
    // rejects was run anew meanwhile, by a restart or by hand.
    async run() {
      this.state = "running";
      const runs = this.cells.map((cell) => cell.constructor.execute(cell, this.session, {}));
      const replies = await Promise.allSettled(runs);
      if (this.panel.isDisposed) return;
      this.context.model.dirty = false; // nothing of the reader's own is in it yet
      if (replies.every(({ value }) => (value?.content.status ?? "ok") === "ok")) this.begun();
      else this.state = "waiting";
    }

    begun() {
      this.state = "alive";
      this.ask();
    }

    async onButton() {
      if (this.kernel && this.kernel.status !== "dead") return this.run();
      for (const cell of this.cells) cell.model.trusted = true; // for `start`
      return this.session.changeKernel({ name: this.session.kernelPreference.name ?? "python3" });
    }

    // ---------------------------------------------------------------- the bar

    addBar() {
      const node = document.createElement("nav");
      node.className = "cardlab-bar";
      node.setAttribute("aria-label", "Lessons");
      this.link(node, "previous", "← previous");
      this.link(node, "index", "all lessons");
      this.link(node, "next", "next →");
      this.progress = node.appendChild(document.createElement("span"));
      this.progress.className = "cardlab-progress";
      this.addButton(node, "Start this lesson", () => this.onButton()).className = "cardlab-start";
      const code = this.addButton(node, "Show code", () => {
        const shown = this.panel.toggleClass("cardlab-code");
        code.setAttribute("aria-pressed", String(shown));
        this.panel.toolbar.setHidden(!shown);
      });
      code.setAttribute("aria-pressed", "false");
      code.hidden = !this.cells.length;
      this.panel.contentHeader.addWidget(new this.Widget({ node }));
    }

    addButton(node, text, onclick) {
      const button = document.createElement("button");
      return node.appendChild(Object.assign(button, { type: "button", textContent: text, onclick }));
    }

    link(node, name, text) {
      const { PageConfig, PathExt, URLExt } = this;
      if (!this.about[name]) return;
      const path = PathExt.join(PathExt.dirname(this.context.path), this.about[name]);
      const place = PageConfig.getOption("notebookPage") || "lab/tree"; // Notebook has a page for each file
      const link = document.createElement("a");
      link.textContent = text;
      link.href = URLExt.join(PageConfig.getBaseUrl(), place, URLExt.encodeParts(path));
      link.onclick = (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return; // into a tab of its own
        event.preventDefault();
        this.leave(path, link.href);
      };
      node.append(link);
    }

    // To another lesson, in the place of this one.
    async leave(path, href) {
      if (this.PageConfig.getOption("notebookPage")) {
        if (this.context.model.dirty) await this.context.save();
        location.assign(href);
      } else {
        await this.app.commands.execute("docmanager:open", { path });
        this.panel.close();
      }
    }

    // ---------------------------------------------------------------- the progress

    askSoon() {
      clearTimeout(this.asking);
      this.asking = setTimeout(() => this.ask(), PAUSE_MS);
    }

    async ask() {
      if (!this.kernel || this.panel.isDisposed) return;
      const done = `__import__("cardlab_exercises").lesson_progress(${JSON.stringify(this.about.page)})`;
      const request = { code: "", silent: true, store_history: false, user_expressions: { done } };
      const { content } = await this.kernel.requestExecute(request).done;
      const [, right, all] = /(\d+), (\d+)/.exec(content.user_expressions?.done?.data?.["text/plain"]) ?? [];
      if (all > 0) this.progress.textContent = `${right} of ${all} exercises done`;
    }
  }

  const STYLE = `
    .cardlab-bar { display: flex; align-items: center; gap: 4px 18px; min-height: 36px; padding: 0 16px;
      border-bottom: 1px solid var(--jp-border-color2); background: var(--jp-layout-color1);
      color: var(--jp-ui-font-color1); font: 13px var(--jp-ui-font-family); white-space: nowrap; overflow-x: auto; }
    .cardlab-bar a { color: var(--jp-content-link-color, var(--jp-brand-color1)); }
    .cardlab-bar a:hover { text-decoration: underline; }
    .cardlab-bar :focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 2px; }
    .cardlab-progress { margin-inline-start: auto; color: var(--jp-ui-font-color2); }
    .cardlab-bar button { font: inherit; padding: 3px 12px; border: 1px solid var(--jp-border-color0, #888);
      border-radius: 7px; background: transparent; color: inherit; cursor: pointer; }
    .cardlab-bar [hidden], .cardlab-lesson:not([data-lesson="waiting"]) .cardlab-start { display: none; }
    .cardlab-bar .cardlab-start { border-color: transparent; background: var(--jp-brand-color1); color: var(--jp-ui-inverse-font-color1); }
    .cardlab-lesson .jp-Notebook > * { max-width: 1180px; margin-inline: auto; }
    .cardlab-lesson .jp-RenderedMarkdown { border-color: transparent; }
    .cardlab-lesson .jp-RenderedMarkdown :is(h1, h2, h3) { font: 600 1.5em/1.25 "Cardlab Serif", "Noto Serif", Cambria, serif; }
    .cardlab-lesson .jp-RenderedMarkdown h1 { font-size: 2.1em; }
    .cardlab-lesson .jp-RenderedMarkdown > :is(p, ul, ol) { max-width: 80ch; }
    .cardlab-lesson .jp-MarkdownCell:first-child blockquote:first-of-type,
    .cardlab-lesson:not(.cardlab-code) :is(.jp-CodeCell .jp-Cell-inputWrapper, .jp-InputPrompt, .jp-OutputPrompt,
      .jp-Collapser, .jp-cell-toolbar, .jp-collapseHeadingButton, .jp-Notebook-footer),
    .cardlab-lesson:not(.cardlab-code) .cardlab-ready:not(:has([data-mime-type$="stderr"])) { display: none; }`;

  async function open(app, panel) {
    await panel.context.ready;
    const about = panel.content.model?.getMetadata("cardlab");
    if (typeof about?.page !== "string") return;
    const session = panel.sessionContext;
    if (![...panel.content.model.cells].some((cell) => cell.type === "code"))
      session.kernelPreference = { ...session.kernelPreference, shouldStart: false }; // nothing to run
    new Lesson(app, panel, await libs, about).watch();
  }

  let libs;

  async function load() {
    const names = ["@jupyterlab/coreutils", "@lumino/messaging", "@lumino/widgets"];
    const [{ PageConfig, PathExt, URLExt }, { MessageLoop }, { Widget }] = await Promise.all(names.map(lib));
    return { PageConfig, PathExt, URLExt, MessageLoop, Widget };
  }

  const plugin = {
    id: `${NAME}:plugin`,
    description: "Runs the lessons of cardlab when they are opened.",
    autoStart: true,
    activate: (app) => {
      libs = load();
      document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
      app.docRegistry?.addWidgetExtension("Notebook", {
        createNew: (panel) => void open(app, panel).catch((error) => console.warn(`${NAME}:`, error)),
      });
    },
  };

  (globalThis._JUPYTERLAB ??= {})[NAME] = {
    init: (scope) => void (shared = scope),
    get: async (name) => {
      if (name !== "./extension") throw new Error(`${NAME} has no module ${name}`);
      return () => ({ __esModule: true, default: plugin });
    },
  };
})();
