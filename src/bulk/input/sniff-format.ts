import type { InputFormat } from './input-row.ts';
import { LIST_NAMES } from './list-names.ts';

/** Number of characters examined to find the header row. */
export const SAMPLE = 64 * 1024;

/** Returns the start of a text, and the whole text. */
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
  return { sample: begun.join(''), isWhole, all: concatTexts(begun, texts) };
}

async function* concatTexts(begun: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* begun;
  yield* rest;
}

/**
 * Detects the format of a text. No heading starts with a brace or a bracket, or like the name of an LDIF
 * entry.
 */
export function formatOf(sample: string): InputFormat | 'json' {
  const first = /\S/.exec(sample)?.[0];
  if (first === '[') return 'json';
  if (first === '{') return isWrapped(sample) ? 'json' : 'ndjson';
  return isLdif(sample) ? 'ldif' : 'csv';
}

/**
 * Whether the first entry of LDIF follows after comments, blank lines and a version. Line by line, since an
 * expression for several lines takes exponential time.
 */
function isLdif(sample: string): boolean {
  let isVersioned = false;
  let isComment = false;
  for (const line of linesOf(sample)) {
    // A line that starts with a space continues the line before.
    if (isComment && line.startsWith(' ')) continue;
    const text = line.trim();
    isComment = text.startsWith('#');
    if (isComment || text === '') continue;
    if (isVersioned || !/^version:\s*\d+\s*$/i.test(line)) return /^dn::?(?:\s|$)/i.test(line);
    isVersioned = true;
  }
  return false;
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    yield end < 0 ? text.slice(start) : text.slice(start, end);
    start = end < 0 ? text.length : end + 1;
  }
}

/** The start of a directory's response with a list of users. */
const WRAPPED = new RegExp(
  String.raw`^\s*\{(?:[^{}[\]"]|"(?:[^"\\]|\\.)*"|\[[^{}[\]]*\])*"(?:${[...LIST_NAMES].join('|')})"\s*:\s*\[\s*\{`,
);

function isWrapped(sample: string): boolean {
  return WRAPPED.test(sample.slice(0, 4096));
}
