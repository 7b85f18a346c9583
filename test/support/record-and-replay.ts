import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { canariesIn } from './canaries.ts';
import { expectToFit } from './published-schemas.ts';
import { freshMachine, type Machine, type Ran, type RunOptions } from './run-orgctl.ts';
import { within } from './working-folder.ts';

/** Fails unless one text is the other under a mapping of words to words that goes both ways. */
export function expectSameShape(recorded: string, replayed: string): void {
  const pieces = (text: string) => text.split(/([\p{L}\p{M}\p{N}]+)/u);
  const [one, other] = [pieces(recorded), pieces(replayed)];
  expect(other.filter((_, at) => at % 2 === 0)).toEqual(one.filter((_, at) => at % 2 === 0));
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  // Looked at once in the end: a list has thousands of words.
  const others: object[] = [];
  for (let at = 1; at < one.length; at += 2) {
    const [real, made] = [one[at]?.toLowerCase() ?? '', other[at]?.toLowerCase() ?? ''];
    // A date is moved as a whole: its parts say nothing alone.
    if (/^\d+(?:t\d+)?$/.test(real)) continue;
    const wanted = there.get(real) ?? made;
    const source = back.get(made) ?? real;
    const isKept = made === real;
    // The documents' words are kept where the documents put them.
    if (made.length === real.length && (isKept || (wanted === made && source === real))) {
      if (isKept) continue;
      there.set(real, made);
      back.set(made, real);
    } else others.push({ real, made, wanted, source });
  }
  expect(others).toEqual([]);
}

export interface Replayed {
  readonly recorded: Ran;
  readonly replayed: Ran;
  readonly file: string;
}

/**
 * Records a command and replays it twice on another machine without a network, where nothing may be left of
 * it.
 */
export async function recordAndReplay(
  machine: Machine,
  line: string,
  options: RunOptions = {},
): Promise<Replayed> {
  const file = machine.path(`recording-${readdirSync(machine.home).length}.ndjson`);
  const recorded = await machine.orgctl(`--record ${file} ${line}`, options);
  const other = freshMachine();
  if (!existsSync(file)) return { recorded, replayed: recorded, file };
  const network = () => Promise.reject(new Error('a replay has no network'));
  const replay = (more: RunOptions) =>
    within(other.home, () => other.orgctl(`--replay ${file}`, { network, ...more }));
  const replayed = await replay({});
  const again = await replay({ now: () => 0 });
  expect({ exit: again.exit, stdout: again.stdout }).toEqual({
    exit: replayed.exit,
    stdout: replayed.stdout,
  });
  for (const text of readFileSync(file, 'utf8').trimEnd().split('\n'))
    expectToFit('recording', JSON.parse(text));
  // Nothing of it is left.
  expect(readdirSync(other.home)).toEqual([]);
  return { recorded, replayed, file };
}

/**
 * Fails unless a command of the sandbox and its replay end alike with other names, and the recording has none
 * of the words.
 */
export async function expectReplay(
  machine: Machine,
  line: string,
  exit: number,
  words: readonly string[] = [],
): Promise<void> {
  const { recorded, replayed, file } = await recordAndReplay(machine, `-p sandbox ${line}`);
  for (const ran of [recorded, replayed])
    expect({ line, exit: ran.exit, stderr: ran.stderr }).toMatchObject({ line, exit });
  expectSameShape(recorded.stdout, replayed.stdout);
  const text = readFileSync(file, 'utf8');
  expect([...canariesIn(text), ...canariesIn(text, words)]).toEqual([]);
}
