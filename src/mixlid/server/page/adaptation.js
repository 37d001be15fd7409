// Learns what to expect from the lines of the page and from a file of labelled sentences.
import { adapt, Refused } from "./api.js";
import { capital, percent } from "./elements.js";

const SHOWN = 3; // languages to name
const id = (name) => document.getElementById(name);

// A prior as JSON; null, with the reason on the page, if it fails. `labelled` are corrected sentences; `note` is the
// element that says what was learnt.
export async function learn(lines, labelled, request, names, most, note = "adapt-note") {
  const say = (sentence) => (id(note).textContent = sentence);
  say("Learning …");
  id("adapt").disabled = id("learn").disabled = true;
  try {
    const { prior: _, ...options } = request; // start again without the last prior
    const known = [...labelled, ...(await labels())].slice(0, most);
    const { prior, gain } = await adapt({ ...options, text: sample(lines, most - known.length), labelled: known });
    say(summary(prior, gain, names));
    return JSON.stringify(prior);
  } catch (error) {
    const known = error instanceof Refused || error instanceof SyntaxError;
    say(capital(known ? `${error.message}.` : "the service cannot be reached."));
    return null;
  } finally {
    id("adapt").disabled = id("learn").disabled = false;
  }
}

// As many lines as the service takes, spread over all of them.
function sample(lines, most) {
  const filled = lines.filter((line) => line.trim());
  const step = Math.max(1, Math.ceil(filled.length / most));
  return most > 0 ? filled.filter((_, place) => place % step === 0) : [];
}

async function labels() {
  const [file] = id("labelled").files;
  if (!file) return [];
  const filled = (await file.text()).split("\n").map((line, place) => [line.trim(), place + 1]).filter(([line]) => line);
  return filled.map(([line, place]) => {
    try {
      return JSON.parse(line);
    } catch {
      throw new SyntaxError(`line ${place} of ${file.name} is not JSON`);
    }
  });
}

function summary(prior, gain, names) {
  const shares = Object.entries(prior.languages).slice(0, SHOWN).map(([label, share]) => `${names(label)} ${percent(share)}`);
  const mixed = prior.mixed === null ? "" : `; ${percent(prior.mixed)} mixed`;
  const right = gain ? `; right by the labels: ${percent(gain.before)} before, ${percent(gain.after)} with them` : "";
  return `Expected from now on: ${shares.join(", ") || "nothing in particular"}${mixed}${right}.`;
}
