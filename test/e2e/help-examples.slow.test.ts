import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { helpDetailsOf } from '../../src/cli/help-format.ts';
import { buildWholeProgram } from '../../src/cli/program.ts';
import {
  examplesOf,
  leavesOf,
  NEEDS_MORE_THAN_A_SANDBOX,
  OF_A_SHELL,
  prepareExample,
  ranIn,
} from '../support/help-examples.ts';
import { freshHome } from '../support/real-bin.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const program = await buildWholeProgram();
const leaves = leavesOf(program);

it('gives every command at least one example', () => {
  const without = leaves.filter((command) => (helpDetailsOf(command)?.examples ?? []).length === 0);
  expect(without.map((command) => command.name())).toEqual([]);
});

it('prints examples before flags in the help of every command, within 140 columns', async () => {
  // prepared-help.test.ts checks that the build prepares the same text.
  const machine = freshMachine();
  for (const command of leaves) {
    const { stdout, exit } = await machine.words([...wordsOf(command), '--help']);
    expect(exit).toBe(0);
    expect(stdout.indexOf('Examples:')).toBeGreaterThan(0);
    expect(stdout.indexOf('Examples:')).toBeLessThan(stdout.indexOf('Flags:'));
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(140);
  }
});

// The other examples run in replayed-examples.slow.test.ts.
describe('help examples that need a shell', () => {
  it.each(
    examplesOf(program).filter(
      (example) => OF_A_SHELL.test(example) && !NEEDS_MORE_THAN_A_SANDBOX.test(example),
    ),
  )('%s', async (example) => {
    const home = freshHome();
    const ran = await ranIn(home, await prepareExample(home, example));
    expect(ran).toMatchObject({ exit: 0 });
  });
});

function wordsOf(command: CommandUnknownOpts): string[] {
  return command.parent === null ? [] : [...wordsOf(command.parent), command.name()];
}
