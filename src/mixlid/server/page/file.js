// A file instead of text: opened or dropped, and read here in the browser.
import { count, id, make } from "./elements.js";
import { readTable, TableError } from "./tables.js";

const MOST_BYTES = 50_000_000; // the command reads files of any size

export class OpenedFile {
  texts = null; // null if no file is open
  #file = null;
  #content = "";
  #table = null;

  // `textNames` returns usual names of the text column; `changed` is called when the file or column changes.
  constructor(textNames, changed) {
    this.textNames = textNames;
    this.changed = changed;
    id("file").addEventListener("change", () => this.#open(id("file").files[0]));
    id("file-column").addEventListener("change", () => this.#use(id("file-column").value));
    id("file-header").addEventListener("change", () => this.#read(id("file-header").checked));
    id("file-close").addEventListener("click", () => this.close());
    document.addEventListener("dragover", (event) => this.#over(event));
    document.addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("dropping"));
    document.addEventListener("drop", (event) => this.#drop(event));
  }

  get isThere() {
    return this.texts !== null;
  }

  get records() {
    return this.#table.records;
  }

  // The file's name without its suffix.
  get stem() {
    return this.#file.name.replace(/\.[^.]*$/, "");
  }

  close() {
    this.texts = this.#file = this.#table = null;
    this.#content = id("file").value = "";
    this.#show();
    this.#say("");
    this.changed();
    id("text").focus();
  }

  #over(event) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  }

  #drop(event) {
    document.body.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    this.#open(file);
  }

  async #open(file) {
    if (!file) return;
    this.#say(`Reading ${file.name} …`);
    try {
      const content = await contentOf(file);
      const before = [this.#file, this.#content];
      [this.#file, this.#content] = [file, content];
      if (!this.#read(null)) [this.#file, this.#content] = before;
    } catch (error) {
      this.#fail(error);
    }
  }

  // Whether it could be read; `hasHeader` is null if the file shall tell.
  #read(hasHeader) {
    try {
      this.#table = readTable(this.#file.name, this.#content, hasHeader, this.textNames());
    } catch (error) {
      this.#fail(error);
      return false;
    }
    this.#choose();
    this.#use(this.#table.key);
    return true;
  }

  // Take the texts from a column; with null, ask for one.
  #use(key) {
    this.texts = this.#table.records.map((record) => (key !== null && typeof record[key] === "string" ? record[key] : ""));
    this.#say(key === null ? "Which column has the texts?" : "");
    this.#show();
    this.changed();
  }

  #choose() {
    const { columns, key, format, hasHeader } = this.#table;
    const none = key === null ? [make("option", "", "choose one", { value: "", disabled: "", selected: "" })] : [];
    id("file-column").replaceChildren(...none, ...columns.map((name) => make("option", "", name, { value: name })));
    if (key !== null) id("file-column").value = key;
    id("file-column-field").hidden = columns.length < 2;
    id("file-header-field").hidden = hasHeader === null;
    id("file-header").checked = Boolean(hasHeader);
    id("file-name").textContent = `${this.#file.name}, ${count(this.records.length, format === "txt" ? "line" : "row", format === "txt" ? "lines" : "rows")}`;
  }

  #show() {
    id("opened").hidden = !this.isThere;
    id("text").hidden = this.isThere;
  }

  #say(sentence) {
    id("file-note").textContent = sentence;
  }

  #fail(error) {
    this.#say(error instanceof TableError ? `${error.message}.` : `The file cannot be read: ${error.message}`);
  }
}

// The text of a file: UTF-8, or UTF-16 if it says so.
async function contentOf(file) {
  if (file.size > MOST_BYTES) throw new TableError(`${file.name} is larger than 50 MB; the command mixlid identify takes files of any size`);
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new TableError(`${file.name} is not UTF-8; save it in this encoding`);
  }
}
