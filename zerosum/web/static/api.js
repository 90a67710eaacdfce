// Questions to the server: each answer is an object, each failure an Error with a sentence.

export async function ask(path, fields = {}, { body = null, signal = null } = {}) {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== "" && value !== undefined);
  const query = new URLSearchParams(given).toString();
  let response;
  try {
    response = await fetch(`/api/${path}${query ? `?${query}` : ""}`, {
      signal,
      method: body === null ? "GET" : "POST",
      headers: body === null ? {} : { "content-type": "application/json" },
      body: body === null ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer: start python -m blood.serve again, then reload the page.", { cause: error });
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? "The server has failed: its terminal says how.");
  return answer;
}

// Listen to a stream of events; returns a function that ends it.
export function listen(path, onEvent, onLost = () => {}) {
  const source = new EventSource(`/api/${path}`);
  source.onmessage = (message) => {
    const event = JSON.parse(message.data);
    if (event.ended) source.close();
    onEvent(event);
  };
  source.onerror = () => { if (source.readyState === EventSource.CLOSED) onLost(); };
  return () => source.close();
}

export const name = encodeURIComponent;
