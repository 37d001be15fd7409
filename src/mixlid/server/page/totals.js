// Totals of all lines: how many are mixed, the shares of languages, and which occur together.
import { count, id, make, percent } from "./elements.js";
import { isLanguage } from "./words.js";

const SHOWN = 12; // languages shown
const PAIRS = 6;

// Counts over lines with an answer. A line is weighted by its characters.
function tally(rows) {
  const found = { mixed: 0, none: 0, blank: 0, failed: 0, weight: 0, languages: new Map(), pairs: new Map() };
  for (const { text, result } of rows) {
    if (!text.trim()) found.blank += 1;
    else if (!result) found.failed += 1;
    else add(found, text, result);
  }
  return found;
}

function add(found, text, result) {
  const labels = result.labels.filter(isLanguage);
  if (!labels.length) found.none += 1;
  if (labels.length > 1) found.mixed += 1;
  for (const label of labels) {
    const entry = found.languages.get(label) ?? { lines: 0, weight: 0 };
    entry.lines += 1;
    entry.weight += (result.proportions[label] ?? 0) * text.length;
    found.weight += (result.proportions[label] ?? 0) * text.length;
    found.languages.set(label, entry);
  }
  for (const first of labels) {
    for (const second of labels) {
      if (first >= second) continue;
      const pair = `${first} ${second}`;
      found.pairs.set(pair, (found.pairs.get(pair) ?? 0) + 1);
    }
  }
}

// The languages of rows by their share of the text.
export const rankedLanguages = (rows) => ranking(tally(rows).languages, (entry) => entry.weight).map(([label]) => label);

const ranking = (map, value) => [...map].sort(([, one], [, other]) => value(other) - value(one));

// `chosen` are the languages whose lines are shown; buttons with labels in `data-labels` choose others.
export function drawTotals(rows, chosen, what, names, colours) {
  const found = tally(rows);
  const filled = rows.length - found.blank;
  const notes = [`${count(found.mixed, "is mixed", "are mixed")} (${percent(found.mixed / Math.max(filled, 1))})`];
  if (found.none) notes.push(`${count(found.none, "has", "have")} no known language`);
  if (found.failed) notes.push(`${count(found.failed, "is", "are")} too long`);
  if (found.blank) notes.push(`${count(found.blank, "is", "are")} blank`);
  id("totals").textContent = `Of ${count(rows.length, what, `${what}s`)} ${notes.join(", ")}.`;

  const ranked = ranking(found.languages, (entry) => entry.weight);
  const languages = ranked.slice(0, SHOWN);
  const others = ranked.slice(languages.length);
  const rest = others.reduce((sum, [, { weight }]) => sum + weight, 0);
  const share = (style, title, weight) => {
    const part = make("span", `share ${style}`, "", { title });
    part.style.inlineSize = `${(100 * weight) / found.weight}%`;
    return part;
  };
  const more = others.length ? [`and ${others.length} more`] : [];
  id("shares").replaceChildren(
    ...languages.map(([label, { weight }]) => share(colours.style(label), names(label), weight)),
    ...more.map((title) => share("plain", title, rest)),
  );
  const isPressed = (labels) => String(labels.length === chosen.length && labels.every((label) => chosen.includes(label)));
  const button = (labels, content) =>
    make("li", "", [make("button", "", content, { type: "button", "data-labels": labels.join(" "), "aria-pressed": isPressed(labels) })]);
  id("found").replaceChildren(
    ...languages.map(([label, { lines, weight }]) =>
      button([label], [make("span", `sample ${colours.style(label)}`, names(label)), ` ${percent(weight / found.weight)}, ${count(lines, what, `${what}s`)}`]),
    ),
    ...more.map((title) => make("li", "", `${title} ${percent(rest / found.weight)}`)),
  );
  id("pairs").replaceChildren(
    ...ranking(found.pairs, (lines) => lines).slice(0, PAIRS).map(([pair, lines]) => {
      const labels = pair.split(" ");
      return button(labels, `${labels.map(names).join(" with ")} ${lines.toLocaleString("en")}`);
    }),
  );
  id("pairs-title").hidden = !found.pairs.size;
}
