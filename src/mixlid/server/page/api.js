// Requests to the service.

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

export const identify = (request, signal) => post("identify", request, signal);
export const adapt = (request) => post("adapt", request);
export const fileTexts = (request) => post("file/texts", request);

// Corrected sentences as a file.
export async function corrected(request) {
  const response = await send("corrected", request);
  if (!response.ok) await answered(response);
  return response.blob();
}

// The file that the service made, and its name.
export async function fileWithLanguages(request) {
  const response = await send("file", request);
  if (!response.ok) await answered(response);
  const [, name] = /filename\*=UTF-8''(.*)$/.exec(response.headers.get("content-disposition"));
  return { name: decodeURIComponent(name), content: await response.blob() };
}

async function post(path, request, signal) {
  return answered(await send(path, request, signal));
}

function send(path, request, signal) {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });
}
