/**
 * Returns all distinct forms of a secret: unchanged, URL-encoded, form-encoded, in JSON, in HTML, in
 * hexadecimal, and in base64, also of its JSON form, at each of the three offsets relative to preceding
 * bytes.
 */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const url = encodeURIComponent(bytes.toString());
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = [...new Set([secret, json])].flatMap((text) =>
    [0, 1, 2].map((offset) => base64At(Buffer.from(text), offset)),
  );
  const hex = bytes.toString('hex');
  return [
    ...new Set([
      secret,
      url,
      url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
      url.replaceAll('%20', '+'),
      json,
      json.replaceAll('/', '\\/'),
      asciiJson(json),
      htmlOf(secret),
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
      hex,
      hex.toUpperCase(),
    ]),
  ].filter((form) => form !== '');
}

/**
 * Returns the base64 characters that depend only on the secret; the first and the last also depend on
 * adjacent bytes.
 */
function base64At(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const whole = Math.floor(((offset + bytes.length) * 8) / 6);
  return encoded.slice(offset === 0 ? 0 : offset + 1, whole);
}

/** Escapes non-ASCII characters in JSON, as some services do. */
function asciiJson(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function htmlOf(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
