import { isDeeperThan } from './json-depth.ts';

/**
 * Levels of nesting that are read. No resource, plan, record or setting has a tenth of it, and what works on
 * a value with recursion would end at some thousands.
 */
export const DEEPEST_JSON = 100;

/** A value that was read from JSON, or why it was not, in words that follow "is". */
export type ReadJson = { readonly value: unknown } | { readonly fault: string };

/**
 * Reads JSON that comes from outside. The nesting is counted first: the parser would make a gigabyte of 30 MB
 * of brackets.
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
