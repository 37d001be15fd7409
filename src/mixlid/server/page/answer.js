// The answer for one text: coloured words, on request beside those of another solver, and explanations of words.
import { capital, direction, make, percent } from "./elements.js";
import { drawExplanation, drawJudgements } from "./explanation.js";
import { drawLegend, drawWords, isWord, listen, switches } from "./words.js";

const id = (name) => document.getElementById(name);
const hint = (text) => make("p", "hint", text);

export class AnswerView {
  #shown = { first: null, second: null };
  #pointed = null; // the word that was pointed at last: panel and index

  // `explain` is called when somebody points at a word that has no explanation yet.
  constructor(names, colours, explain) {
    Object.assign(this, { names, colours, explain });
    for (const which of ["first", "second"]) listen(id(which).querySelector(".words"), (index) => this.#about(which, index));
  }

  // `where` names the line, if there are many.
  show(text, first, second, where) {
    const [one, two] = [first.results[0], second?.results[0]];
    const same = this.#shown.text === text;
    this.#shown = { text, first: one, second: two };
    this.#panel("first", first.solver, text, one, two);
    id("second").hidden = !second;
    if (second) this.#panel("second", second.solver, text, two, one);
    this.#summarise(text, one, two, where);
    id("panels").hidden = id("correct-tools").hidden = !text.trim();
    id("word").hidden = !one.words.some(isWord);
    if (same && this.#pointed) {
      this.#about(...this.#pointed);
      return;
    }
    const outside = one.words.findIndex((word) => isWord(word) && word.label !== one.label);
    const index = outside >= 0 ? outside : one.words.findIndex(isWord);
    this.#pointed = null;
    if (one.words[index]?.explanation === undefined) id("explanation").replaceChildren(hint("Point at a word, or move to it with Tab and the arrow keys."));
    else this.#about("first", index);
  }

  #panel(which, solver, text, result, other) {
    const box = id(which);
    const words = box.querySelector(".words");
    words.dir = direction(text);
    const focused = words.contains(document.activeElement) ? document.activeElement.dataset.index : null;
    box.querySelector("h3").textContent = other ? solver : "";
    const labels = new Map((other?.words ?? []).map((word) => [word.start, word.label]));
    const differing = result.words.filter((word) => other && labels.get(word.start) !== word.label);
    drawWords(words, text, result, this.names, this.colours, new Set(differing.map((word) => word.start)));
    drawLegend(box.querySelector(".legend"), box.querySelector(".sure"), result, this.names, this.colours);
    drawJudgements(box.querySelector(".judged"), result.judgements ?? [], this.names, this.colours);
    if (focused !== null) words.querySelector(`[data-index="${focused}"]`)?.focus();
  }

  #summarise(text, one, two, where) {
    if (!text.trim()) {
      id("summary").textContent = where ? `${where}nothing is written.` : "Nothing is written yet.";
      return;
    }
    const shares = one.labels.map((label) =>
      label in one.proportions ? `${this.names(label)} ${percent(one.proportions[label])}` : this.names(label),
    );
    const count = switches(one.words);
    const times = count === 1 ? "1 switch" : `${count} switches`;
    const differing = two ? one.words.filter((word, place) => word.label !== two.words[place].label).length : 0;
    const beside = two ? `; the solvers differ in ${differing === 1 ? "1 word" : `${differing} words`}` : "";
    id("summary").textContent = capital(`${where}${shares.join(", ")}${count ? `; ${times}` : ""}${beside}.`);
  }

  #about(which, index) {
    const word = this.#shown[which]?.words[index];
    for (const element of document.querySelectorAll(".word.current")) element.classList.remove("current");
    if (!word || !isWord(word)) return;
    this.#pointed = [which, index];
    id(which).querySelector(`[data-index="${index}"]`)?.classList.add("current");
    if (word.explanation !== undefined) {
      drawExplanation(id("explanation"), word, this.names, this.colours);
      return;
    }
    id("explanation").replaceChildren(hint("Looking at the words of a long text …"));
    this.explain();
  }
}
