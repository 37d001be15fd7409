// A result as coloured words with a legend. The service's offsets count code points, JavaScript's UTF-16 units.
import { direction, make, percent } from "./elements.js";

export const isLanguage = (label) => label !== "zxx" && !label.startsWith("und");
const code = (label) => label.split("_")[0];
const WORD_JOINER = "\u2060"; // no line ends here

// Words that have a language, or might: everything but numbers, punctuation and the like.
export const isWord = (word) => word.label !== "zxx";

// Words whose language is known; a switch is from one of these to the next.
const isKnown = (word) => isLanguage(word.label);

export function switches(words) {
  const labels = words.filter(isKnown).map((word) => word.label);
  return labels.filter((label, place) => place > 0 && label !== labels[place - 1]).length;
}

// Words of one direction share an element with that direction. A tag stands before it, in the direction of the text: where one
// comes from the language before.
export function drawWords(box, text, result, names, colours) {
  const letters = Array.from(text);
  const groups = [];
  let group = null;
  let between = ""; // text since the last word
  let place = 0;
  let before = null;
  let language = null;
  result.words.forEach((word, index) => {
    between += letters.slice(place, word.start).join("");
    place = word.end;
    if (!isWord(word)) {
      between += word.text;
      return;
    }
    const parts = [between];
    between = "";
    if (word.label !== before) {
      const kind = language !== null && isKnown(word) && word.label !== language ? "tag switch" : "tag";
      parts.push(make("span", `${kind} ${colours.style(word.label)}`, code(word.label) + WORD_JOINER, { "aria-hidden": "true" }));
      before = word.label;
      if (isKnown(word)) language = word.label;
    }
    const way = direction(word.text);
    if (group?.dir === way) {
      group.append(...parts);
    } else {
      group = make("span", "", "", { dir: way });
      groups.push(...parts, group);
    }
    group.append(drawWord(word, index, names, colours));
  });
  box.replaceChildren(...groups, between + letters.slice(place).join(""));
  box.querySelector(".word")?.setAttribute("tabindex", "0");
}

function drawWord(word, index, names, colours) {
  const guess = word.guess ? `perhaps ${names(word.guess)} (${percent(word.guess_score)}), not counted` : "";
  const said = make("span", "hidden", `, ${[names(word.label), guess].filter(Boolean).join(", ")}`);
  const attributes = { role: "button", tabindex: "-1", "data-index": index, ...(guess ? { title: guess } : {}) };
  return make("span", `word ${colours.style(word.label)}`, [word.text, said], attributes);
}

export function drawLegend(list, note, result, names, colours) {
  const labels = [...new Set([...result.labels, ...Object.keys(result.proportions)])];
  list.replaceChildren(
    ...labels.map((label) => {
      const share = result.proportions[label];
      const bar = make("span", `share ${colours.style(label)}`, "", { "aria-hidden": "true" });
      bar.style.inlineSize = `${100 * (share ?? 0)}%`;
      const name = make("span", `sample ${colours.style(label)}`, names(label));
      const parts = [name, make("code", "", label)];
      if (share === undefined) return make("li", "", parts);
      return make("li", "", [...parts, make("span", "amount", percent(share)), make("span", "track", [bar], { "aria-hidden": "true" })]);
    }),
  );
  const sure = result.confidence === null || result.label === "zxx" ? "" : `${percent(result.confidence)} sure that this is right. `;
  note.textContent = sure + (result.fallback ? "A guess: no language fits well." : "");
}

// Text in the colours of its spans, for a row of the table.
export function drawSpans(text, result, colours) {
  const letters = Array.from(text);
  return result.spans.map((span) =>
    make("span", `run ${colours.style(span.label)}`, letters.slice(span.start, span.end).join("")),
  );
}

// One tab stop, and arrow keys from word to word in the direction of the text.
export function listen(box, onWord, kinds = ["mouseover", "focusin", "click"]) {
  const shown = (event) => {
    const word = event.target.closest?.(".word");
    if (word) onWord(Number(word.dataset.index));
  };
  for (const kind of kinds) box.addEventListener(kind, shown);
  box.addEventListener("keydown", (event) => {
    const words = [...box.querySelectorAll(".word")];
    const now = words.indexOf(document.activeElement);
    const ahead = box.dir === "rtl" ? -1 : 1;
    const next = { ArrowRight: now + ahead, ArrowLeft: now - ahead, Home: 0, End: words.length - 1 }[event.key];
    if (now < 0 || next === undefined || !words[next]) return;
    event.preventDefault();
    words[now].setAttribute("tabindex", "-1");
    words[next].setAttribute("tabindex", "0");
    words[next].focus();
  });
}
