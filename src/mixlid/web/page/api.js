// Questions to the service that the page came from.

export class Refused extends Error {}

async function answered(response) {
  const type = response.headers.get("content-type") || "";
  const body = type.startsWith("application/json") ? await response.json() : {};
  if (!response.ok) throw new Refused(body.error || `the service answered ${response.status}`);
  return body;
}

export async function get(path) {
  return answered(await fetch(path));
}

export async function identify(request, signal) {
  const response = await fetch("identify", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });
  return answered(response);
}
