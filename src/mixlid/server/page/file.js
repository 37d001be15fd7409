// A file instead of text: opened or dropped, read by the service, and returned with languages added.
import { fileTexts, fileWithLanguages, Refused } from "./api.js";
import { count, make } from "./elements.js";
import { save } from "./saving.js";

const id = (name) => document.getElementById(name);

export class OpenedFile {
  texts = null; // null if no file is open
  #file = null;
  #content = ""; // in base64
  #key = null;

  // `request` returns the settings; `changed` is called when the file or column changes.
  constructor(request, changed) {
    this.request = request;
    this.changed = changed;
    id("file").addEventListener("change", () => this.#open(id("file").files[0]));
    id("file-column").addEventListener("change", () => this.#read(id("file-column").value));
    id("file-close").addEventListener("click", () => this.close());
    id("file-save").addEventListener("click", () => this.#save());
    document.addEventListener("dragover", (event) => this.#over(event));
    document.addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("dropping"));
    document.addEventListener("drop", (event) => this.#drop(event));
  }

  get isThere() {
    return this.texts !== null;
  }

  close() {
    this.texts = this.#file = this.#key = null;
    this.#content = "";
    id("file").value = "";
    this.#show(false);
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
    this.#file = file;
    this.#content = await base64(file);
    if (this.#file === file) await this.#read(null);
  }

  async #read(key) {
    const file = this.#file;
    try {
      const found = await fileTexts(this.#asked(key));
      if (this.#file !== file) return; // another file was opened
      this.#key = key;
      this.texts = found.texts.map((text) => text ?? "");
      this.#choose(found);
      const isClear = found.column !== null || found.format === "txt";
      this.#say(isClear ? found.notes.map((note) => `${note}.`).join(" ") : "Which column has the texts?");
      this.#show(true);
      this.changed();
    } catch (error) {
      this.#fail(error);
    }
  }

  #asked(key) {
    return { name: this.#file.name, content: this.#content, ...(key === null ? {} : { key }) };
  }

  #choose({ columns, column }) {
    const options = columns.map((name) => make("option", "", name, { value: name }));
    const none = column === null ? [make("option", "", "choose one", { value: "", disabled: "", selected: "" })] : [];
    id("file-column").replaceChildren(...none, ...options);
    if (column !== null) id("file-column").value = column;
    id("file-column-field").hidden = columns.length < 2;
    id("file-name").textContent = `${this.#file.name}${this.texts.length ? `, ${count(this.texts.length, "row", "rows")}` : ""}`;
  }

  #show(isThere) {
    id("opened").hidden = id("file-save").hidden = !isThere;
    id("csv").hidden = document.querySelector(".editor").hidden = isThere;
    if (!isThere) this.#say("");
  }

  #say(sentence) {
    id("file-note").textContent = sentence;
  }

  #fail(error) {
    this.#say(error instanceof Refused ? `${error.message}.` : "The service cannot be reached.");
  }

  async #save() {
    id("file-save").disabled = true;
    this.#say("Making the file …");
    try {
      const { name, content } = await fileWithLanguages({ ...this.request(), ...this.#asked(this.#key) });
      save(name, "application/octet-stream", content);
      this.#say("");
    } catch (error) {
      this.#fail(error);
    } finally {
      id("file-save").disabled = false;
    }
  }
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
