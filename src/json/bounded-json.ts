import { isDeeperThan } from './json-depth.ts';

/**
 * Maximum nesting depth that is read. No resource, plan, record or setting reaches a tenth of it; recursive
 * code would fail at a few thousand levels.
 */
export const DEEPEST_JSON = 100;

/** A value parsed from JSON, or why parsing failed, worded to follow "is". */
export type ReadJson = { readonly value: unknown } | { readonly fault: string };

/**
 * Parses untrusted JSON. The nesting is checked first: the parser would use a gigabyte of memory for 30 MB of
 * brackets.
 */
export function readBoundedJson(text: string): ReadJson {
  if (isDeeperThan(DEEPEST_JSON, text)) return { fault: `nested deeper than ${DEEPEST_JSON} levels` };
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return { fault: 'not JSON' };
  }
}
