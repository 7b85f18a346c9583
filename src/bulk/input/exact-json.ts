import { type ReadJson, readBoundedJson } from '../../rules/bounded-json.ts';
import { repeatedKey } from './repeated-key.ts';

/** Texts and numbers of a JSON; what stands between quotes is no number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Numbers that may come out otherwise than they are written: long ones, with decimals or an exponent, and minus zero. */
const MAY_CHANGE = /\d{16}|\d[.eE]|-0/;

/**
 * Reads JSON in which numbers are names: one that would not be printed as it is written (90071992547409931, 1.0, 1e3) is read as the
 * text that it is, because the number that it becomes may be that of somebody else. Nor is a key read that stands there twice.
 */
export function readExactJson(text: string): ReadJson {
  const read = readBoundedJson(text);
  if ('fault' in read) return read;
  const key = repeatedKey(text, read.value);
  if (key !== undefined) return { fault: `ambiguous: it has the key "${key}" twice` };
  if (!MAY_CHANGE.test(text)) return read;
  const exact = text.replace(TOKEN, exactToken);
  return exact === text ? read : readBoundedJson(exact);
}

function exactToken(token: string): string {
  return token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`;
}
