// The answer for one text: coloured words, its languages, and explanations of words.
import { capital, direction, id, make, percent } from "./elements.js";
import { drawExplanation, drawJudgements } from "./explanation.js";
import { drawLegend, drawWords, isWord, listen, switches } from "./words.js";

const hint = (text) => make("p", "hint", text);
const panel = (part) => document.querySelector(`#panel ${part}`);

export class AnswerView {
  #text = null;
  #result = null;
  #pointed = null; // the index of the word that was pointed at last

  // `explain` is called when somebody points at a word that has no explanation yet.
  constructor(names, colours, explain) {
    Object.assign(this, { names, colours, explain });
    listen(panel(".words"), (index) => this.#about(index));
  }

  // `where` names the line, if there are many.
  show(text, result, where) {
    const same = this.#text === text;
    [this.#text, this.#result] = [text, result];
    this.#draw();
    this.#summarise(where);
    id("panel").hidden = id("correct-tools").hidden = !text.trim();
    id("word").hidden = !result.words.some(isWord);
    if (same && this.#pointed !== null) {
      this.#about(this.#pointed);
      return;
    }
    const outside = result.words.findIndex((word) => isWord(word) && word.label !== result.label);
    const index = outside >= 0 ? outside : result.words.findIndex(isWord);
    this.#pointed = null;
    if (result.words[index]?.explanation === undefined) id("explanation").replaceChildren(hint("Point at a word, or move to it with Tab and the arrow keys."));
    else this.#about(index);
  }

  #draw() {
    const words = panel(".words");
    words.dir = direction(this.#text);
    const focused = words.contains(document.activeElement) ? document.activeElement.dataset.index : null;
    drawWords(words, this.#text, this.#result, this.names, this.colours);
    drawLegend(panel(".legend"), panel(".sure"), this.#result, this.names, this.colours);
    drawJudgements(panel(".judged"), this.#result.judgements ?? [], this.names, this.colours);
    if (focused !== null) words.querySelector(`[data-index="${focused}"]`)?.focus();
  }

  #summarise(where) {
    if (!this.#text.trim()) {
      id("summary").textContent = where ? `${where}nothing is written.` : "Nothing is written yet.";
      return;
    }
    const { labels, proportions, words } = this.#result;
    const shares = labels.map((label) => (label in proportions ? `${this.names(label)} ${percent(proportions[label])}` : this.names(label)));
    const count = switches(words);
    const times = count === 1 ? "1 switch" : `${count} switches`;
    id("summary").textContent = capital(`${where}${shares.join(", ")}${count ? `; ${times}` : ""}.`);
  }

  #about(index) {
    const word = this.#result?.words[index];
    for (const element of document.querySelectorAll(".word.current")) element.classList.remove("current");
    if (!word || !isWord(word)) return;
    this.#pointed = index;
    panel(`[data-index="${index}"]`)?.classList.add("current");
    if (word.explanation !== undefined) {
      drawExplanation(id("explanation"), word, this.names, this.colours);
      return;
    }
    id("explanation").replaceChildren(hint("Looking at the words of a long text …"));
    this.explain();
  }
}
