// Which language has which style of palette.css. A language keeps its style while it stays in sight.
import { isLanguage } from "./words.js";

// As many as the style sheet has: no two look the same. If there are more languages, the rest have none.
const count = () => Number(getComputedStyle(document.documentElement).getPropertyValue("--styles"));

export class Colours {
  #styles = new Map();

  // The labels in sight, in the order of the legend.
  show(labels) {
    const known = labels.filter(isLanguage);
    for (const label of this.#styles.keys()) if (!known.includes(label)) this.#styles.delete(label);
    this.add(known);
  }

  // Some more.
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
