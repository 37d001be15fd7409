// The state of the controls, as a request and as a link.
import { numberList } from "./setting_control.js";

// `changes` has only changed settings; the rest follow the preset.
export const fresh = () => ({
  text: "", model: "", prior: "", preset: "default", unit: "auto", solver: "exact", languages: [], changes: {},
});

const CHOICES = ["text", "model", "prior", "preset", "unit", "solver"];

export function toRequest(state) {
  const { preset, unit, solver } = state;
  const given = Object.entries({ model: state.model, prior: state.prior, languages: state.languages }).filter(([, value]) => value.length);
  return { preset, unit, solver, ...state.changes, ...Object.fromEntries(given) };
}

export function toHash(state) {
  const usual = fresh();
  const items = new URLSearchParams(CHOICES.filter((name) => state[name] !== usual[name]).map((name) => [name, state[name]]));
  if (state.languages.length) items.set("languages", state.languages.join(","));
  for (const [name, value] of Object.entries(state.changes)) items.set(name, String(value));
  return items.size ? `#${items}` : "";
}

// `settings` are the service's definitions.
export function fromHash(hash, settings) {
  const state = fresh();
  const items = new URLSearchParams(hash.replace(/^#/, ""));
  for (const name of CHOICES) state[name] = items.get(name) ?? state[name];
  state.languages = (items.get("languages") ?? "").split(",").filter(Boolean);
  for (const { name, optional, listed } of settings) {
    const given = items.get(name);
    const numbers = numberList(given ?? "");
    if (given === "null" && optional) state.changes[name] = null;
    else if (numbers && (listed || numbers.length === 1)) state.changes[name] = listed ? numbers : numbers[0];
  }
  return state;
}
