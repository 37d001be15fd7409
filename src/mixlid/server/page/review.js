// Decisions about words, and the next word to decide: least sure first.
import { isLanguage, isWord } from "./words.js";

const key = (text, word) => `${word.start}\n${text}`;
// A word without a language is as sure as its guess.
const sureness = (word) => word.confidence ?? word.guess_score ?? 0;

export class Review {
  #labels = new Map(); // decisions by text and offset, so that equal sentences are decided once
  #history = [];
  isSaved = true;

  // Rows have a text and its words.
  constructor(rows) {
    this.rows = [...new Map(rows.map((row) => [row.text, row])).values()];
    this.queue = this.rows
      .flatMap((row) => row.words.flatMap((word, index) => (isWord(word) ? [{ row, word, index }] : [])))
      .sort((one, other) => sureness(one.word) - sureness(other.word));
  }

  // The words of a row with all decisions.
  words(row) {
    return row.words.map((word) => ({ ...word, label: this.#labels.get(key(row.text, word)) ?? word.label }));
  }

  isDecided(row, word) {
    return this.#labels.has(key(row.text, word));
  }

  decide(row, word, label) {
    this.#record([{ row, word, index: row.words.indexOf(word), label }]);
  }

  // The words of a row that are not decided are right.
  confirm(row) {
    this.#record(this.queue.filter((place) => place.row === row && !this.isDecided(row, place.word)).map((place) => ({ ...place, label: place.word.label })));
  }

  #record(decisions) {
    for (const { row, word, label } of decisions) this.#labels.set(key(row.text, word), label);
    this.#history.push(decisions);
    this.isSaved = false;
  }

  // Undo the last decision; returns its word, or the least sure one of a sentence.
  undo() {
    const last = this.#history.pop() ?? [];
    for (const { row, word } of last) this.#labels.delete(key(row.text, word));
    return last[0];
  }

  // The next word after a skipped one, or the first undecided word.
  next(after = null) {
    const open = ({ row, word }) => !this.isDecided(row, word);
    const place = after ? this.queue.findIndex(({ row, word }) => row === after.row && word.start === after.word.start) : -1;
    return this.queue.slice(place + 1).find(open) ?? this.queue.find(open);
  }

  // Sentences all of whose words are decided.
  get checked() {
    const open = new Set(this.queue.filter(({ row, word }) => !this.isDecided(row, word)).map(({ row }) => row));
    return this.rows.filter((row) => !open.has(row) && row.words.some(isWord));
  }

  get counts() {
    const decided = this.queue.filter(({ row, word }) => this.isDecided(row, word));
    const corrected = decided.filter(({ row, word }) => this.#labels.get(key(row.text, word)) !== word.label);
    return { words: this.queue.length, decided: decided.length, corrected: corrected.length, sentences: this.checked.length };
  }

  // Sentences with their languages and the tags of their words, as `mixlid adapt --labelled` reads them.
  samples(all) {
    return (all ? this.rows : this.checked).map((row) => {
      const words = this.words(row);
      const langs = new Set(words.map((word) => word.label).filter((label) => label.includes("_") && isLanguage(label)).map(code));
      return { text: row.text, langs: langs.size ? [...langs].sort() : ["zxx"], tokens: words.map((word) => word.text), tags: words.map((word) => tag(word.label)) };
    });
  }
}

const code = (label) => label.split("_")[0];
const TAGS = { name: "ne", other: "other", zxx: "other", und: "unk" };
const tag = (label) => TAGS[code(label)] ?? code(label);
