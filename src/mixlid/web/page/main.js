// The page: what is written goes to the service, and the newest answer is shown.
import { learn } from "./adaptation.js";
import { get, identify } from "./api.js";
import { Colours } from "./colours.js";
import { Controls } from "./controls.js";
import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { drawExplanation, drawJudgements } from "./explanation.js";
import { Table } from "./lines.js";
import { capital, direction, make, percent } from "./elements.js";
import { fresh, fromHash, toHash, toRequest } from "./settings.js";
import { Problem } from "./problem.js";
import { drawLegend, drawWords, isWord, listen, switches } from "./words.js";

const PAUSE = 120; // milliseconds without a key before we ask
const KEPT = 20000; // lines whose answers are kept
const id = (name) => document.getElementById(name);

const colours = new Colours();
const editor = new Editor(id("text"), id("behind"));
const kept = new Map(); // answers by settings and line
const known = new Map(); // languages by model
const problem = new Problem();
let told; // what the service has: models, settings, limits
let controls;
let table;
let row = 0;
let shown = { first: null, second: null };
let turn = 0;
let asking = new AbortController();
let waiting = null; // the state whose model's languages are on their way
let timer;

const names = (label) => {
  if (label === "zxx") return "no language";
  const script = label.split("_")[1];
  if (label.startsWith("und")) return script ? `unknown in ${told.scripts[script] ?? script}` : "unknown";
  return controls.languages.get(label) ?? label;
};
const state = () => controls.state;
const lines = () => state().text.split(/\r?\n/).filter((line) => line.trim());

function changed(what = {}) {
  remember();
  id("link-note").textContent = "";
  id("answer").setAttribute("aria-busy", "true");
  clearTimeout(timer);
  problem.wait();
  if (what.model) load(state(), true);
  else timer = setTimeout(update, PAUSE);
}

function remember() {
  try {
    history.replaceState(null, "", toHash(state()) || location.pathname);
  } catch {
    // Browsers limit how often an address changes and how long it is; the next change will do.
  }
}

async function update() {
  timer = clearTimeout(timer);
  if (waiting) return; // what is asked meanwhile is asked when the languages are here
  const mine = ++turn;
  asking.abort();
  asking = new AbortController();
  try {
    const answer = await ask(lines(), asking.signal);
    if (mine === turn) show(answer);
  } catch (error) {
    if (mine === turn && error.name !== "AbortError") problem.tell(error, changed);
  } finally {
    if (mine === turn && !timer) id("answer").setAttribute("aria-busy", "false");
  }
}

async function ask(all, signal) {
  row = Math.min(row, Math.max(all.length - 1, 0));
  const request = toRequest(state());
  const text = all[row] ?? "";
  const one = (solver) => identify({ ...request, solver, text, explain: true, parts: true }, signal);
  const [first, second, rows] = await Promise.all([
    one(state().solver),
    state().compare ? one(controls.other()) : null,
    all.length > 1 ? many(all, request, signal) : null,
  ]);
  return { asked: state().text, text, first, second, rows };
}

// Answers for all lines; what was asked before is not asked again.
async function many(all, request, signal) {
  const settings = JSON.stringify(request);
  const key = (line) => `${settings}\n${line}`;
  if (kept.size > KEPT) kept.clear();
  const rest = [...new Set(all)].filter((line) => !kept.has(key(line)));
  const step = Math.min(told.limits.texts, 200);
  for (let place = 0; place < rest.length; place += step) {
    const part = rest.slice(place, place + step);
    const answer = await identify({ ...request, text: part, csv: true }, signal);
    part.forEach((line, index) => kept.set(key(line), answer.results[index]));
  }
  return all.map((line) => [line, kept.get(key(line))]);
}

function show({ asked, text, first, second, rows }) {
  problem.end();
  controls.follow(first.settings);
  const [one, two] = [first.results[0], second?.results[0]];
  const inRows = (rows ?? []).flatMap(([, result]) => result.languages);
  const inParts = one.words.flatMap((word) => word.parts.map((part) => part.label));
  colours.show([...new Set([...one.languages, ...(two?.languages ?? []), ...inRows, ...inParts])]);
  shown = { first: one, second: two };
  if (asked === id("text").value) editor.show(asked, rows?.map(([, result]) => result) ?? [one], colours);
  panel("first", first.solver, text, one, two);
  id("second").hidden = !second;
  if (second) panel("second", second.solver, text, two, one);
  summarise(text, one, two, rows);
  id("panels").hidden = !text.trim();
  id("word").hidden = !one.words.some(isWord);
  const outside = one.words.findIndex((word) => isWord(word) && word.label !== one.label);
  about("first", outside >= 0 ? outside : one.words.findIndex(isWord));
  if (rows) table.draw(rows, row, names, colours);
  else table.hide();
}

function panel(which, solver, text, result, other) {
  const box = id(which);
  const words = box.querySelector(".words");
  words.dir = direction(text);  // "auto" would look at the first tag, which is in Latin letters
  const focused = words.contains(document.activeElement) ? document.activeElement.dataset.index : null;
  box.querySelector("h3").textContent = other ? solver : "";
  const labels = new Map((other?.words ?? []).map((word) => [word.start, word.label]));
  const differing = result.words.filter((word) => other && labels.get(word.start) !== word.label);
  drawWords(words, text, result, names, colours, new Set(differing.map((word) => word.start)));
  drawLegend(box.querySelector(".legend"), box.querySelector(".sure"), result, names, colours);
  drawJudgements(box.querySelector(".judged"), result.judgements ?? [], names, colours);
  if (focused !== null) words.querySelector(`[data-index="${focused}"]`)?.focus();
}

function summarise(text, one, two, rows) {
  if (!text.trim()) {
    id("summary").textContent = "Nothing is written yet.";
    return;
  }
  const shares = one.languages.map((label) =>
    label in one.proportions ? `${names(label)} ${percent(one.proportions[label])}` : names(label),
  );
  const count = switches(one.words);
  const times = count === 1 ? "1 switch" : `${count} switches`;
  const differing = two ? one.words.filter((word, place) => word.label !== two.words[place].label).length : 0;
  const beside = two ? `; the solvers differ in ${differing === 1 ? "1 word" : `${differing} words`}` : "";
  const where = rows ? `Line ${row + 1} of ${rows.length}: ` : "";
  id("summary").textContent = capital(`${where}${shares.join(", ")}${count ? `; ${times}` : ""}${beside}.`);
}

function about(which, index) {
  const word = shown[which]?.words[index];
  for (const element of document.querySelectorAll(".word.current")) element.classList.remove("current");
  if (!word || !isWord(word)) {
    id("explanation").replaceChildren(make("p", "hint", "Point at a word, or move to it with Tab and the arrow keys."));
    return;
  }
  id(which).querySelector(`[data-index="${index}"]`)?.classList.add("current");
  drawExplanation(id("explanation"), word, names, colours);
}

async function copyLink() {
  remember();
  try {
    await navigator.clipboard.writeText(location.href);
    id("link-note").textContent = "Copied. The link contains the text and the settings.";
  } catch {
    id("link-note").textContent = "The address of this page is the link.";
  }
}

// A state with the presets and languages of its model. If the model was changed here, what the new one lacks is dropped;
// a link that asks for what is not there is told so by the service.
async function load(given, changedHere = false) {
  waiting = given;
  ++turn;
  asking.abort();
  const model = controls.model(given);
  let failure = null;
  try {
    if (!known.has(model)) known.set(model, (await get("languages", { model: model.name })).languages);
  } catch (error) {
    failure = error;
  }
  if (waiting !== given || controls.model(given) !== model) return; // another one has been asked for
  waiting = null;
  if (failure) {
    problem.tell(failure, () => load(given, changedHere));
    id("answer").setAttribute("aria-busy", "false");
    return;
  }
  if (changedHere) {
    if (!(given.preset in model.presets)) given.preset = "default";
    given.languages = given.languages.filter((label) => known.get(model).some((entry) => entry.label === label));
  }
  controls.show(given, known.get(model));
  if (changedHere) remember();
  await update();
}

async function start() {
  try {
    told = await get("models");
  } catch (error) {
    problem.tell(error, start);
    id("answer").setAttribute("aria-busy", "false");
    return;
  }
  controls = new Controls(told, changed);
  await load(fromHash(location.hash, told.settings));
}

document.querySelector("main").hidden = false; // without JavaScript nothing in it would work
table = new Table(() => told.csv_header, (place) => {
  row = place;
  update();
});
id("example").append(...EXAMPLES.map(([name], place) => make("option", "", name, { value: place })));
id("example").addEventListener("change", (event) => {
  if (event.target.value === "" || !controls) return;
  state().text = id("text").value = EXAMPLES[Number(event.target.value)][1];
  event.target.value = "";
  row = 0;
  changed();
});
id("link").addEventListener("click", copyLink);
id("adapt").addEventListener("click", async () => {
  const prior = await learn(lines(), toRequest(state()), names, told.limits.texts);
  if (!prior) return;
  controls.expect(prior);
  changed();
});
for (const which of ["first", "second"]) listen(id(which).querySelector(".words"), (index) => about(which, index));
window.addEventListener("hashchange", () => {
  if (controls) load(fromHash(location.hash, told.settings));
});
if (matchMedia("(max-width: 60rem)").matches) id("settings").open = false;
if (!location.hash) history.replaceState(null, "", toHash({ ...fresh(), text: EXAMPLES[0][1] }));
start();
