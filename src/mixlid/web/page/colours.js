// Which language has which style of palette.css. A language keeps its style while it stays in sight.

const STYLES = 7;

export class Colours {
  #styles = new Map();

  // The labels in sight, in the order of the legend.
  show(labels) {
    const known = labels.filter((label) => !label.startsWith("und") && label !== "zxx");
    for (const label of this.#styles.keys()) if (!known.includes(label)) this.#styles.delete(label);
    for (const label of known) {
      if (this.#styles.has(label)) continue;
      const taken = new Set(this.#styles.values());
      const free = [...Array(STYLES).keys()].find((style) => !taken.has(style));
      this.#styles.set(label, free ?? this.#styles.size % STYLES);
    }
  }

  style(label) {
    if (this.#styles.has(label)) return `language-${this.#styles.get(label)}`;
    return label.startsWith("und") ? "unknown" : "plain";
  }
}
