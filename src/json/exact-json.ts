import { type ReadJson, readBoundedJson } from './bounded-json.ts';
import { repeatedKey } from './repeated-key.ts';
import { type JsonToken, replaceTokens } from './walk-json.ts';

/**
 * Numbers that may come out otherwise than they are written: long ones, with decimals or an exponent, and
 * minus zero.
 */
const MAY_CHANGE = /\d{16}|\d[.eE]|-0/;

/**
 * Reads JSON in which numbers are names: one that would not be printed as it is written (90071992547409931,
 * 1.0, 1e3) is read as the text that it is, because the number that it becomes may be that of somebody else.
 * Nor is a key read that stands there twice.
 */
export function readExactJson(text: string): ReadJson {
  const read = readBoundedJson(text);
  if ('fault' in read) return read;
  const key = repeatedKey(text, read.value);
  if (key !== undefined) return { fault: `ambiguous: it has the key "${key}" twice` };
  if (!MAY_CHANGE.test(text)) return read;
  const exact = replaceTokens(text, exactToken);
  return exact === text ? read : readBoundedJson(exact);
}

function exactToken({ written }: JsonToken): string {
  return !/^[\d-]/.test(written) || String(Number(written)) === written ? written : `"${written}"`;
}
