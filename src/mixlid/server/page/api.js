// Requests to the service.

const BATCH = 200; // texts in a request, so that progress shows and Cancel works at once

export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence || `the service answered ${status}`);
    this.mayPass = status >= 500 || status === 408 || status === 429;
  }
}

// The JSON of a response; throws `Refused` with the message if it is an error.
async function answered(response) {
  const type = response.headers.get("content-type") || "";
  const body = type.startsWith("application/json") ? await response.json() : {};
  if (!response.ok) throw new Refused(response.status, body.error);
  return body;
}

export async function get(path, query) {
  return answered(await fetch(query ? `${path}?${new URLSearchParams(query)}` : path));
}

export async function identify(request, signal) {
  const headers = { "Content-Type": "application/json" };
  return answered(await fetch("identify", { method: "POST", headers, body: JSON.stringify(request), signal }));
}

// Many texts in batches that fit into a request; `keep` gets the results of each and the place of the first.
export async function identifyMany(texts, request, limits, signal, progress, keep) {
  let done = 0;
  for (const batch of batches(texts, limits)) {
    progress(done, texts.length);
    keep((await identify({ ...request, text: batch }, signal)).results, done);
    done += batch.length;
  }
}

function* batches(texts, { texts: most, body_bytes: bytes }) {
  let batch = [];
  let size = 0;
  for (const text of texts) {
    if (batch.length && (batch.length >= Math.min(most, BATCH) || size + text.length > bytes / 8)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(text);
    size += text.length;
  }
  if (batch.length) yield batch;
}
