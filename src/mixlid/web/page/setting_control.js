// A control for one setting, made from what the service says about it: a slider, or a line of numbers.
import { make } from "./elements.js";

const AMPLE = 4; // how far a slider goes beyond the largest value that a preset of the model has

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

  // Ends that suit a model, by what its presets have. What may be turned off is, one step before the least value.
  fit(presets) {
    if (this.definition.listed) return;
    const { name, limits, usual, optional } = this.definition;
    const largest = Math.max(0, ...Object.values(presets).flatMap((preset) => numbersOf(preset[name])));
    this.input.min = usual[0] - (optional ? 1 : 0);
    this.input.max = Math.min(limits[1], Math.max(usual[1], Math.ceil(AMPLE * largest)));
  }

  // The value in force, and whether it is somebody's own; whoever is moving the control is not disturbed.
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

  // Nothing while a line of numbers is not finished.
  #value() {
    if (this.definition.listed) return numberList(this.input.value);
    const number = Number(this.input.value);
    return this.definition.optional && number < this.definition.usual[0] ? null : number;
  }
}

// The sentence, with names of fields as code, and the letters that the formulas have for it.
function explained(meaning, letters) {
  const parts = meaning.split("`").map((part, place) => (place % 2 ? make("code", "", part) : part));
  return letters ? [...parts, " ", make("span", "letters", `In the formulas: ${letters}.`)] : parts;
}

export function numberList(text) {
  const numbers = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  return numbers.length && numbers.every(Number.isFinite) ? numbers : undefined;
}
