// What went wrong: a sentence, the last answer set back, and another try where that may help.
import { Refused } from "./api.js";
import { capital } from "./elements.js";

const WAITS = [1, 2, 4, 8, 15]; // seconds before another try; the last is for all further ones
const id = (name) => document.getElementById(name);

export class Problem {
  #again = null; // what to do to try again, while something is wrong that may pass
  #timer;
  #tries = 0;

  constructor() {
    id("again").addEventListener("click", () => this.#retry());
    for (const [target, kind] of [[window, "online"], [document, "visibilitychange"]]) {
      target.addEventListener(kind, () => !document.hidden && this.#timer && this.#retry());
    }
  }

  // Nobody's fault any more.
  end() {
    this.wait();
    this.#tries = 0;
    id("problem").textContent = "";
    setBack(false);
  }

  // Something else has been asked for: what it comes to decides.
  wait() {
    this.#timer = clearTimeout(this.#timer);
    this.#again = null;
    id("again").hidden = true;
  }

  // `again` asks once more.
  tell(error, again) {
    this.wait();
    setBack(true);
    const refused = error instanceof Refused;
    id("problem").textContent = refused ? capital(`${error.message}.`) : "The service cannot be reached. Trying again until it answers.";
    if (refused && !error.mayPass) return;
    this.#again = again;
    id("again").hidden = false;
    this.#timer = setTimeout(() => this.#retry(), 1000 * WAITS[Math.min(this.#tries, WAITS.length - 1)]);
    this.#tries += 1;
  }

  // Somebody has stopped it, and may ask once more.
  stop(again) {
    this.wait();
    setBack(true);
    id("problem").textContent = "Stopped. What is shown is the answer to what was asked before.";
    this.#again = again;
    id("again").hidden = false;
  }

  #retry() {
    const again = this.#again;
    this.#timer = clearTimeout(this.#timer);
    this.#again = null; // once, also if it is asked for twice
    again?.();
  }
}

// The last answer stays in sight, pale and out of reach: it is not the answer to what is written now.
function setBack(is) {
  document.querySelector("main").classList.toggle("stale", is);
  for (const name of ["panels", "word", "lines", "correcting"]) id(name).inert = is;
}
