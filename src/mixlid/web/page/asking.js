// One question at a time, and the newest wins. What takes long is said to be under way, and can be stopped.

const PATIENCE = 400; // milliseconds before the answer in sight is set back
const id = (name) => document.getElementById(name);

export class Asking {
  #turn = 0;
  #controller = new AbortController();
  #patience;

  // `stopped` is called when somebody stops what is under way.
  constructor(stopped) {
    id("cancel").addEventListener("click", () => {
      this.drop();
      stopped();
    });
  }

  // What `work(signal, progress)` comes to, or undefined if something else has been asked for meanwhile.
  async ask(work) {
    this.#controller.abort();
    this.#controller = new AbortController();
    const mine = ++this.#turn;
    const isNewest = () => mine === this.#turn;
    this.#patience ??= setTimeout(() => this.#show(), PATIENCE);
    try {
      const answer = await work(this.#controller.signal, (done, all) => isNewest() && tell(done, all));
      if (isNewest()) return answer;
    } catch (error) {
      if (isNewest() && error.name !== "AbortError") throw error;
    } finally {
      if (isNewest()) this.#settle();
    }
    return undefined;
  }

  // Nobody waits any longer for what was asked.
  drop() {
    ++this.#turn;
    this.#controller.abort();
    this.#settle();
  }

  #show() {
    id("waiting").hidden = false;
    document.querySelector("main").classList.add("waiting");
  }

  #settle() {
    this.#patience = clearTimeout(this.#patience);
    tell(0, 0);
    id("waiting").hidden = true;
    document.querySelector("main").classList.remove("waiting");
  }
}

// How many lines of how many are done; of a single one nothing is known.
function tell(done, all) {
  const bar = id("progress");
  if (all) Object.assign(bar, { max: all, value: done });
  else bar.removeAttribute("value");
  id("waiting-note").textContent = all ? `${done.toLocaleString("en")} of ${all.toLocaleString("en")} lines` : "Looking …";
}
