// The languages to choose from: added by name, code or set, removed with a button.
import { get, Refused } from "./api.js";
import { id, make } from "./elements.js";

const SUGGESTED = 5;

export class LanguageChoice {
  #chosen = []; // labels and sets, as in a request
  #names = new Map();
  #model = "";

  // `changed` gets the languages.
  constructor(changed) {
    this.changed = changed;
    id("language").addEventListener("input", () => this.#typed());
    id("language").addEventListener("change", () => this.#finished());
    id("language").form.addEventListener("submit", (event) => event.preventDefault());
  }

  // The languages of a model, and the chosen ones.
  show(model, names, chosen) {
    this.#model = model;
    this.#names = names;
    this.#chosen = chosen;
    id("language-names").replaceChildren(...[...names].map(([label, name]) => make("option", "", label, { value: name })));
    id("language-problem").textContent = "";
    this.#draw();
  }

  // A complete name is added at once.
  #typed() {
    id("language-problem").textContent = "";
    const typed = id("language").value.trim();
    const match = [...this.#names].find(([, name]) => name === typed);
    if (match) this.#add([match[0]]);
  }

  // Anything else, such as a name in other capitals, a code or a set, is added when the field is left.
  async #finished() {
    const typed = id("language").value.trim();
    if (!typed) return;
    const match = [...this.#names].find(([, name]) => name.toLowerCase() === typed.toLowerCase());
    if (match) {
      this.#add([match[0]]);
      return;
    }
    try {
      const { languages } = await get("languages", { model: this.#model, code: typed });
      if (id("language").value.trim() === typed) this.#add(typed.startsWith("@") ? [typed] : languages.map((entry) => entry.label));
    } catch (error) {
      id("language-problem").textContent = error instanceof Refused ? this.#unknown(typed) : "The service cannot be reached.";
    }
  }

  #unknown(typed) {
    const names = [...this.#names.values()];
    const near = names.filter((name) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, SUGGESTED);
    const hint = near.length ? `Did you mean ${near.join(", ")}?` : "Names are in English; codes such as eng or en work too.";
    return `“${typed}” is not one of the ${names.length} languages of this model. ${hint}`;
  }

  #add(found) {
    id("language").value = "";
    this.#set([...new Set([...this.#chosen, ...found])]);
  }

  #set(chosen) {
    this.#chosen = chosen;
    this.#draw();
    this.changed(chosen);
  }

  #draw() {
    const chips = this.#chosen.map((label) => {
      const name = this.#names.get(label) ?? label;
      const remove = make("button", "", "×", { type: "button", "aria-label": `Remove ${name}` });
      remove.addEventListener("click", () => {
        this.#set(this.#chosen.filter((other) => other !== label));
        id("language").focus();
      });
      return make("li", "", [name, remove]);
    });
    id("chosen").replaceChildren(...chips);
  }
}
