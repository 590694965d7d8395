// The browser part of a cardlab widget: it swaps in the HTML that Python made, keeps focus and typed
// text, moves cards to their new places and sends what a person does. It decides no rule.
// render.py lists its data- attributes. What only some pages need is in table.js and projector.js, which
// follow this text in the module of such a page and put a class of their own over View.

const PLAY_MS = 1600;
const PATIENCE_MS = 8000;
const MOVE = { duration: 220, easing: "cubic-bezier(.2,.7,.2,1)" };
const HEARD = { pointerdown: "touch", pointerup: "lift", click: "click", keydown: "key" };
const STEPS = ["next", "back", "on"];
const isChoice = (input) => input.type === "radio" || input.type === "checkbox";
const isLocked = (input) => input.readOnly || input.disabled;
// What stands in a form: boxes of one name together, their values parted by spaces.
const valuesOf = (form) => {
  const data = form ? new FormData(form) : new FormData();
  const boxes = [...(form?.elements ?? [])].filter((input) => isChoice(input) && !input.disabled);
  const names = new Set([...data.keys(), ...boxes.map((input) => input.name)]);
  return Object.fromEntries([...names].map((name) => [name, data.getAll(name).join(" ")]));
};
const made = (name, how) => Object.assign(document.createElement(name), how);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// The shapes of all faces stand once in the page, as long as any widget needs them. Inside a shadow root, as in
// marimo, those of the page cannot be used, and it has its own.
function useSprite(svg, el) {
  const root = el.getRootNode();
  const place = root instanceof ShadowRoot ? root : document.body;
  let holder = place.querySelector("#cardlab-sprite");
  if (!holder) {
    holder = made("div", { id: "cardlab-sprite", innerHTML: svg });
    place.append(holder);
  }
  holder.uses = (holder.uses ?? 0) + 1;
  return () => {
    holder.uses -= 1;
    if (!holder.uses) holder.remove();
  };
}

// `fit` gives `old` the children of `fresh` and keeps its own that are equal, or have the same name and
// can be made so: what stays need not be laid out again.
const nameOf = ({ nodeName, dataset: data, classList }) =>
  [nodeName, data?.key ?? data?.id ?? data?.zone ?? data?.form, classList?.[0]].join();
const isWhole = (node) => !node.matches || node.matches("svg, textarea, [popover]");

// A time as the text has it, year first, in the zone of who reads it.
const hereAt = (iso) => {
  const at = new Date(iso);
  const two = (number) => String(number).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
};

function fit(old, fresh) {
  const left = [...old.childNodes];
  const taken = (fits) => {
    const at = left.findIndex(fits);
    return at < 0 ? null : left.splice(at, 1)[0];
  };
  const pairs = [...fresh.childNodes].map((node) => [node, taken((own) => own.isEqualNode(node))]);
  const placed = pairs.map(([node, equal]) => {
    const like = equal || isWhole(node) ? null : taken((own) => nameOf(own) === nameOf(node));
    if (!like) return equal ?? node;
    liken(like, node);
    fit(like, node);
    return like;
  });
  for (const node of left) node.remove();
  placed.forEach((node, at) => old.childNodes[at] === node || old.insertBefore(node, old.childNodes[at] ?? null));
}

// What was typed stays while its form asks the same and Python says nothing else.
function liken(old, fresh) {
  const said = isChoice(old) ? old.defaultChecked !== fresh.checked : old.defaultValue !== fresh.value;
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "INPUT" && (said || isLocked(old))) [old.value, old.checked] = [fresh.value, fresh.checked];
}

let View = class {
  constructor(model, el) {
    this.model = model;
    this.name = Math.random().toString(36).slice(2);
    this.sent = 0;
    this.waiting = new Map();
    this.queue = Promise.resolve();
    this.unsent = []; // cards tapped whose message waits
    this.own = null; // what was pressed here and is not answered yet
    this.playing = 0;
    this.beating = 0;
    this.root = made("div", { className: "cardlab", tabIndex: -1 });
    this.stage = made("div");
    this.live = made("p", { className: "live", role: "status", ariaLive: "polite" });
    this.root.append(this.stage, this.live);
    el.append(this.root);
    this.dropSprite = useSprite(model.get("_sprite"), el);

    const colour = () => this.root.classList.toggle("four-colour", model.get("four_colour"));
    const renew = () => model.get("rev") === this.rev && this.swap(true);
    this.told = { "change:rev": () => this.swap(), "change:html": renew, "change:four_colour": colour, "msg:custom": (answer) => this.answered(answer) };
    for (const name in this.told) model.on(name, this.told[name]);
    for (const [name, way] of Object.entries(HEARD)) this.root.addEventListener(name, (event) => this[way](event));
    this.root.addEventListener("focusin", (event) => this.rove(event.target));
    this.root.addEventListener("change", (event) => this.take(event.target));
    this.root.addEventListener("submit", (event) => event.preventDefault());
    colour();
    this.swap();
  }

  remove() {
    this.stop();
    clearTimeout(this.beating);
    for (const name in this.told) this.model.off(name, this.told[name]);
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
    this.dropSprite();
    this.root.remove();
  }

  all(selector) {
    return [...this.stage.querySelectorAll(selector)];
  }

  byId(id) {
    return this.stage.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  // Only the live region's text changes; the same text twice is told apart by a space.
  say(text, shown = false) {
    this.live.textContent = text && this.live.textContent === text ? `${text}\u00a0` : text;
    this.live.classList.toggle("shown", shown);
  }

  // -------------------------------- messages

  post(action, values = {}) {
    const id = `${this.name}-${(this.sent += 1)}`;
    return new Promise((done) => {
      const timer = setTimeout(() => this.say("Still waiting for the kernel. If it ended, run all cells or load the page again.", true), PATIENCE_MS);
      this.waiting.set(id, { done, timer });
      this.root.setAttribute("aria-busy", "true");
      try {
        this.model.send({ id, rev: this.model.get("rev"), action, values });
      } catch {
        this.answered({ id });
        this.say("The kernel is gone. Run all cells or load the page again to go on.", true);
      }
    });
  }

  answered(answer) {
    const waiting = this.waiting.get(answer?.id);
    if (!waiting) return; // for another view
    clearTimeout(waiting.timer);
    this.waiting.delete(answer.id);
    if (!this.waiting.size) this.root.removeAttribute("aria-busy");
    if (answer.ok !== undefined && this.live.classList.contains("shown")) this.say(this.model.get("status"));
    waiting.done(answer);
  }

  // Cards tapped quickly and steps are sent one after the other, each for the page that the last led to;
  // any other button waits for them, and pressed twice it is out of date.
  tap(card) {
    const { id, action } = card.dataset;
    this.own = this.placeOf(card);
    this.unsent.push(id);
    this.toggle(id);
    this.queue = this.queue.then(() => {
      this.unsent.shift();
      return this.post(action, valuesOf(this.stage.querySelector("form:not(.tools)")));
    });
  }

  toggle(id) {
    const card = this.byId(id);
    card?.setAttribute("aria-pressed", String(card.getAttribute("aria-pressed") !== "true"));
  }

  press(button) {
    if (button.getAttribute("aria-disabled") === "true") {
      if (button.title) this.say(button.title, true);
      return;
    }
    const { action } = button.dataset;
    const values = valuesOf(button.form);
    this.own = this.placeOf(button);
    const sent = this.queue.then(() => this.post(action, values));
    if (STEPS.includes(action)) this.queue = sent;
  }

  // -------------------------------- the swap

  // A page that renews itself is no answer to a press: that one is still under way.
  swap(renewed = false) {
    this.rev = this.model.get("rev");
    const before = this.shown();
    // Who has gone elsewhere meanwhile is left there; where buttons take no focus, the press stands for it.
    const focus = this.focused() ?? (document.activeElement === document.body ? this.own : null);
    const own = !renewed && focus && this.own;
    const places = this.places();
    if (!renewed) this.own = null;
    const page = made("template", { innerHTML: this.model.get("html") });
    this.rove(null, page.content);
    for (const time of page.content.querySelectorAll("time[datetime]")) time.textContent = hereAt(time.dateTime);
    fit(this.stage, page.content);
    this.unsent.forEach((id) => this.toggle(id));
    this.move(places);
    const now = this.shown();
    this.refocus(focus, own && now.asks && now.asks !== before.asks, !before.only && now.only);
    if (own) this.follow(before, now);
    if (!renewed || this.live.textContent.trim() !== this.model.get("status")) this.say(this.model.get("status"));
    this.wait();
  }

  // What a page is about: which question it asks, what it says, what sheet it is.
  shown() {
    const said = this.stage.querySelector("[data-error], [data-message]");
    const asks = this.stage.querySelector("form[data-form]:not(.tools, .small)")?.dataset.form;
    const [sheet, only] = [this.stage.querySelector(".sheet"), this.stage.querySelector("[data-only]")];
    return { said, asks, only, text: said?.textContent, sheet: sheet?.className };
  }

  // After a press of one's own, what has come of it is in view: a new sheet or question from its top, a new
  // message, and in any case what has the focus.
  follow(before, now) {
    const fresh = now.asks !== before.asks || now.sheet !== before.sheet;
    const parts = [
      fresh && this.stage.querySelector(".head"),
      now.text !== before.text && now.said,
      this.stage.contains(document.activeElement) && document.activeElement,
    ];
    for (const part of parts) if (part) part.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // A table goes on by itself; a view that asks too late is answered and changes nothing.
  wait() {
    clearTimeout(this.beating);
    const { beat } = this.stage.querySelector("[data-beat]")?.dataset ?? {};
    if (beat) this.beating = setTimeout(() => (this.queue = this.queue.then(() => this.post("on"))), Number(beat));
  }

  async take(input) {
    const [file] = input.dataset.take ? input.files : [];
    if (file) this.post(input.dataset.take, { record: await file.text() });
  }

  focused() {
    const at = document.activeElement;
    return at && this.stage.contains(at) ? this.placeOf(at) : null;
  }

  placeOf(at) {
    const zone = at.closest("[data-zone]");
    return {
      at,
      id: at.dataset.id ?? `rule:${at.closest("[data-rule-text]")?.dataset.ruleText}`,
      zone: zone?.dataset.zone,
      place: zone ? [...zone.querySelectorAll("button")].indexOf(at) : -1,
    };
  }

  // A new question has it in its first field, but where one steps through with the arrows; so has the only
  // thing to do, unless somebody types.
  refocus(focus, asks, only) {
    if (!focus) return;
    if (only && !focus.at.matches("input, textarea, select")) return only.focus({ preventScroll: true });
    const answers = ["form[data-form]:not(.tools, .small) :is(input, textarea)", "button.card[aria-pressed]"];
    const fields = asks && !this.where ? answers.flatMap((way) => this.all(way)) : [];
    let next = fields.find((field) => !isLocked(field)) ?? (focus.at.isConnected ? focus.at : this.byId(focus.id));
    if (next && isLocked(next)) next = null;
    if (!next && focus.zone) {
      const cards = this.all(`[data-zone="${CSS.escape(focus.zone)}"] button:not(.dim)`);
      next = cards[Math.min(focus.place, cards.length - 1)];
    }
    next ??= this.stage.querySelector("[data-home] button") ?? this.byId("next");
    next ??= this.stage.querySelector("[data-form] .primary, .primary") ?? this.root;
    next.focus({ preventScroll: true });
    this.rove(next);
  }

  places() {
    return calm() ? new Map() : new Map(this.all("[data-key]").map((c) => [c.dataset.key, c.getBoundingClientRect()]));
  }

  // All is measured before anything moves: one layout.
  move(places) {
    const cards = places.size ? this.all("[data-key]") : [];
    for (const card of cards) card.flight?.cancel();
    for (const [card, to] of cards.map((card) => [card, card.getBoundingClientRect()])) {
      const from = places.get(card.dataset.key) ?? places.get(card.dataset.origin);
      if (!from?.width || !to.width) continue;
      const [x, y] = [from.left - to.left, from.top - to.top];
      if (Math.abs(x) + Math.abs(y) > 1)
        card.flight = card.animate({ translate: [`${x}px ${y}px`, "0 0"] }, MOVE);
    }
  }

  // -------------------------------- mouse and keys

  click(event) {
    const button = event.target.closest("button");
    if (event.detail && this.down === null) return; // `lift` has dealt with it
    if (event.detail > 1 && button?.dataset.id !== this.clicked) return; // came under a double click
    this.clicked = button?.dataset.id;
    if (button && this.stage.contains(button)) this.use(button, event.detail);
  }

  // Where the page changed between press and release there is no click; such a press counts if it ends
  // on what it began on.
  lift({ clientX, clientY, button }) {
    if (button || !this.down || this.down.isConnected) return;
    const now = this.byId(this.down.dataset.id ?? "");
    this.down = null;
    if (now?.contains(document.elementFromPoint(clientX, clientY))) this.use(now);
  }

  touch({ target }) {
    this.down = target.closest("button");
  }

  use(button) {
    const { action, rule } = button.dataset;
    if (rule) this.explain(button);
    else if ("close" in button.dataset) button.closest("[popover]").hidePopover();
    else if ("play" in button.dataset) this.playing ? this.stop() : this.play();
    else if (action) {
      this.stop();
      action.startsWith("card:") ? this.tap(button) : this.press(button);
    }
  }

  // Keys without Ctrl, Meta or Alt end here, so that JupyterLab's shortcuts never see them.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (event.isComposing || event.keyCode === 229) return; // this key is the input method's
    const { key, target } = event;
    if (target.matches("input")) {
      if (key === "Enter") {
        event.preventDefault();
        const submit = target.form?.dataset.submit;
        if (submit && !target.readOnly) this.byId(submit)?.click();
      }
      return;
    }
    if (target.closest("[popover], textarea, select")) return;
    const forward = getComputedStyle(target.parentElement).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const way = { Home: "first", End: "last", ArrowUp: "back", ArrowDown: "next" }[key] ??
      (key.startsWith("Arrow") ? (key === forward ? "next" : "back") : "");
    const zone = target.closest("[data-zone]");
    if (zone && way) this.walk(zone, target, way);
    else if (way && !/Up|Down/.test(key)) this.byId(way)?.click();
    else {
      const keyed = this.stage.querySelector(`[aria-keyshortcuts="${CSS.escape(key.toUpperCase())}"]`);
      if (!keyed) return;
      keyed.click();
    }
    event.preventDefault();
  }

  walk(zone, from, way) {
    const cards = [...zone.querySelectorAll("button")];
    const at = cards.indexOf(from);
    const to = { first: 0, last: cards.length - 1, back: at - 1, next: at + 1 }[way];
    cards[Math.max(0, Math.min(to, cards.length - 1))]?.focus();
  }

  // In each zone one card can be reached by Tab; the arrows lead to the others.
  rove(target, page) {
    const zones = page?.querySelectorAll("[data-zone]") ?? [target.closest?.("[data-zone]")];
    for (const zone of zones) {
      const cards = zone ? [...zone.querySelectorAll("button[data-key]")] : [];
      const here = cards.includes(target) ? target : cards[0];
      for (const card of cards) card.tabIndex = card === here ? 0 : -1;
    }
  }

  // -------------------------------- rules and play

  explain(chip) {
    const text = this.stage.querySelector(`[data-rule-text="${CSS.escape(chip.dataset.rule)}"]`);
    if (!text?.showPopover) return;
    text.showPopover();
    const at = chip.getBoundingClientRect();
    const { width, height } = text.getBoundingClientRect();
    const below = at.bottom + 6 + height < innerHeight;
    text.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
    text.style.top = `${Math.max(8, below ? at.bottom + 6 : at.top - height - 6)}px`;
  }

  get where() {
    const where = this.stage.querySelector("[data-transport]")?.dataset;
    return where && { ...where, end: where.at === where.of };
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = 0;
    this.root.classList.remove("playing");
  }

  async play() {
    if (this.where?.waiting) {
      this.say(this.where.waiting, true);
      this.stage.querySelector("form.predict input")?.focus();
      return;
    }
    this.playing = -1;
    this.root.classList.add("playing");
    await this.beat(this.where?.end ? "first" : "next");
  }

  // One step, and later the next, unless somebody stopped it or a question is to be answered.
  async beat(action) {
    const { ok } = await this.post(action);
    if (!this.playing) return;
    if (!ok || !this.where || this.where.end || this.where.waiting) this.stop();
    else this.playing = setTimeout(() => this.beat("next"), PLAY_MS);
  }
};

export default {
  render({ model, el }) {
    const view = new View(model, el);
    return () => view.remove();
  },
};
