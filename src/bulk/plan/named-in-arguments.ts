import { readBoundedJson } from '../../json/bounded-json.ts';
import { isUserId } from '../../rules/user-id.ts';
import type { Json } from '../../spec/protocol-types.ts';
import { knownMethod } from '../../webapi/webapi-client.ts';
import type { ChangeOf } from './change.ts';

/**
 * Returns the words in the arguments of a call that may name a user or another object, without duplicates:
 * the parts of every string at any depth, also inside embedded JSON, and argument names that are IDs or
 * addresses. Skips values of arguments with a fixed list of values.
 */
export function namesInArguments({
  method,
  arguments: words,
}: Pick<ChangeOf<'callMethod'>, 'method' | 'arguments'>): readonly string[] {
  const known = knownMethod(method)?.arguments ?? {};
  const named = Object.entries(words).flatMap(([name, value]) =>
    known[name]?.values === undefined ? [...nameWords(name), ...wordsIn(value)] : nameWords(name),
  );
  return [...new Set(named)];
}

/** Returns the words that have the format of a user ID. */
export function userIdsNamed(call: Pick<ChangeOf<'callMethod'>, 'method' | 'arguments'>): readonly string[] {
  return namesInArguments(call).filter(isUserId);
}

/** Returns the words that are email addresses. */
export function addressesNamed(
  call: Pick<ChangeOf<'callMethod'>, 'method' | 'arguments'>,
): readonly string[] {
  return namesInArguments(call).filter(isAddress);
}

function wordsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [...textWords(value), ...jsonWords(value)];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...nameWords(name), ...wordsIn(inner)]);
}

/** Names contain spaces and lists need not, so a text is split both ways. */
function textWords(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  const tokens = text.split(/[\s,;]+/).filter((token) => isUserId(token) || isAddress(token));
  return [...parts, ...tokens].filter((word) => word !== '');
}

function jsonWords(text: string): readonly string[] {
  if (!/^\s*[[{]/.test(text)) return [];
  const read = readBoundedJson(text);
  return 'fault' in read ? [] : wordsIn(read.value as Json);
}

/** The name of an argument refers to a user only if it is an ID or an address. */
function nameWords(name: string): readonly string[] {
  return isUserId(name) || isAddress(name) ? [name] : [];
}

function isAddress(word: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(word);
}
