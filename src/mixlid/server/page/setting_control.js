// A control for one setting, made from the service's definition: a switch, a slider, or a text field for numbers.
import { make, withCode } from "./elements.js";

const AMPLE = 4; // a slider goes up to this many times the largest value in the model's presets

const LOOKS = {
  switch: { type: "checkbox", role: "switch" },
  slider: { type: "range" },
  list: { type: "text", inputmode: "decimal", autocomplete: "off" },
};

const numbersOf = (value) => (value === null ? [] : typeof value === "object" ? Object.values(value) : [value]);

export class SettingControl {
  constructor(definition, moved) {
    const { name, letters, meaning } = definition;
    this.definition = definition;
    this.kind = definition.listed ? "list" : definition.is_switch ? "switch" : "slider";
    this.input = make("input", "", "", { id: name, "aria-describedby": `${name}-meaning`, ...LOOKS[this.kind] });
    this.said = make("output", "", "", { for: name });
    this.element = make("div", `field ${this.kind}`, [
      make("label", "", name.replaceAll("_", " "), { for: name }),
      this.said,
      this.input,
      make("p", "hint", explained(meaning, letters), { id: `${name}-meaning` }),
    ]);
    this.input.addEventListener("input", () => {
      const value = this.#value();
      if (value !== undefined) moved(definition, value);
    });
  }

  // Set the range by the model's presets. One step below the minimum turns an optional setting off.
  fit(presets) {
    if (this.kind !== "slider") return;
    const { name, limits, usual, optional, whole } = this.definition;
    this.input.step = whole ? 1 : 0.05;
    const largest = Math.max(0, ...Object.values(presets).flatMap((preset) => numbersOf(preset[name])));
    this.input.min = usual[0] - (optional ? 1 : 0);
    this.input.max = Math.min(limits[1], Math.max(usual[1], Math.ceil(AMPLE * largest)));
  }

  // Show the value in effect, and whether it was changed; not while somebody is moving the control.
  show(value, own) {
    this.isChanged = own;
    this.element.classList.toggle("own", own);
    this[this.kind](value);
  }

  switch(value) {
    this.input.checked = value === 1;
    this.said.textContent = value === 1 ? "yes" : "no";
  }

  slider(value) {
    const numbers = numbersOf(value);
    const number = numbers.length ? Math.max(...numbers) : Number(this.input.min);
    const written = this.definition.whole ? String(number) : number.toFixed(2);
    const said = value === null ? "off" : typeof value === "object" ? `by language, up to ${written}` : written;
    this.said.textContent = said;
    if (Number(this.input.min) > number) this.input.min = number;
    if (Number(this.input.max) < number) this.input.max = number;
    this.input.setAttribute("aria-valuetext", said);
    if (document.activeElement !== this.input) this.input.value = number;
  }

  list(value) {
    if (document.activeElement !== this.input) this.input.value = numbersOf(value).join(", ");
  }

  // Undefined while a list of numbers is incomplete.
  #value() {
    if (this.kind === "switch") return Number(this.input.checked);
    if (this.kind === "list") return numberList(this.input.value);
    const number = Number(this.input.value);
    return this.definition.optional && number < this.definition.usual[0] ? null : number;
  }
}

// The meaning, and its symbols in the formulas.
const explained = (meaning, letters) =>
  letters ? [...withCode(meaning), " ", make("span", "letters", `In the formulas: ${letters}.`)] : withCode(meaning);

export function numberList(text) {
  const numbers = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  return numbers.length && numbers.every(Number.isFinite) ? numbers : undefined;
}
