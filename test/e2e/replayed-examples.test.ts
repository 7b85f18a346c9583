import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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
import { machineAt } from '../support/run-orgctl.ts';
import { within } from '../support/working-folder.ts';

const examples = examplesOf(await buildWholeProgram()).filter(
  (example) => !NEEDS_MORE_THAN_A_SANDBOX.test(example) && !OF_A_SHELL.test(example),
);

/** People of the demo organization and its tokens. */
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

describe('records and replays the examples of help, or says why not', () => {
  it.each(examples)('%s', async (example) => {
    const home = freshHome();
    const answered = await prepareExample(home, example);
    const line = answered.slice('orgctl '.length);
    const { recorded, replayed, file } = await within(home, () => recordAndReplay(machineAt(home), line));
    const [, path] = /\\?"([a-z -]*)\\?" cannot be recorded: it /.exec(recorded.stderr) ?? [];
    if (path !== undefined) {
      expect(`${line} `).toContain(`${path} `);
      expect([recorded.exit, existsSync(file)]).toEqual([2, false]);
      return;
    }
    const text = readFileSync(file, 'utf8');
    expect(canariesIn(text, CANARIES)).toEqual([]);
    const { lacks } = JSON.parse(text.split('\n')[0] ?? '').recording;
    if (lacks !== undefined) {
      expect(replayed).toMatchObject({ exit: 11, stdout: '' });
      expect(replayed.stderr).toContain(`it does not hold ${lacks[0]}`);
      expect(recorded.stderr).toContain(`it does not hold ${lacks[0]}`);
      return;
    }
    expect({ exit: replayed.exit, stderr: replayed.stderr }).toMatchObject({ exit: recorded.exit });
    expectSameShape(recorded.stdout, replayed.stdout);
  });
});
