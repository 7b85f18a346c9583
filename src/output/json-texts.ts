/** Some results as JSON texts, each in one line and with nothing that has to be escaped. */
export interface JsonTexts {
  /** The texts, one behind the other with a comma between. It may be written over. */
  readonly content: Buffer;
  /** Where the commas between them stand. */
  readonly commas: readonly number[];
  readonly count: number;
}

const LINE_FEED = 0x0a;
export const ARRAY_END = '\n]\n';

/**
 * Writes texts under each other, or as an array with one text a line. An array that has begun is closed also
 * where the list fails.
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
        // Used again for the next page: what was yielded is written when more is asked for.
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

/** Copies texts with a line break behind each comma. */
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
