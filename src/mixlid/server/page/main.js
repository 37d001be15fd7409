// The page: sends the text to the service, and shows the newest answer.
import { AnswerView } from "./answer.js";
import { get, identify, identifyMany } from "./api.js";
import { LatestRequest } from "./latest_request.js";
import { Colours } from "./colours.js";
import { Controls } from "./controls.js";
import { Correcting } from "./correcting.js";
import { EXAMPLES } from "./examples.js";
import { Table } from "./lines.js";
import { capital, id, make } from "./elements.js";
import { OpenedFile } from "./file.js";
import { fresh, fromHash, toHash, toRequest } from "./settings.js";
import { Problem } from "./problem.js";
import { rankedLanguages } from "./totals.js";
import { isLanguage } from "./words.js";

const PAUSE = 120; // milliseconds without a keystroke before a request
const CACHE_SIZE = 100_000; // lines whose answers are cached
const BRIEF = 1500; // longest text whose words are all explained at once, since explaining takes longer than identifying

const colours = new Colours();
const cache = new Map(); // answers by settings and line
const known = new Map(); // languages by model
const problem = new Problem();
const latest = new LatestRequest(() => {
  id("answer").setAttribute("aria-busy", "false");
  problem.stop(changed);
});
const file = new OpenedFile(
  () => service.text_names,
  () => {
    row = 0;
    changed();
  },
);
const what = () => (file.isThere ? "row" : "line");
const view = new AnswerView((label) => names(label), colours, () => {
  const text = lines()[row];
  if (explained === text) return;
  explained = text;
  changed();
});
let service; // what the service has: models, settings, limits
let controls;
let table;
let row = 0;
let explained = null; // a long text with a word that somebody pointed at
let updates = 0;
let waiting = null; // the state whose model's languages are being loaded
let timer;

const names = (label) => {
  if (label === "zxx") return "no language";
  const script = label.split("_")[1];
  if (label.startsWith("und")) return script ? `unknown in ${service.scripts[script] ?? script}` : "unknown";
  return controls.languages.get(label) ?? label;
};
const state = () => controls.state;

// All lines, including blank ones, so that numbers match the lines of the text or the rows of the file.
const lines = () => (file.isThere ? file.texts : written());
const written = () => state().text.replace(/\r?\n$/, "").split(/\r?\n/);

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
    // Browsers limit how often the address changes and how long it is; the next change will update it.
  }
}

async function update() {
  timer = clearTimeout(timer);
  if (waiting) return; // requests wait for the languages
  const mine = ++updates;
  let answer;
  try {
    answer = await latest.ask((signal, progress) => ask(lines(), signal, progress));
  } catch (error) {
    problem.tell(error, changed);
  }
  if (answer) show(answer);
  if (mine === updates && !timer) id("answer").setAttribute("aria-busy", "false");
}

async function ask(all, signal, progress) {
  const isMany = file.isThere || all.filter((line) => line.trim()).length > 1;
  const filled = all.flatMap((line, place) => (line.trim() && !(isMany && isTooLong(line)) ? [place] : []));
  if (!filled.includes(row)) row = filled.findLast((place) => place < row) ?? filled[0] ?? 0;
  const request = toRequest(state());
  const text = all[row] ?? "";
  const explain = text.length <= BRIEF || text === explained;
  const [answer, rows] = await Promise.all([
    identify({ ...request, text, explain, words: true }, signal),
    isMany ? many(all, request, signal, progress) : null,
  ]);
  return { text, answer, rows };
}

const isTooLong = (line) => line.length > service.limits.text_chars && Array.from(line).length > service.limits.text_chars;

// Answers for all lines but those that are too long, from the cache if possible.
async function many(all, request, signal, progress) {
  const settings = JSON.stringify(request);
  const key = (line) => `${settings}\n${line}`;
  if (cache.size > CACHE_SIZE) cache.clear();
  const rest = [...new Set(all)].filter((line) => !cache.has(key(line)) && !isTooLong(line));
  const keep = (results, start) => results.forEach((result, place) => cache.set(key(rest[start + place]), result));
  await identifyMany(rest, request, service.limits, signal, progress, keep);
  return all.map((text, place) => ({ text, record: file.isThere ? file.records[place] : { text }, result: cache.get(key(text)) }));
}

function show({ text, answer, rows }) {
  problem.end();
  controls.follow();
  const [result] = answer.results;
  colours.show(rows ? rankedLanguages(rows) : result.labels);
  view.show(text, result, rows ? `${capital(what())} ${row + 1} of ${rows.length}: ` : "");
  if (rows) table.draw(rows, row, what(), names, colours);
  else table.hide();
}

// Most common first.
function byFrequency(labels) {
  const times = new Map();
  for (const label of labels) times.set(label, (times.get(label) ?? 0) + 1);
  return [...times.keys()].sort((one, other) => times.get(other) - times.get(one));
}

// The lines with their words, for correcting; nothing if it was cancelled.
async function loadWords() {
  const all = [...new Set(lines())].filter((line) => line.trim() && !isTooLong(line));
  try {
    return await latest.ask(async (signal, progress) => {
      const rows = [];
      const keep = (results, start) => results.forEach(({ words }, place) => rows.push({ text: all[start + place], words }));
      await identifyMany(all, { ...toRequest(state()), words: true }, service.limits, signal, progress, keep);
      const languages = byFrequency(rows.flatMap(({ words }) => words.map((word) => word.label).filter(isLanguage)));
      return rows.length ? { rows, languages } : undefined;
    });
  } catch (error) {
    problem.tell(error, changed);
    return undefined;
  }
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

// Load a state with the presets and languages of its model. If the model was changed here, what the new one lacks is
// dropped; for a link, the service reports it.
async function load(given, changedHere = false) {
  waiting = given;
  latest.drop();
  const model = controls.model(given);
  let failure = null;
  try {
    if (!known.has(model)) known.set(model, (await get("languages", { model: model.name })).languages);
  } catch (error) {
    failure = error;
  }
  if (waiting !== given || controls.model(given) !== model) return; // another model was chosen meanwhile
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
    service = await get("models");
  } catch (error) {
    problem.tell(error, start);
    id("answer").setAttribute("aria-busy", "false");
    return;
  }
  controls = new Controls(service, changed);
  await load(fromHash(location.hash, service.settings));
}

document.querySelector("main").hidden = false; // hidden without JavaScript, since nothing would work
table = new Table(
  () => (file.isThere ? `${file.stem}.mixlid` : "mixlid"),
  () => service.columns,
  (place) => {
    row = place;
    update();
  },
);
id("example").append(...EXAMPLES.map(([name], place) => make("option", "", name, { value: place })));
id("example").addEventListener("change", (event) => {
  if (event.target.value === "" || !controls) return;
  state().text = id("text").value = EXAMPLES[Number(event.target.value)][1];
  event.target.value = "";
  row = 0;
  changed();
});
id("link").addEventListener("click", copyLink);
new Correcting(names, colours, loadWords);
window.addEventListener("hashchange", () => {
  if (controls) load(fromHash(location.hash, service.settings));
});
if (!location.hash) history.replaceState(null, "", toHash({ ...fresh(), text: EXAMPLES[0][1] }));
start();
