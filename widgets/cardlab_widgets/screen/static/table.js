// What a page to play at needs besides: cards that are dragged or pressed twice, and sound.

const DRAG_PX = 7; // so far a press may stray
Object.assign(HEARD, { pointermove: "drag", pointercancel: "letGo" });

View = class extends View {
  remove() {
    super.remove();
    this.audio?.close();
  }

  swap(renewed) {
    const sound = () => this.stage.querySelector(".sheet")?.dataset.sound;
    const before = sound();
    this.held = null;
    super.swap(renewed);
    if (sound() !== before) this.ring(sound());
  }

  use(button, times) {
    const { twice } = button.dataset;
    if (times === 2 && twice) this.lay(button, twice);
    else super.use(button);
  }

  // A card is laid down at a place, after what was tapped before.
  lay(card, place) {
    const values = { card: card.dataset.key, source: card.closest("[data-zone]").dataset.zone };
    this.own = this.placeOf(card);
    return (this.queue = this.queue.then(() => this.post(`drop:${place}`, values)));
  }

  touch(event) {
    super.touch(event);
    const { button, isPrimary, clientX, clientY } = event;
    const zone = this.down?.dataset.key && this.down.closest("[data-zone]")?.dataset.zone;
    const places = zone && !button && isPrimary ? this.all(`[data-from~="${CSS.escape(zone)}"]`) : [];
    this.held = places.length ? { card: this.down, places, clientX, clientY } : null;
  }

  // A card that is dragged follows the pointer, with the others chosen if it is one of them.
  drag({ clientX, clientY, pointerId }) {
    const { held } = this;
    if (!held) return;
    const [x, y] = [clientX - held.clientX, clientY - held.clientY];
    if (!held.cards) {
      if (Math.hypot(x, y) < DRAG_PX) return;
      const chosen = this.all("[data-key][aria-pressed=true]");
      held.cards = chosen.includes(held.card) ? chosen : [held.card];
      for (const card of held.cards) card.classList.add("held");
      for (const place of held.places) place.classList.add("target");
      this.root.setPointerCapture(pointerId);
    }
    for (const card of held.cards) card.style.translate = `${x}px ${y}px`;
    const under = document.elementFromPoint(clientX, clientY)?.closest("[data-drop]");
    held.over = held.places.includes(under) && under;
    for (const place of held.places) place.classList.toggle("reached", place === under);
  }

  // What is laid nowhere goes back; else it lies where it is until the page changes.
  async put({ card, over }) {
    this.down = this.held = null;
    if (over) await this.lay(card, over.dataset.drop);
    this.letGo();
  }

  letGo() {
    this.held = null;
    for (const part of this.all(".held, .target")) {
      part.classList.remove("held", "target", "reached");
      part.style.translate = "";
    }
  }

  lift(event) {
    if (this.held?.cards) return this.put(this.held);
    this.held = null;
    super.lift(event);
  }

  ring(sound) {
    if (!sound) return;
    const audio = (this.audio ??= new AudioContext());
    const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
    const tones = sound.split(":")[1].split(" ");
    const end = now + 0.2 + tones.length / 8;
    tones.forEach((hertz, place) => tone.frequency.setValueAtTime(hertz, now + place / 8));
    volume.gain.setValueAtTime(0.08, now);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(end);
  }
};
