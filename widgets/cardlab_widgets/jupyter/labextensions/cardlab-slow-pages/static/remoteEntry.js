// Shows on a slow page what Jupyter Widgets gave up on. They look for a widget's model for two seconds. Where the page
// is busy for so long with making all models, as on a phone, they say that there is none just when there are all.
(() => {
  const NAME = "cardlab-slow-pages";
  const WIDGET = "application/vnd.jupyter.widget-view+json";
  const GIVEN_UP = "Error displaying widget: model not found";
  const TIMES = 5;

  let shared;

  function patient(renderer) {
    const render = renderer.renderModel.bind(renderer);
    renderer.renderModel = async (model) => {
      await render(model);
      for (let left = TIMES; left && !renderer.isDisposed && renderer.node.textContent === GIVEN_UP; left -= 1) {
        renderer.removeClass("jupyter-widgets");
        await render(model);
      }
    };
    return renderer;
  }

  function activate(app, rendermime) {
    const create = rendermime.createRenderer.bind(rendermime);
    rendermime.createRenderer = (type) => (type === WIDGET ? patient(create(type)) : create(type));
  }

  async function get() {
    const { IRenderMimeRegistry } = (await Object.values(shared["@jupyterlab/rendermime"])[0].get())();
    const plugin = { id: `${NAME}:plugin`, autoStart: true, requires: [IRenderMimeRegistry], activate };
    return () => ({ __esModule: true, default: plugin });
  }

  (globalThis._JUPYTERLAB ??= {})[NAME] = { init: (scope) => void (shared = scope), get };
})();
