import { type ReadJson, readBoundedJson } from './bounded-json.ts';
import { repeatedKey } from './repeated-key.ts';
import { type JsonToken, replaceTokens } from './walk-json.ts';

/**
 * Numbers that may print differently than they are written: long ones, those with decimals or an exponent,
 * and minus zero.
 */
const MAY_CHANGE = /\d{16}|\d[.eE]|-0/;

/**
 * Parses JSON in which numbers may be identifiers. A number that would not print as it is written
 * (90071992547409931, 1.0, 1e3) is read as a string, because its rounded value may be the number of another
 * user. A key that occurs twice in an object is a fault.
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
