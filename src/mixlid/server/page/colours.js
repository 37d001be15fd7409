// Assigns styles of palette.css to languages. A language keeps its style while it is shown.
import { isLanguage } from "./words.js";

// No two languages share a style; if there are more languages than styles, the rest get none.
const count = () => Number(getComputedStyle(document.documentElement).getPropertyValue("--styles"));

export class Colours {
  #styles = new Map();

  // The labels that are shown, in the order of the legend.
  show(labels) {
    const known = labels.filter(isLanguage);
    for (const label of this.#styles.keys()) if (!known.includes(label)) this.#styles.delete(label);
    this.add(known);
  }

  // Add labels.
  add(labels) {
    for (const label of labels.filter(isLanguage)) {
      if (this.#styles.has(label)) continue;
      const taken = new Set(this.#styles.values());
      const free = [...Array(count()).keys()].find((style) => !taken.has(style));
      if (free !== undefined) this.#styles.set(label, free);
    }
  }

  style(label) {
    if (this.#styles.has(label)) return `language-${this.#styles.get(label)}`;
    return label.startsWith("und") ? "unknown" : "plain";
  }
}
