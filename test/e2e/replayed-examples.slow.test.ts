import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeAt } from '../../src/cli/command-path.ts';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { SANDBOX_TOKEN, SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { canariesIn } from '../support/canaries.ts';
import {
  examplesOf,
  NEEDS_MORE_THAN_A_SANDBOX,
  OF_A_SHELL,
  prepareExample,
} from '../support/help-examples.ts';
import { freshHome } from '../support/real-bin.ts';
import { expectSameShape, recordAndReplay } from '../support/record-and-replay.ts';
import { machineAt, wordsIn } from '../support/run-orgctl.ts';
import { within } from '../support/working-folder.ts';

const examples = [...new Set(examplesOf(await buildWholeProgram()))].filter(
  (example) => !NEEDS_MORE_THAN_A_SANDBOX.test(example) && !OF_A_SHELL.test(example),
);

/** The result of each example: replayed, or the reason why not. */
const ended = new Map<string, string>();
const REPLAYED = 'replayed';

/** Reasons why examples are not replayed, each with its commands. Change this list only on purpose. */
const NOT_REPLAYED: Readonly<Record<string, readonly string[]>> = {
  'it sends no requests': ['config get', 'explain', 'profile list', 'profile show', 'profile use'],
  'it creates its own file': ['bugreport'],
  'it only shows commands to try': ['tour'],
  'it reads a file and sends no requests': ['bulk init-map'],
  'it reads files of this machine and sends no requests': [
    'manifest convert',
    'manifest diff',
    'manifest explain',
    'manifest format',
    'manifest init',
    'manifest lint',
    'manifest matcher',
    'manifest rules',
    'manifest schema',
    'manifest scopes',
    'manifest validate',
    'migrate rewrite',
    'migrate status',
  ],
  'it reads the records of this machine and sends no requests': [
    'bulk report',
    'runs export',
    'runs import',
    'runs list',
    'runs prune',
    'runs show',
    'runs verify',
  ],
  'it describes this machine; record "orgctl profile check"': ['doctor'],
  'it works on the sandbox of this machine': [
    'sandbox report',
    'sandbox reset',
    'sandbox seed',
    'sandbox status',
  ],
};

/** Users of the demo organization and its tokens; none of them may be in a recording. */
const CANARIES = [
  SANDBOX_TOKEN,
  ...Object.values(SANDBOX_TOKENS),
  'harbour-finch',
  'clara.voss',
  'tomas.rey',
  'walt.finch',
  'samir.aziz',
  'magnus.dahl',
];

describe('recording and replaying of help examples', () => {
  it.each(examples)('%s', async (example) => {
    const home = freshHome();
    const answered = await prepareExample(home, example);
    const line = answered.slice('orgctl '.length);
    const machine = machineAt(home);
    const { recorded, replayed, file } = await within(home, () => recordAndReplay(machine, line));
    const [, path, why = ''] =
      /"([a-z -]*)" cannot be recorded: (it .*)/.exec(messageIn(recorded.stderr)) ?? [];
    if (path !== undefined) {
      ended.set(example, why);
      expect(`${line} `).toContain(`${path} `);
      expect([recorded.exit, existsSync(file)]).toEqual([2, false]);
      expect(await within(home, () => machine.orgctl(line))).toMatchObject({ exit: 0 });
      return;
    }
    expect(recorded).toMatchObject({ exit: 0 });
    const text = readFileSync(file, 'utf8');
    expect(canariesIn(text, CANARIES)).toEqual([]);
    const { lacks } = JSON.parse(text.split('\n')[0] ?? '').recording;
    ended.set(example, lacks?.join(' and ') ?? REPLAYED);
    if (lacks !== undefined) {
      expect(replayed).toMatchObject({ exit: 11, stdout: '' });
      expect(replayed.stderr).toContain(`it does not contain ${lacks[0]}`);
      expect(recorded.stderr).toContain(`it does not contain ${lacks[0]}`);
      return;
    }
    expect({ exit: replayed.exit, stderr: replayed.stderr }).toMatchObject({ exit: recorded.exit });
    expectSameShape(recorded.stdout, replayed.stdout);
  });

  it('refuses only the expected commands and replays all other examples', () => {
    const refused: Record<string, readonly string[]> = {};
    for (const [example, why] of ended) {
      if (why === REPLAYED) continue;
      const words = wordsIn(example.replace(/^orgctl (?:-p \S+ |--yes )*/, ''));
      refused[why] = [...new Set([...(refused[why] ?? []), nodeAt(words).path.join(' ')])].sort();
    }
    expect(refused).toEqual(NOT_REPLAYED);
    const asking = [...ended.values()].filter((why) => !why.startsWith('it '));
    const replayed = asking.filter((why) => why === REPLAYED);
    expect(replayed.length).toBeGreaterThan(130);
    expect(asking).toEqual(replayed);
  });
});

/** The message of an error, printed as text or as JSON. */
function messageIn(stderr: string): string {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  return last.startsWith('{') ? JSON.parse(last).message : stderr;
}
