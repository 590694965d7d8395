// Keeps every file of the site in the browser, so that the course works without the network.
//
// JupyterLite's own worker, which this one loads, passes the files that a lesson writes between page and kernel. It
// would answer every request, so this one answers those for files of the site first.
(() => {
  const { VERSION, FILES } = __SITE__;
  const ROOT = new URL("./", self.location);
  const OWN = `cardlab ${ROOT.pathname} `; // the caches of a server are those of all sites on it
  const CACHE = OWN + VERSION;
  const KNOWN = new Set(FILES);
  const AT_ONCE = 4;
  const QUIET_MS = 2000;
  const PATIENCE_MS = 60_000; // for a lesson that does not come up

  // The file of the site that a URL leads to, whatever its query; undefined for others.
  function fileOf(url) {
    if (!url.href.startsWith(ROOT.href)) return undefined;
    let path;
    try {
      path = decodeURIComponent(url.pathname.slice(ROOT.pathname.length));
    } catch {
      return undefined; // no UTF-8
    }
    return [path, `${path}index.html`].find((name) => KNOWN.has(name) && (name === path || path === "" || path.endsWith("/")));
  }

  async function answer(file) {
    const cache = await caches.open(CACHE);
    const url = new URL(file, ROOT);
    const kept = await cache.match(url);
    if (kept) return kept;
    const get = () => fetch(url, { cache: "no-cache" });
    const reply = await get().catch(() => new Promise((go) => setTimeout(go, 500)).then(get)); // a busy server refuses some
    if (!reply.redirected) {
      if (reply.ok) await cache.put(url, reply.clone());
      return reply;
    }
    // To the same file under another name, which a page takes only as if it had come from here; or to another page,
    // such as a login, that is not to be kept in the place of the file.
    const plain = new Response(reply.body, reply);
    if (reply.ok && fileOf(new URL(reply.url)) === file) await cache.put(url, plain.clone());
    return plain;
  }

  async function tell(message) {
    for (const page of await self.clients.matchAll()) page.postMessage(message);
  }

  let asked = 0; // when a file was last asked for
  let opening = 0; // when a lesson began to load that has not said yet that its tables answer
  let filling;

  async function quiet() {
    const busy = () => Date.now() - asked < QUIET_MS || Date.now() - opening < PATIENCE_MS;
    while (busy()) await new Promise((go) => setTimeout(go, QUIET_MS / 4));
  }

  // Fetches what is not there yet, while no page is being loaded, and tells the pages how far it is.
  async function fill() {
    await quiet();
    const cache = await caches.open(CACHE);
    const there = new Set((await cache.keys()).map((request) => fileOf(new URL(request.url))));
    const missing = FILES.filter((file) => !there.has(file));
    const report = () => tell({ cardlab: "kept", kept: FILES.length - missing.length, left: missing.length });
    const work = async () => {
      while (missing.length) {
        if (opening) await quiet();
        await answer(missing.shift());
        if (missing.length % 20 === 0) await report();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await report();
  }

  const fillOnce = () => (filling ??= fill().catch(() => undefined).finally(() => (filling = undefined)));

  async function start() {
    await self.clients.claim(); // first, or the old worker would begin its cache anew
    for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name);
  }

  self.addEventListener("activate", (event) => event.waitUntil(start()));
  self.addEventListener("fetch", (event) => {
    const file = event.request.method === "GET" && fileOf(new URL(event.request.url));
    if (!file) return;
    event.stopImmediatePropagation();
    asked = Date.now();
    if (event.request.mode === "navigate" && file.startsWith("notebooks/")) opening = Date.now();
    const reply = answer(file);
    event.respondWith(reply);
    if (!file.startsWith("static/pyodide/")) return;
    event.waitUntil(tell({ cardlab: "asked", file }));
    event.waitUntil(reply.then(() => tell({ cardlab: "answered", file })).catch(() => undefined));
  });
  self.addEventListener("message", (event) => {
    if (event.data !== "cardlab: keep") return; // the page that says so has all that it needs
    opening = 0;
    event.waitUntil(fillOnce());
  });
})();

importScripts("jupyterlite-worker.js");
