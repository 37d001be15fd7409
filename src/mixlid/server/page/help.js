// Fills in what is said elsewhere: the presets, and the fields of a result from the service's OpenAPI document.
import { id, make, withCode } from "./elements.js";
import { PRESETS } from "./meanings.js";

function list(name, meanings) {
  const parts = meanings.map(([term, meaning]) => [make("dt", "", [make("code", "", term)]), make("dd", "", withCode(meaning))]);
  id(name).replaceChildren(...parts.flat());
}

list("presets", Object.entries(PRESETS));
const { components } = await (await fetch("../openapi.json")).json();
list("fields", Object.entries(components.schemas.Result.properties).map(([name, field]) => [name, field.description]));
