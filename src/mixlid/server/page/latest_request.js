// One request at a time; the newest wins. A long one shows its progress and can be cancelled.
import { id } from "./elements.js";

const PATIENCE = 400; // milliseconds before the old answer is greyed out

export class LatestRequest {
  #turn = 0;
  #controller = new AbortController();
  #patience;

  // `stopped` is called when somebody cancels.
  constructor(stopped) {
    id("cancel").addEventListener("click", () => {
      this.drop();
      stopped();
    });
  }

  // The result of `work(signal, progress)`, or undefined if something newer was requested meanwhile.
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

  // Drop the current request.
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

// How many lines are done; unknown for a single line.
function tell(done, all) {
  const bar = id("progress");
  if (all) Object.assign(bar, { max: all, value: done });
  else bar.removeAttribute("value");
  id("waiting-note").textContent = all ? `${done.toLocaleString("en")} of ${all.toLocaleString("en")} lines` : "Looking …";
}
