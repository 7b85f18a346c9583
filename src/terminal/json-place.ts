import { parse } from '@humanwhocodes/momoa';

/** Where a text stops being JSON: the offset, and what is in the way. */
export interface JsonFault {
  readonly offset: number;
  readonly found: string;
}

/** Finds where a text stops being JSON; the runtime's own parser does not always say. */
export function findJsonFault(text: string): JsonFault {
  const offset = faultOffset(text);
  const character = text[offset];
  return { offset, found: character === undefined ? 'the end' : JSON.stringify(character) };
}

function faultOffset(text: string): number {
  if (isCutOff(text)) return text.length;
  try {
    parse(text, { mode: 'json' });
  } catch (error) {
    if (error instanceof Error && 'offset' in error && typeof error.offset === 'number') return error.offset;
  }
  // The parser above takes a raw line break within a string, which JSON does not.
  const rawControl = /"(?:[^"\\\n\r\t]|\\.)*[\n\r\t]/.exec(text);
  return rawControl === null ? text.length : rawControl.index + rawControl[0].length - 1;
}

/** Of a text that ends too early the parser above names the last token, and the runtime's own one the end. */
function isCutOff(text: string): boolean {
  try {
    JSON.parse(text);
  } catch (error) {
    const message = String(error);
    return message.includes('end of JSON input') || message.includes(`position ${text.length}`);
  }
  return false;
}
