// What a page for the projector needs besides: a presenter's keys.

View = class extends View {
  constructor(model, el) {
    super(model, el);
    this.paging = (event) => this.page(event);
    document.addEventListener("keydown", this.paging, true);
  }

  remove() {
    super.remove();
    document.removeEventListener("keydown", this.paging, true);
  }

  // They go through the steps of the page, which nobody need have clicked before.
  page(event) {
    const way = { PageDown: "next", PageUp: "back" }[event.key];
    const at = document.activeElement;
    if (!way || !this.stage.querySelector(".large [data-transport]") || at?.matches("textarea, select")) return;
    if (at && at !== document.body && !this.root.contains(at)) return;
    event.preventDefault();
    event.stopPropagation();
    this.byId(way)?.click();
  }
};
