import type { InputFormat } from './input-row.ts';
import { LIST_NAMES } from './list-names.ts';

/** Characters that are looked at to find the heading. */
export const SAMPLE = 64 * 1024;

/** Returns the beginning of a text, and all of it from the start. */
export async function sampleOf(
  texts: AsyncGenerator<string>,
): Promise<{ readonly sample: string; readonly isWhole: boolean; readonly all: AsyncIterable<string> }> {
  const begun: string[] = [];
  let size = 0;
  let isWhole = false;
  while (size < SAMPLE) {
    const next = await texts.next();
    isWhole = next.done === true;
    if (next.done === true) break;
    begun.push(next.value);
    size += next.value.length;
  }
  return { sample: begun.join(''), isWhole, all: chained(begun, texts) };
}

async function* chained(begun: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* begun;
  yield* rest;
}

/** No heading begins with a brace or a bracket, or is the name of an entry of a directory. */
export function formatOf(sample: string): InputFormat | 'json' {
  const first = /\S/.exec(sample)?.[0];
  if (first === '[') return 'json';
  if (first === '{') return isWrapped(sample) ? 'json' : 'ndjson';
  return LDIF_START.test(sample) ? 'ldif' : 'csv';
}

/** Comments and blank lines, a version, and the first entry. */
const LDIF_START = /^(?:\s*(?:#[^\n]*)?\n)*(?:version:\s*\d+\s*\n(?:\s*(?:#[^\n]*)?\n)*)?dn::?\s/i;

/** A list of users in the answer of a directory. */
const WRAPPED = new RegExp(
  String.raw`^\s*\{(?:[^{}[\]"]|"(?:[^"\\]|\\.)*"|\[[^{}[\]]*\])*"(?:${[...LIST_NAMES].join('|')})"\s*:\s*\[\s*\{`,
);

function isWrapped(sample: string): boolean {
  return WRAPPED.test(sample.slice(0, 4096));
}
