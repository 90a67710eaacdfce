// Questions to the server: each answer is an object, each failure an Error with a sentence.

export const SILENT = "The server does not answer: start python -m blood.serve again, then reload the page.";
export const name = encodeURIComponent;
export const path = (words) => words.map((word) => `/${name(word)}`).join("");

// What a request sends: a body is posted as JSON.
function sent(body) {
  if (body === null) return {};
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

// Return what the server answers.
export async function ask(where, fields = {}, body = null) {
  const given = Object.entries(fields).filter(([, value]) => !["", null, undefined].includes(value));
  const query = given.length ? `?${new URLSearchParams(given)}` : "";
  const response = await fetch(`/api/${where}${query}`, sent(body)).catch((error) => {
    throw new Error(SILENT, { cause: error });
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? "The server has failed: its terminal says how.");
  return answer;
}

// Listen to a stream of events; return a function that ends it.
export function listen(where, onEvent, onLost = () => {}) {
  const source = new EventSource(`/api/${where}`);
  source.onmessage = (message) => {
    const event = JSON.parse(message.data);
    if (event.ended) source.close();
    onEvent(event);
  };
  source.onerror = () => source.readyState === EventSource.CLOSED && onLost();
  return () => source.close();
}

// Who plays in this browser: a key made once, to which tables belong.
export function player() {
  const known = localStorage.getItem("player");
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem("player", made);
  return made;
}

// Give the browser a file to save.
export function save(title, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: title }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
