/** Returns what a text says as JSON; undefined for a text that is not JSON as a whole. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
