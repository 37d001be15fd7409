// Colours behind the text being typed: the text area lies over a copy of its text, of which only the marks show.
import { make } from "./elements.js";
import { isLanguage } from "./words.js";

export class Editor {
  #marks = []; // start, end (in UTF-16 units) and style
  #text = "";

  constructor(area, behind) {
    this.area = area;
    this.behind = behind;
    area.addEventListener("scroll", () => this.#scroll());
    area.addEventListener("input", () => this.#typed());
  }

  // The answers by line; a line may have none.
  show(text, results, colours) {
    this.#text = text;
    this.#marks = [];
    let place = 0;
    text.split("\n").forEach((line, number) => {
      const at = [0];
      for (const letter of line) at.push(at.at(-1) + letter.length);
      for (const span of results[number]?.spans ?? []) {
        // Leave text without a language unmarked.
        if (isLanguage(span.label)) this.#marks.push([place + at[span.start], place + at[span.end], colours.style(span.label)]);
      }
      place += line.length + 1;
    });
    this.#draw(this.area.value);
  }

  // Until the next answer, text before and after the change keeps its colour.
  #typed() {
    const [before, after] = [this.#text, this.area.value];
    const most = Math.min(before.length, after.length);
    let head = 0;
    while (head < most && before[head] === after[head]) head += 1;
    let tail = 0;
    while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
    const [cut, shift] = [before.length - tail, after.length - before.length];
    this.#marks = this.#marks.flatMap(([start, end, style]) => {
      if (end <= head) return [[start, end, style]];
      if (start >= cut) return [[start + shift, end + shift, style]];
      return end + shift > start ? [[start, Math.max(end + shift, start), style]] : [];
    });
    this.#text = after;
    this.#draw(after);
  }

  #draw(text) {
    const parts = [];
    let place = 0;
    for (const [start, end, style] of this.#marks) {
      if (start < place) continue;
      parts.push(text.slice(place, start), make("mark", `run ${style}`, text.slice(start, end)));
      place = end;
    }
    this.behind.replaceChildren(...parts, text.slice(place), "\n"); // so that a final line break shows
    this.#scroll();
  }

  #scroll() {
    this.behind.scrollTop = this.area.scrollTop;
  }
}
