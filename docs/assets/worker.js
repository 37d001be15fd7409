// Search runs in a worker, which a page that was opened as a file may not start: a hidden frame does its work there.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #ready;

    constructor(address) {
      super();
      this.#frame.hidden = true;
      document.documentElement.append(this.#frame);
      const inside = this.#frame.contentWindow;
      const load = (source) =>
        new Promise((done, failed) => {
          const script = inside.document.createElement("script");
          Object.assign(script, { src: source, onload: done, onerror: failed });
          inside.document.head.append(script);
        });
      inside.importScripts = (...sources) => Promise.all(sources.map(load));
      inside.postMessage = (data) => this.#hand(this, data, this.onmessage);
      this.#ready = load(new URL(address, location.href).href);
      this.#ready.catch((error) => this.onerror?.(error));
    }

    async postMessage(data) {
      await this.#ready;
      const inside = this.#frame.contentWindow;
      if (inside) this.#hand(inside, data);
    }

    terminate() {
      this.#frame.remove();
    }

    // As messages come: later, and as a copy. A window calls its own `onmessage`.
    #hand(target, data, listener) {
      const event = new MessageEvent("message", { data: structuredClone(data) });
      setTimeout(() => {
        listener?.call(target, event);
        target.dispatchEvent(event);
      });
    }
  };
}
