/** Replaces every piece of a known secret in a text. */
export interface Redactor {
  /** Makes a value secret from now on. */
  add(secret: string): void;
  redact(text: string): string;
}

/** A shorter piece could stand in any text by chance, a longer one would let a fragment pass. */
const PIECE = 8;
/** A secret that is shorter than a piece is hidden as a whole; a still shorter one hides nothing but text. */
const SHORTEST = 4;
const MARK = '«redacted»';

/**
 * Knows secrets by value, not by pattern, and finds fragments of them too: an error of a library may quote a few
 * characters around a fault. Looks for the secret as it is, URL-encoded, JSON-escaped and in base64.
 */
export function createRedactor(): Redactor {
  const pieces = new Set<string>();
  const short = new Set<string>();
  return {
    add(secret) {
      for (const form of formsOf(secret)) {
        if (form.length >= SHORTEST && form.length < PIECE) short.add(form);
        for (let start = 0; start + PIECE <= form.length; start += 1)
          pieces.add(form.slice(start, start + PIECE));
      }
    },
    redact(text) {
      let safe = pieces.size === 0 ? text : hidePieces(text, pieces);
      for (const secret of short) safe = safe.replaceAll(secret, MARK);
      return safe;
    },
  };
}

function hidePieces(text: string, pieces: ReadonlySet<string>): string {
  let result = '';
  let shownUpTo = 0;
  let hiddenUpTo = -1;
  for (let start = 0; start + PIECE <= text.length; start += 1) {
    if (!pieces.has(text.slice(start, start + PIECE))) continue;
    if (start > hiddenUpTo) result += text.slice(shownUpTo, start) + MARK;
    hiddenUpTo = start + PIECE;
    shownUpTo = hiddenUpTo;
  }
  return result + text.slice(shownUpTo);
}

function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from('\0'.repeat(shift) + secret).toString('base64');
    // The first and the last characters also depend on what stands before and behind the secret.
    return encoded.slice(shift === 0 ? 0 : 4, -4);
  });
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...base64];
}
