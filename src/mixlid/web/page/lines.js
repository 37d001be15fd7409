// Many lines: a table, and all of it as a file.
import { make, percent } from "./elements.js";
import { drawSpans } from "./words.js";

const SHOWN = 500;
const id = (name) => document.getElementById(name);

export class Table {
  #rows = [];

  // `header` is that of the CSV; `select` gets the place of a row.
  constructor(header, select) {
    id("jsonl").addEventListener("click", () => save("mixlid.jsonl", "application/x-ndjson", jsonl(this.#rows)));
    id("csv").addEventListener("click", () => save("mixlid.csv", "text/csv", csv(header(), this.#rows)));
    document.querySelector("#lines tbody").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) select(Number(button.dataset.row));
    });
  }

  hide() {
    this.#rows = [];
    id("lines").hidden = true;
  }

  // Rows are pairs of a text and its result.
  draw(rows, selected, names, colours) {
    this.#rows = rows;
    const body = rows.slice(0, SHOWN).map(([text, result], place) => {
      const number = make("button", "", String(place + 1), { type: "button", "data-row": place, "aria-pressed": String(place === selected) });
      number.setAttribute("aria-label", `Look at line ${place + 1}`);
      const languages = result.languages.map((label) => {
        const share = result.proportions[label];
        return make("span", "found", [make("span", `sample ${colours.style(label)}`, names(label)), share === undefined ? "" : ` ${percent(share)}`]);
      });
      const sure = result.confidence === null ? "–" : percent(result.confidence);
      const cells = [make("td", "", [number]), make("td", "text", drawSpans(text, result, colours), { dir: "auto" }), make("td", "", languages), make("td", "", sure)];
      return make("tr", place === selected ? "selected" : "", cells);
    });
    document.querySelector("#lines tbody").replaceChildren(...body);
    const hidden = rows.length - body.length;
    id("lines-note").textContent = `${rows.length} lines` + (hidden > 0 ? `; ${hidden} of them only in the download` : "");
    id("lines").hidden = false;
  }
}

const jsonl = (rows) => rows.map(([text, { csv, ...result }]) => JSON.stringify({ text, ...result }) + "\n").join("");

// As the command writes it for Excel.
const csv = (header, rows) => `${header}${rows.map(([, result]) => result.csv).join("")}`;

function save(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", "", "", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
