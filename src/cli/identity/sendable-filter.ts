import type { Filter } from '../../rules/filter.ts';

/** What the service can filter by on v1 (SCIM §4.5). */
export interface Sendable {
  /** The part of an expression that the service can filter by; undefined if none. */
  readonly sendable: Filter | undefined;
  /** Whether the service can filter by the whole expression. */
  readonly isSendable: boolean;
}

/**
 * Returns the part of an expression that the service can apply; none for decomposed text, which means both
 * spellings, while the service compares letter by letter.
 */
export function sendableIn(text: string, filter: Filter, known: readonly string[]): Sendable {
  if (text !== text.normalize('NFC')) return { sendable: undefined, isSendable: false };
  return sendableOf(filter, known);
}

/**
 * Returns the part of a filter that the service can apply. In a chain of "and", each part may be sent alone,
 * because it only matches more.
 */
function sendableOf(filter: Filter, known: readonly string[]): Sendable {
  if (isKnown(filter, known)) return { sendable: filter, isSendable: true };
  if (filter.kind !== 'and') return { sendable: undefined, isSendable: false };
  const parts = filter.parts
    .map((part) => sendableOf(part, known).sendable)
    .filter((part) => part !== undefined);
  return { sendable: parts.length > 1 ? { kind: 'and', parts } : parts[0], isSendable: false };
}

function isKnown(filter: Filter, known: readonly string[]): boolean {
  // The service has no negation.
  if (filter.kind === 'not') return false;
  if ('parts' in filter) return filter.parts.every((part) => isKnown(part, known));
  // The service compares strings, not numbers.
  if (filter.kind === 'compare' && filter.isNumber === true) return false;
  return known.includes(filter.attribute);
}
