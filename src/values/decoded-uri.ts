/** Returns a part of a URL without its percent signs; what is not encoded rightly stays as it is written. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
