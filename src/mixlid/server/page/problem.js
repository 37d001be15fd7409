// Errors: a message, the old answer greyed out, and a retry if that may help.
import { Refused } from "./api.js";
import { capital, id } from "./elements.js";

const WAITS = [1, 2, 4, 8, 15]; // seconds before retries; the last repeats

export class Problem {
  #again = null; // the retry, while there is an error that may pass
  #timer;
  #tries = 0;

  constructor() {
    id("again").addEventListener("click", () => this.#retry());
    for (const [target, kind] of [[window, "online"], [document, "visibilitychange"]]) {
      target.addEventListener(kind, () => !document.hidden && this.#timer && this.#retry());
    }
  }

  // The error is gone.
  end() {
    this.wait();
    this.#tries = 0;
    id("problem").textContent = "";
    setBack(false);
  }

  // Another request was made; its outcome decides.
  wait() {
    this.#timer = clearTimeout(this.#timer);
    this.#again = null;
    id("again").hidden = true;
  }

  // `again` retries.
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

  // Somebody cancelled, and may retry.
  stop(again) {
    this.wait();
    setBack(true);
    id("problem").textContent = "Cancelled. The answer shown is that of the previous request.";
    this.#again = again;
    id("again").hidden = false;
  }

  #retry() {
    const again = this.#again;
    this.#timer = clearTimeout(this.#timer);
    this.#again = null; // only once
    again?.();
  }
}

// The old answer stays visible but greyed out and inert: it does not match the current text.
function setBack(is) {
  document.querySelector("main").classList.toggle("stale", is);
  for (const name of ["panel", "word", "lines", "correcting"]) id(name).inert = is;
}
