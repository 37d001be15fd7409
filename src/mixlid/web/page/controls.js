// The controls: they show what is in force, and note what somebody moves.
import { make } from "./make.js";
import { NO_SWITCH_LIMIT } from "./settings.js";

const id = (name) => document.getElementById(name);
const SLIDERS = ["max_languages", "penalty", "min_chars", "top", "max_switches"];

export class Controls {
  constructor(state, models, languages, changed) {
    this.state = state;
    this.languages = new Map(languages.map((entry) => [entry.label, entry.name]));
    this.models = models;
    this.changed = changed;
    this.#fill();
    this.#listen();
    this.show(state);
  }

  // Put a whole state on the page, as an example or a link brings it.
  show(state) {
    this.state = state;
    id("text").value = state.text;
    for (const name of ["preset", "solver"]) id(name).value = state[name];
    if (state.model) id("model").value = state.model;
    id("compare").checked = state.compare;
    this.#chips();
    this.#other();
  }

  // The settings that the last answer was made with; sliders that nobody moved follow the preset.
  follow(settings) {
    const byLanguage = typeof settings.penalty === "object";
    const penalty = byLanguage ? Math.max(...Object.values(settings.penalty)) : settings.penalty;
    const top = settings.force_top ?? settings.only_top ?? 0;
    if (top) id("top-rule").value = settings.only_top === null ? "force_top" : "only_top";
    this.#slide("max_languages", settings.max_languages, String(settings.max_languages));
    this.#slide("penalty", penalty, byLanguage ? `up to ${penalty.toFixed(2)}` : penalty.toFixed(2));
    this.#slide("min_chars", settings.min_chars, String(settings.min_chars));
    this.#slide("top", top, top ? String(top) : "off");
    const switches = settings.max_switches;
    this.#slide("max_switches", switches ?? NO_SWITCH_LIMIT, switches === null ? "any" : String(switches));
  }

  #slide(name, value, said) {
    const slider = id(name);
    if (Number(slider.max) < value) slider.max = value;
    if (document.activeElement !== slider) slider.value = value;
    slider.setAttribute("aria-valuetext", said);
    document.querySelector(`output[for="${name}"]`).textContent = said;
  }

  #fill() {
    const option = (value) => make("option", "", value, { value });
    id("model").replaceChildren(...this.models.models.map((model) => option(model.name)));
    id("model-field").hidden = this.models.models.length < 2;
    const model = this.models.models.find((entry) => entry.name === this.state.model) ?? this.models.models[0];
    id("preset").replaceChildren(...Object.keys(model.presets).map(option));
    id("solver").replaceChildren(...this.models.solvers.map(option));
    const names = [...this.languages].map(([label, name]) => make("option", "", label, { value: name }));
    id("language-names").replaceChildren(...names);
    const prices = Object.values(model.presets).map(({ penalty }) => (typeof penalty === "object" ? Math.max(...Object.values(penalty)) : penalty));
    id("penalty").max = Math.max(4, Math.ceil(4 * Math.max(...prices)));
  }

  #listen() {
    const on = (name, kind, act) =>
      id(name).addEventListener(kind, (event) => {
        act(event.target);
        this.changed();
      });
    on("text", "input", (target) => (this.state.text = target.value));
    on("preset", "change", (target) => Object.assign(this.state, { preset: target.value, changes: {} }));
    on("solver", "change", (target) => {
      this.state.solver = target.value;
      this.#other();
    });
    on("compare", "change", (target) => (this.state.compare = target.checked));
    on("reset", "click", () => (this.state.changes = {}));
    id("model").addEventListener("change", (event) => {
      this.state.model = event.target.value;
      this.changed({ model: true });
    });
    for (const name of SLIDERS) on(name, "input", () => this.#moved(name));
    on("top-rule", "change", () => this.#moved("top"));
    on("language", "input", (target) => this.#pick(target, false));
    on("language", "change", (target) => this.#pick(target, true));
    id("language").form.addEventListener("submit", (event) => event.preventDefault());
  }

  #moved(name) {
    const value = Number(id(name).value);
    const changes = this.state.changes;
    if (name === "top") {
      const [used, unused] = id("top-rule").value === "only_top" ? ["only_top", "force_top"] : ["force_top", "only_top"];
      changes[used] = value || null;
      changes[unused] = null;
    } else if (name === "max_switches") {
      changes[name] = value >= NO_SWITCH_LIMIT ? null : value;
    } else {
      changes[name] = value;
    }
  }

  // A language by its name as soon as that is whole, or by a code when it is left.
  #pick(target, finished) {
    const typed = target.value.trim();
    const lower = typed.toLowerCase();
    const found = [...this.languages].find(
      ([label, name]) => name === typed || (finished && [name.toLowerCase(), label.toLowerCase(), label.split("_")[0]].includes(lower)),
    );
    if (!found) return;
    if (!this.state.languages.includes(found[0])) this.state.languages.push(found[0]);
    target.value = "";
    this.#chips();
  }

  #chips() {
    const chips = this.state.languages.map((label) => {
      const name = this.languages.get(label) ?? label;
      const remove = make("button", "", "×", { type: "button", "aria-label": `Remove ${name}` });
      remove.addEventListener("click", () => {
        this.state.languages = this.state.languages.filter((other) => other !== label);
        this.#chips();
        id("language").focus();
        this.changed();
      });
      return make("li", "", [name, remove]);
    });
    id("chosen").replaceChildren(...chips);
  }

  #other() {
    id("other").textContent = this.other();
  }

  // What to set beside the solver.
  other() {
    return this.state.solver === "exact" ? "masklid" : "exact";
  }
}
