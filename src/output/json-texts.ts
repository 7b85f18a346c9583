/** Several results as JSON texts, each on one line, with every character already escaped that needs it. */
export interface JsonTexts {
  /** The texts, separated by commas. The reader may overwrite it. */
  readonly content: Buffer;
  /** Positions of the commas between the texts. */
  readonly commas: readonly number[];
  readonly count: number;
}

const LINE_FEED = 0x0a;
export const ARRAY_END = '\n]\n';

/**
 * Writes the texts as NDJSON, or as an array with one text a line. If the list fails after the array was
 * opened, the array is still closed.
 */
export async function* renderTexts(
  parts: AsyncIterable<JsonTexts>,
  format: 'json' | 'ndjson',
): AsyncGenerator<string | Uint8Array> {
  let before = '[\n';
  let lines: Buffer = Buffer.alloc(0);
  try {
    for await (const { content, commas, count } of parts) {
      if (count === 0) continue;
      if (format === 'ndjson') {
        for (const comma of commas) content[comma] = LINE_FEED;
        yield content;
        yield '\n';
      } else {
        const length = content.length + commas.length;
        // Reused for the next page: a yielded buffer is written before more is requested.
        if (lines.length < length) lines = Buffer.allocUnsafe(length);
        onLines(content, commas, lines);
        yield before;
        before = ',\n';
        yield lines.subarray(0, length);
      }
    }
  } catch (error) {
    if (before !== '[\n') yield ARRAY_END;
    throw error;
  }
  if (format === 'json') yield before === '[\n' ? '[]\n' : ARRAY_END;
}

/** Copies texts, with a line break after each comma. */
function onLines(content: Buffer, commas: readonly number[], lines: Buffer): void {
  let from = 0;
  let at = 0;
  for (const comma of commas) {
    at += content.copy(lines, at, from, comma + 1);
    lines[at] = LINE_FEED;
    at += 1;
    from = comma + 1;
  }
  content.copy(lines, at, from);
}
