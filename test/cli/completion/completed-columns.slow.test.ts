import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { helpDetailsOf } from '../../../src/cli/help-format.ts';
import { buildWholeProgram } from '../../../src/cli/program.ts';
import {
  leavesOf,
  NEEDS_MORE_THAN_A_SANDBOX,
  OF_A_SHELL,
  prepareExample,
  ranIn,
} from '../../support/help-examples.ts';
import { freshHome } from '../../support/real-bin.ts';

const program = await buildWholeProgram();

/** Commands without rows: they print one line, a document or the response of a service. */
const WITHOUT_ROWS = [
  ...[
    'profile add',
    'profile edit',
    'profile rename',
    'profile copy',
    'profile use',
    'profile remove',
    'config set',
  ],
  ...[
    'scim groups delete',
    'scim groups export',
    'bulk init-map',
    'migrate snapshot',
    'migrate rewrite',
    'migrate verify',
  ],
  ...[
    'bulk runs export',
    'bulk runs verify',
    'runs export',
    'runs verify',
    'api',
    'tour',
    'bugreport',
    'completion',
  ],
  ...['functions permissions set', 'sandbox serve', 'sandbox reset', 'sandbox seed'],
  ...[
    'manifest convert',
    'manifest schema',
    'manifest explain',
    'manifest init',
    'manifest format',
    'manifest matcher',
  ],
];

/** For each command with completed columns: a command line that works unchanged, and the columns offered. */
const COMMANDS = leavesOf(program).flatMap((command) => {
  const { lists, examples = [] } = helpDetailsOf(command) ?? {};
  const runnable = examples.filter((one) => !OF_A_SHELL.test(one) && !NEEDS_MORE_THAN_A_SANDBOX.test(one));
  const line = runnable.find((one) => !/ --(?:columns|query|out|plan|help|dry-run)\b/.test(one));
  const columns = lists?.columns.map(({ name }) => name) ?? [];
  return lists === undefined || line === undefined ? [] : [{ line, columns }];
});

describe('columns offered by completion', () => {
  it('exist for every command that lists something', () => {
    const without = leavesOf(program).filter((command) => helpDetailsOf(command)?.lists === undefined);
    expect(without.map(wordsOf).toSorted()).toEqual(WITHOUT_ROWS.toSorted());
    expect(COMMANDS.length).toBeGreaterThan(50);
  });

  it.each(COMMANDS)('are accepted by $line', async ({ line, columns }) => {
    const home = freshHome();
    const asked = `${line} -o csv --columns`.replace(' -o json -o csv', ' -o csv');
    const { stderr } = await ranIn(home, await prepareExample(home, `${asked} zzz`));
    const [, taken] = /hint: --columns takes (.*)/.exec(stderr) ?? [];
    expect({ stderr, offered: columns.filter((name) => !taken?.split(',').includes(name)) }).toEqual({
      stderr,
      offered: [],
    });
  });
});

function wordsOf(command: CommandUnknownOpts): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${wordsOf(parent)} ${command.name()}`;
}
