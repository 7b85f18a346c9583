import { isAscii } from 'node:buffer';

/** A page of a list whose resources were found without being parsed. */
export interface CutPage {
  /** The resources as they came, one behind the other with a comma between. */
  readonly content: Buffer;
  /** Where the commas between resources stand in the content. */
  readonly commas: readonly number[];
  /** How many resources there are. */
  readonly count: number;
  readonly totalResults: number | undefined;
}

/** @param asked how many resources were asked for. */
export type PageCutter = (body: Uint8Array, asked: number) => CutPage | undefined;

const RESOURCES = '"Resources":[';
const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d] as const;
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d] as const;

/** What JSON text may hold and a terminal would obey (see escapeJson), as bytes of UTF-8 written in Latin-1. */
const TO_BE_ESCAPED =
  /\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8b\x8e\x8f\xa8-\xae]|\xe2\x81(?:\xa0|[\xa6-\xa9])|\xef\xbb\xbf/;

/**
 * Cuts the resources out of pages without parsing them, which costs a fraction.
 * The first page is read bracket by bracket, and shows with which member a resource begins. In the next ones that member marks where
 * one ends and the next begins: a quote that is not escaped stands in no string. A page on which the marks are not as many as
 * resources were asked for is read bracket by bracket again.
 * @param isPrinted whether what was cut out is printed as it is.
 * @returns undefined for a page that has to be parsed: it is not compact JSON, is cut short, or has characters that are escaped in output.
 */
export function createPageCutter({ isPrinted = true }: { readonly isPrinted?: boolean } = {}): PageCutter {
  let mark: string | undefined;
  return (body, asked) => {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const name = bytes.indexOf(RESOURCES);
    if (name < 0) return undefined;
    const start = name + RESOURCES.length;
    const ownMark = markAt(bytes, start);
    const marks = mark === undefined || mark !== ownMark ? [] : marksIn(bytes, start, mark);
    let found: Found | undefined;
    if (mark !== undefined && marks.length === asked - 1) {
      const last = findEnd(bytes, (marks.at(-1) ?? start - 1) + 1);
      found = last === undefined || last.commas.length > 0 ? undefined : { end: last.end, commas: marks };
    }
    found ??= findEnd(bytes, start);
    if (found === undefined) return undefined;
    const { end, commas } = found;
    if (mark === undefined && ownMark !== undefined && commas.length > 0) {
      const seen = marksIn(bytes, start, ownMark);
      if (seen.length === commas.length && seen.every((at, index) => at === commas[index])) mark = ownMark;
    }
    const totalResults = totalIn(bytes.toString('utf8', 0, start) + bytes.toString('utf8', end));
    const content = bytes.subarray(start, end);
    if (totalResults === undefined || (isPrinted && mustBeParsed(content))) return undefined;
    return {
      content,
      commas: commas.map((at) => at - start),
      count: end === start ? 0 : commas.length + 1,
      totalResults,
    };
  };
}

/** Places in the whole body. */
interface Found {
  readonly end: number;
  readonly commas: readonly number[];
}

/** Returns the end of a resource, the comma, and the first member's name of the next one, as in `},{"id":`. */
function markAt(bytes: Buffer, start: number): string | undefined {
  const first = /^\{"[^"\\]{1,40}":/.exec(bytes.toString('latin1', start, start + 48))?.[0];
  return first === undefined ? undefined : `},${first}`;
}

function marksIn(bytes: Buffer, start: number, mark: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(mark, start); at >= 0; at = bytes.indexOf(mark, at + mark.length))
    places.push(at + 1);
  return places;
}

/** Counts brackets up to the end of the list. Undefined when it does not come, or when there is space between values. */
function findEnd(bytes: Uint8Array, start: number): Found | undefined {
  const commas: number[] = [];
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === OPEN || byte === OPEN_OBJECT) {
      depth += 1;
    } else if (byte === CLOSE || byte === CLOSE_OBJECT) {
      if (depth === 0) return byte === CLOSE ? { end: at, commas } : undefined;
      depth -= 1;
    } else if (byte === COMMA) {
      if (depth === 0) commas.push(at);
    } else if (byte <= 0x20) {
      return undefined;
    }
  }
  return undefined;
}

function endOfString(bytes: Uint8Array, quote: number): number {
  let at = quote + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Whether there is a line break, another control character, or what a terminal would obey. */
function mustBeParsed(content: Buffer): boolean {
  if (content.includes(0x0a) || content.includes(0x0d)) return true;
  return isPlain(content) ? false : TO_BE_ESCAPED.test(content.toString('latin1'));
}

/** ASCII without DEL. */
function isPlain(content: Buffer): boolean {
  return isAscii(content) && !content.includes(0x7f);
}

/** The page without its resources is small: that is parsed. Undefined when it is not as a list has to be. */
function totalIn(envelope: string): number | undefined {
  try {
    const page: unknown = JSON.parse(envelope);
    if (typeof page !== 'object' || page === null || !('Resources' in page) || !('totalResults' in page))
      return undefined;
    const { Resources, totalResults } = page;
    return Array.isArray(Resources) && Resources.length === 0 && typeof totalResults === 'number'
      ? totalResults
      : undefined;
  } catch {
    return undefined;
  }
}
