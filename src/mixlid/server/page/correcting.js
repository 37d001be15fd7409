// Correcting words by mouse or keyboard; corrections are saved as labelled sentences.
import { save } from "./downloads.js";
import { count, direction, id, make, percent } from "./elements.js";
import { Review } from "./review.js";
import { drawWords, listen } from "./words.js";

const CHOICES = 6; // languages with a key
const NAMES = { name: "name", other: "other" };
const KEYS = { n: "name", o: "other" };

export class Correcting {
  #review = null;
  #current = null; // row, word and its index
  #choices = [];

  // `load` returns rows with words, and their languages.
  constructor(names, colours, load) {
    Object.assign(this, { names: (label) => NAMES[label] ?? names(label), colours, load });
    const on = (name, act) => id(name).addEventListener("click", act);
    on("correct", () => this.#start());
    on("correcting-close", () => this.#close());
    on("right", () => this.#decide(this.#word().label));
    on("all-right", () => this.#confirm());
    on("skip", () => this.#go(this.#review.next(this.#current)));
    on("undo", () => this.#undo());
    on("save-corrected", () => this.#save());
    on("save-all", () => this.#allowSaving());
    on("choices-for-word", (event) => this.#decide(event.target.closest("button")?.dataset.label));
    id("another").addEventListener("input", () => this.#another());
    id("correcting").addEventListener("keydown", (event) => this.#pressed(event));
    listen(id("correcting-words"), (index) => index !== this.#current.index && this.#go({ row: this.#current.row, word: this.#current.row.words[index], index }), ["click", "focusin"]);
    window.addEventListener("beforeunload", (event) => this.#review && !this.#review.isSaved && event.preventDefault());
  }

  async #start() {
    const found = await this.load();
    if (!found) return;
    this.#review = new Review(found.rows);
    this.#choices = found.languages;
    id("correcting").hidden = false;
    this.#go(this.#review.next());
  }

  #close() {
    id("correcting").hidden = true;
    id("correct").focus();
  }

  #word() {
    return this.#review.words(this.#current.row)[this.#current.index];
  }

  #decide(label) {
    if (!label) return;
    this.#review.decide(this.#current.row, this.#current.row.words[this.#current.index], label);
    this.#go(this.#review.next());
  }

  #confirm() {
    this.#review.confirm(this.#current.row);
    this.#go(this.#review.next());
  }

  #undo() {
    const last = this.#review.undo();
    if (last) this.#go(last);
  }

  #go(place) {
    this.#current = place ?? this.#current;
    if (this.#current) this.#draw(Boolean(place));
  }

  #draw(isOpen) {
    const { row, index } = this.#current;
    const words = this.#review.words(row);
    const word = words[index];
    this.colours.add([...this.#choices, word.label]);
    const box = id("correcting-words");
    box.dir = direction(row.text);
    drawWords(box, row.text, { words }, this.names, this.colours);
    for (const element of box.querySelectorAll(".word")) {
      element.classList.toggle("decided", this.#review.isDecided(row, words[element.dataset.index]));
      element.setAttribute("tabindex", element.dataset.index === String(index) ? "0" : "-1");
    }
    const current = box.querySelector(`[data-index="${index}"]`);
    current?.classList.add("current");
    current?.focus({ preventScroll: true });
    const sure = word.confidence === null ? "" : `, ${percent(word.confidence)} sure`;
    id("question").replaceChildren(make("bdi", `sample ${this.colours.style(word.label)}`, word.text), ` is ${this.names(word.label)}${sure}.`);
    this.#drawChoices(row);
    const done = this.#review.counts;
    const left = isOpen ? "" : " That was the last word.";
    id("correcting-state").textContent =
      `${done.decided.toLocaleString("en")} of ${count(done.words, "word", "words")} decided, ${done.corrected} corrected; ` +
      `${done.sentences.toLocaleString("en")} of ${count(this.#review.rows.length, "sentence", "sentences")} checked.${left}`;
    this.#allowSaving();
  }

  #allowSaving() {
    const { decided, sentences } = this.#review.counts;
    id("save-corrected").disabled = !(id("save-all").checked ? decided : sentences);
  }

  // The languages of the sentence first, then the commonest of all lines.
  #drawChoices(row) {
    const own = row.words.map((word) => word.label).filter((label) => this.#choices.includes(label));
    this.#choices = [...new Set([...own, ...this.#choices])];
    const keyed = [...this.#choices.slice(0, CHOICES).map((label, place) => [String(place + 1), label]), ...Object.entries(KEYS)];
    id("choices-for-word").replaceChildren(
      ...keyed.map(([name, label]) =>
        make("li", "", [make("button", "", [make("kbd", "", name), " ", make("span", `sample ${this.colours.style(label)}`, this.names(label))], { type: "button", "data-label": label })]),
      ),
    );
  }

  // A language by its name, as soon as it is complete.
  #another() {
    const typed = id("another").value.trim().toLowerCase();
    const option = [...id("language-names").options].find(({ value }) => value.toLowerCase() === typed);
    if (!option) return;
    id("another").value = "";
    this.#choices = [option.textContent, ...this.#choices];
    this.#decide(option.textContent);
  }

  #pressed(event) {
    if (!event.target.closest("#correcting-words") || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      Enter: () => this.#decide(this.#word().label),
      a: () => this.#confirm(),
      s: () => this.#go(this.#review.next(this.#current)),
      b: () => this.#undo(),
      ...Object.fromEntries([...id("choices-for-word").querySelectorAll("button")].map((button) => [button.querySelector("kbd").textContent, () => button.click()])),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #save() {
    const samples = this.#review.samples(id("save-all").checked);
    save("corrected.jsonl", "application/x-ndjson", samples.map((sample) => `${JSON.stringify(sample)}\n`));
    this.#review.isSaved = true;
  }
}
