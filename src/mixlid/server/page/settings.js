// The state of the controls, as a request and as a link.
import { numberList } from "./setting_control.js";

// `changes` has only changed settings; the rest follow the preset.
export const fresh = () => ({
  text: "", model: "", prior: "", preset: "default", unit: "auto", solver: "exact", languages: [], changes: {},
});

export function toRequest(state) {
  const request = { preset: state.preset, unit: state.unit, solver: state.solver, ...state.changes };
  if (state.model) request.model = state.model;
  if (state.prior) request.prior = state.prior;
  if (state.languages.length) request.languages = state.languages;
  return request;
}

export function toHash(state) {
  const items = new URLSearchParams();
  if (state.text) items.set("text", state.text);
  if (state.model) items.set("model", state.model);
  if (state.prior) items.set("prior", state.prior);
  if (state.preset !== "default") items.set("preset", state.preset);
  if (state.unit !== "auto") items.set("unit", state.unit);
  if (state.solver !== "exact") items.set("solver", state.solver);
  if (state.languages.length) items.set("languages", state.languages.join(","));
  for (const [name, value] of Object.entries(state.changes)) items.set(name, String(value));
  return items.size ? `#${items}` : "";
}

// `settings` are the service's definitions.
export function fromHash(hash, settings) {
  const state = fresh();
  const items = new URLSearchParams(hash.replace(/^#/, ""));
  for (const name of ["text", "model", "prior", "preset", "unit", "solver"]) state[name] = items.get(name) ?? state[name];
  state.languages = (items.get("languages") ?? "").split(",").filter(Boolean);
  for (const { name, optional, listed } of settings) {
    const given = items.get(name);
    const numbers = numberList(given ?? "");
    if (given === "null" && optional) state.changes[name] = null;
    else if (numbers && (listed || numbers.length === 1)) state.changes[name] = listed ? numbers : numbers[0];
  }
  return state;
}
