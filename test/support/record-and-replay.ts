import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { canariesIn } from './canaries.ts';
import { expectToMatchSchema } from './published-schemas.ts';
import { freshMachine, type Machine, type Ran, type RunOptions } from './run-orgctl.ts';
import { within } from './working-folder.ts';

/** Fails unless one text can be mapped to the other by a one-to-one mapping of words. */
export function expectSameShape(recorded: string, replayed: string): void {
  const pieces = (text: string) => text.split(/([\p{L}\p{M}\p{N}]+)/u);
  const [one, other] = [pieces(recorded), pieces(replayed)];
  expect(other.filter((_, at) => at % 2 === 0)).toEqual(one.filter((_, at) => at % 2 === 0));
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  // Compared once at the end, because a list has thousands of words.
  const others: object[] = [];
  for (let at = 1; at < one.length; at += 2) {
    const [real, made] = [one[at]?.toLowerCase() ?? '', other[at]?.toLowerCase() ?? ''];
    // Dates are shifted as a whole, so their parts are not mapped one to one.
    if (/^\d+(?:t\d+)?$/.test(real)) continue;
    const wanted = there.get(real) ?? made;
    const source = back.get(made) ?? real;
    const isKept = made === real;
    // Words of the specification are unchanged in their places.
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
 * Records a command and replays it twice on another machine without a network. The replays must leave no
 * files there.
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
    expectToMatchSchema('recording', JSON.parse(text));
  // The replays leave no files.
  expect(readdirSync(other.home)).toEqual([]);
  return { recorded, replayed, file };
}

/**
 * Fails unless a sandbox command and its replay end in the same way with different names, and the recording
 * contains none of the words.
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
