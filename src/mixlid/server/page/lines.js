// Many lines: totals, a table that can be sorted and filtered, and downloads.
import { saveRows } from "./downloads.js";
import { capital, count, id, make, percent } from "./elements.js";
import { drawTotals } from "./totals.js";
import { drawSpans } from "./words.js";

const SHOWN = 500;

// Sort orders of the rows, blank ones last; the sort is stable.
const ORDERS = {
  mixed: ({ result }) => (result?.is_mixed ? 0 : 1),
  given: () => 0,
  unsure: ({ result }) => result?.confidence ?? 1,
};
const rank = (order) => (row) => (order === "given" || row.text.trim() ? ORDERS[order](row) : 2);

export class Table {
  #rows = [];
  #chosen = []; // languages that a line must have
  #drawn = null; // the arguments of the last drawing

  // `stem` and `columns` return the name of a download and the columns to add; `select` takes the index of a row.
  constructor(stem, columns, select) {
    for (const format of ["csv", "tsv", "jsonl"]) id(format).addEventListener("click", () => saveRows(stem(), format, this.#rows, columns()));
    document.querySelector("#lines tbody").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) select(Number(button.dataset.row));
    });
    for (const name of ["found", "pairs"]) id(name).addEventListener("click", (event) => this.#choose(event.target.closest("button")));
    for (const [name, kind] of [["order", "change"], ["filter", "input"]]) id(name).addEventListener(kind, () => this.#draw());
  }

  hide() {
    this.#rows = [];
    id("lines").hidden = true;
  }

  // Rows have a text, the record that it is from and, unless it is too long, a result. `what` is their name, `line` or `row`.
  draw(rows, selected, what, names, colours) {
    this.#rows = rows;
    this.#drawn = { selected, what, names, colours };
    const there = new Set(rows.flatMap(({ result }) => result?.labels ?? []));
    if (!this.#chosen.every((label) => there.has(label))) this.#chosen = [];
    this.#draw();
    id("lines").hidden = false;
  }

  // Choosing a language again removes the filter.
  #choose(button) {
    if (!button) return;
    this.#chosen = button.getAttribute("aria-pressed") === "true" ? [] : button.dataset.labels.split(" ");
    const { labels } = button.dataset;
    this.#draw();
    document.querySelector(`#lines [data-labels="${labels}"]`)?.focus(); // it was redrawn
  }

  #draw() {
    const { selected, what, names, colours } = this.#drawn;
    drawTotals(this.#rows, this.#chosen, what, names, colours);
    const sought = id("filter").value.trim().toLowerCase();
    const order = rank(id("order").value);
    const fitting = this.#rows
      .map((row, place) => ({ ...row, place }))
      .filter(({ text, result }) => text.toLowerCase().includes(sought) && this.#chosen.every((label) => result?.labels.includes(label)))
      .sort((one, other) => order(one) - order(other));
    const body = fitting.slice(0, SHOWN).map((row) => drawRow(row, row.place === selected, what, names, colours));
    document.querySelector("#lines tbody").replaceChildren(...body);
    document.querySelector("#lines th").textContent = capital(what);
    id("lines-note").textContent =
      fitting.length === this.#rows.length && body.length === fitting.length ? "" : `${body.length} of ${count(this.#rows.length, what, `${what}s`)} shown`;
  }
}

function drawRow({ text, result, place }, isSelected, what, names, colours) {
  const number = make("button", "", String(place + 1), { type: "button", "data-row": place, "aria-pressed": String(isSelected) });
  number.setAttribute("aria-label", `Look at ${what} ${place + 1}`);
  const languages = (result?.labels ?? []).map((label) => {
    const share = result.proportions[label];
    return make("span", "found", [make("span", `sample ${colours.style(label)}`, names(label)), share === undefined ? "" : ` ${percent(share)}`]);
  });
  const sure = typeof result?.confidence === "number" ? percent(result.confidence) : "–";
  const shown = result ? drawSpans(text, result, colours) : [`${text.slice(0, 200)} …`];
  const cells = [make("td", "", [number]), make("td", "text", shown, { dir: "auto" }), make("td", "", text.trim() ? languages : ""), make("td", "", sure)];
  return make("tr", isSelected ? "selected" : "", cells);
}
