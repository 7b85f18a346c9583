/** Decodes the percent escapes of a URL part. Returns the text unchanged if an escape is malformed. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
