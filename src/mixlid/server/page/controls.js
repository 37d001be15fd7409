// The controls: they show the settings in effect, and record changes.
import { LanguageChoice } from "./language_choice.js";
import { SettingControl } from "./setting_control.js";
import { id, make } from "./elements.js";
import { LAST_TOPIC, OWN_PRESET, PRESETS, SOLVERS, TOPICS, UNITS } from "./meanings.js";

const option = (value) => make("option", "", value, { value });
const changes = (number) => (number ? ` (${number} changed)` : "");

// The controls of one topic, folded until somebody opens them.
class Topic {
  #note = make("span");

  constructor(title, controls) {
    this.controls = controls;
    this.element = make("details", "", [make("summary", "", [title, this.#note]), ...controls.map((control) => control.element)]);
  }

  follow() {
    this.#note.textContent = changes(this.controls.filter((control) => control.isChanged).length);
  }
}

export class Controls {
  languages = new Map();

  constructor(service, changed) {
    this.models = service.models;
    this.changed = changed;
    this.settingControls = service.settings.map((definition) => new SettingControl(definition, (...moved) => this.#moved(...moved)));
    this.choice = new LanguageChoice((chosen) => {
      this.state.languages = chosen;
      changed();
    });
    this.topics = this.#topics();
    id("setting-controls").replaceChildren(...this.topics.map((topic) => topic.element));
    id("model").replaceChildren(...this.models.map((model) => option(model.name)));
    id("model-field").hidden = this.models.length < 2;
    id("prior").replaceChildren(make("option", "", "any", { value: "" }), ...service.priors.map(option));
    id("prior-field").hidden = !service.priors.length;
    id("unit").replaceChildren(...service.units.map(option));
    id("solver").replaceChildren(...service.solvers.map(option));
    this.#listen();
  }

  #topics() {
    const of = (holds) => this.settingControls.filter(({ definition }) => holds(definition.name));
    const named = Object.values(TOPICS).flat();
    const topics = Object.entries(TOPICS).map(([title, names]) => new Topic(title, of((name) => names.includes(name))));
    return [...topics, new Topic(LAST_TOPIC, of((name) => !named.includes(name)))];
  }

  // Show a state, from an example, a link or another model; `languages` are those of its model.
  show(state, languages) {
    this.state = state;
    this.languages = new Map(languages.map((entry) => [entry.label, entry.name]));
    const model = this.model(state);
    id("model").value = model.name;
    id("preset").replaceChildren(...Object.keys(model.presets).map(option));
    for (const control of this.settingControls) control.fit(model.presets);
    id("text").value = state.text;
    for (const name of ["prior", "preset", "unit", "solver"]) id(name).value = state[name];
    this.choice.show(model.name, this.languages, state.languages);
    this.#explain();
  }

  // The state's model, or the first by default.
  model(state) {
    return this.models.find((entry) => entry.name === state.model) ?? this.models[0];
  }

  // Show the settings in effect; unchanged controls follow the preset.
  follow() {
    const settings = { ...this.model(this.state).presets[this.state.preset], ...this.state.changes };
    for (const control of this.settingControls) control.show(settings[control.definition.name], control.definition.name in this.state.changes);
    for (const topic of this.topics) topic.follow();
    id("reset").disabled = !Object.keys(this.state.changes).length;
    const { model, solver, unit } = this.state;
    const moved = Object.keys(this.state.changes).length + [model, solver !== "exact", unit !== "auto"].filter(Boolean).length;
    id("changed").textContent = changes(moved);
  }

  #listen() {
    const on = (name, kind, act) =>
      id(name).addEventListener(kind, (event) => {
        act(event.target);
        this.#explain();
        this.changed();
      });
    on("text", "input", (target) => (this.state.text = target.value));
    on("prior", "change", (target) => (this.state.prior = target.value));
    on("preset", "change", (target) => Object.assign(this.state, { preset: target.value, changes: {} }));
    on("unit", "change", (target) => (this.state.unit = target.value));
    on("solver", "change", (target) => (this.state.solver = target.value));
    on("reset", "click", () => (this.state.changes = {}));
    id("model").addEventListener("change", (event) => {
      this.state.model = event.target.value;
      this.changed({ model: true });
    });
  }

  #moved({ name, excludes }, value) {
    this.state.changes[name] = value;
    if (excludes && value !== null) this.state.changes[excludes] = null;
    this.changed();
  }

  #explain() {
    id("preset-meaning").textContent = PRESETS[this.state.preset] ?? OWN_PRESET;
    id("unit-meaning").textContent = UNITS[this.state.unit] ?? "";
    id("solver-meaning").textContent = SOLVERS[this.state.solver] ?? "";
  }
}
