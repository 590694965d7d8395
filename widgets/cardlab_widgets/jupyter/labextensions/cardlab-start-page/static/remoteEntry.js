// What the server of JupyterLab and Notebook gives to pages of the course: a style sheet and, on the start page,
// lists of lessons that say what has been done of each. They stand in the place of the plain lists, which stay
// where no server gives others, and are asked for again whenever the page is shown.
(() => {
  const NAME = "cardlab-start-page";
  const LISTS = ["cribbage", "canasta"]; // the cells that have the plain ones

  async function live(panel, address) {
    const [place, ...others] = panel.content.widgets.filter(({ model }) => LISTS.includes(model.id));
    if (!place) return;
    const { rendermime } = panel.content; // it makes links open in JupyterLab
    let shown; // as HTML, and what was made of it
    let made;

    async function renew() {
      const answer = await fetch(address);
      const html = answer.ok ? await answer.text() : shown;
      if (!html || html === shown) return;
      shown = html;
      const fresh = rendermime.createRenderer("text/html");
      await fresh.renderModel(rendermime.createModel({ data: { "text/html": html }, trusted: true }));
      if (made) made.node.replaceWith(fresh.node);
      else place.node.prepend(fresh.node);
      made?.dispose();
      made = fresh;
      for (const cell of [place, ...others]) cell.addClass("cardlab-replaced");
    }

    const whenSeen = () => document.visibilityState === "visible" && panel.isVisible && renew().catch(console.debug);
    const seen = new IntersectionObserver(whenSeen); // a tab of JupyterLab
    seen.observe(panel.node);
    document.addEventListener("visibilitychange", whenSeen); // a tab of the browser
    panel.disposed.connect(() => {
      seen.disconnect();
      document.removeEventListener("visibilitychange", whenSeen);
    });
  }

  const plugin = {
    id: `${NAME}:plugin`,
    autoStart: true,
    activate: (app) => {
      if (document.querySelector("[data-jupyter-lite-root]")) return; // no server
      const server = `${app.serviceManager.serverSettings.baseUrl}cardlab`;
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${server}/page.css` }));
      const open = async (panel) => {
        await panel.context.ready;
        if (panel.content.model?.getMetadata("cardlab")?.page === "index") live(panel, `${server}/start-page`);
      };
      app.docRegistry.addWidgetExtension("Notebook", { createNew: (panel) => void open(panel).catch(console.debug) });
    },
  };

  (globalThis._JUPYTERLAB ??= {})[NAME] = { init: () => {}, get: async () => () => ({ __esModule: true, default: plugin }) };
})();
