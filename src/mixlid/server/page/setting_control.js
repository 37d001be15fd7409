// A control for one setting, made from the service's definition: a slider, or a text field for numbers.
import { make } from "./elements.js";

const AMPLE = 4; // a slider goes up to this many times the largest value in the model's presets

const numbersOf = (value) => (value === null ? [] : typeof value === "object" ? Object.values(value) : [value]);

export class SettingControl {
  constructor(definition, moved) {
    const { name, letters, meaning, listed } = definition;
    this.definition = definition;
    this.input = make("input", "", "", {
      id: name, "aria-describedby": `${name}-meaning`,
      ...(listed ? { type: "text", inputmode: "decimal", autocomplete: "off" } : { type: "range", step: definition.whole ? 1 : 0.05 }),
    });
    this.said = make("output", "", "", { for: name });
    this.element = make("div", "field", [
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
    if (this.definition.listed) return;
    const { name, limits, usual, optional } = this.definition;
    const largest = Math.max(0, ...Object.values(presets).flatMap((preset) => numbersOf(preset[name])));
    this.input.min = usual[0] - (optional ? 1 : 0);
    this.input.max = Math.min(limits[1], Math.max(usual[1], Math.ceil(AMPLE * largest)));
  }

  // Show the value in effect, and whether it was changed; not while somebody is moving the control.
  show(value, own) {
    const { whole, listed } = this.definition;
    const numbers = numbersOf(value);
    const number = numbers.length ? Math.max(...numbers) : Number(this.input.min);
    const written = whole ? String(number) : number.toFixed(2);
    const said = value === null ? "off" : listed ? "" : typeof value === "object" ? `by language, up to ${written}` : written;
    this.said.textContent = said;
    this.element.classList.toggle("own", own);
    if (!listed) {
      if (Number(this.input.min) > number) this.input.min = number;
      if (Number(this.input.max) < number) this.input.max = number;
      this.input.setAttribute("aria-valuetext", said);
    }
    if (document.activeElement !== this.input) this.input.value = listed ? numbers.join(", ") : number;
  }

  // Undefined while a list of numbers is incomplete.
  #value() {
    if (this.definition.listed) return numberList(this.input.value);
    const number = Number(this.input.value);
    return this.definition.optional && number < this.definition.usual[0] ? null : number;
  }
}

// The meaning, with names of fields as code, and its symbols in the formulas.
function explained(meaning, letters) {
  const parts = meaning.split("`").map((part, place) => (place % 2 ? make("code", "", part) : part));
  return letters ? [...parts, " ", make("span", "letters", `In the formulas: ${letters}.`)] : parts;
}

export function numberList(text) {
  const numbers = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  return numbers.length && numbers.every(Number.isFinite) ? numbers : undefined;
}
