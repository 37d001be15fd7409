// Questions to the service that the page came from.

export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence || `the service answered ${status}`);
    this.mayPass = status >= 500 || status === 408 || status === 429;
  }
}

async function answered(response) {
  const type = response.headers.get("content-type") || "";
  const body = type.startsWith("application/json") ? await response.json() : {};
  if (!response.ok) throw new Refused(response.status, body.error);
  return body;
}

export async function get(path, query) {
  return answered(await fetch(query ? `${path}?${new URLSearchParams(query)}` : path));
}

export const identify = (request, signal) => post("identify", request, signal);
export const adapt = (request) => post("adapt", request);

async function post(path, request, signal) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });
  return answered(response);
}
