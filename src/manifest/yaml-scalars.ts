import type { Json } from '../spec/protocol-types.ts';

const NULLS: ReadonlySet<string> = new Set(['', '~', 'null', 'Null', 'NULL']);
const TRUE: ReadonlySet<string> = new Set(['true', 'True', 'TRUE']);
const FALSE: ReadonlySet<string> = new Set(['false', 'False', 'FALSE']);
const INTEGER = /^[-+]?[0-9]+$/;
const OCTAL = /^0o[0-7]+$/;
const HEXADECIMAL = /^0x[0-9a-fA-F]+$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/**
 * Returns the value of an unquoted scalar in YAML 1.2 (core schema). Infinity and NaN stay text: JSON has
 * none.
 */
export function plainValue(text: string): Json {
  const first = text.charCodeAt(0);
  // Other letters than those of null, true and false start a string, as most scalars do.
  const mayBeSpecial = !(first > 64) || 'nNtTfF~'.includes(text.charAt(0));
  if (!mayBeSpecial) return text;
  if (NULLS.has(text)) return null;
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  if (INTEGER.test(text) || OCTAL.test(text) || HEXADECIMAL.test(text) || FLOAT.test(text)) {
    const number = Number(text.replace(/^\+/, ''));
    return Number.isFinite(number) ? number : text;
  }
  return text;
}

/** Returns the value of a scalar with a tag; undefined for a tag that YAML does not define. */
export function taggedValue(tag: string, text: string): Json | undefined {
  const name = tag.replace(/^!!|^!<tag:yaml\.org,2002:(.*)>$/, '$1');
  if (tag === '!' || name === 'str') return text;
  if (name === 'null' || name === 'bool' || name === 'int' || name === 'float') return plainValue(text);
  return undefined;
}

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
/** Digits that a JavaScript number always preserves. */
const SAFE_DIGITS = 15;

/** Returns a number as written if its value in memory has lost digits; empty for any other value. */
export function longNumber(text: string, value: Json): { readonly digits?: string } {
  if (typeof value !== 'number' || text.length <= SAFE_DIGITS || !JSON_NUMBER.test(text)) return {};
  const count = text
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '').length;
  return count > SAFE_DIGITS ? { digits: text } : {};
}
