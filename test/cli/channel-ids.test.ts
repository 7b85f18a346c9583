import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, it } from 'vitest';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { leavesOf } from '../support/help-examples.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const COMMANDS = [
  'admin conversations convert-to-private CHANNEL --confirm CHANNEL',
  'conversations mark CHANNEL 1709571600.000100',
  'assistant status set CHANNEL 1709571600.000100 working',
  'assistant status clear CHANNEL 1709571600.000100',
];

it('each command with a channel as an argument is in COMMANDS', async () => {
  const pathOf = (command: CommandUnknownOpts): string =>
    command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
  const naming = leavesOf(await buildWholeProgram())
    .filter(({ registeredArguments }) =>
      registeredArguments.some((argument) => /^(?:channel|conversation)s?$/.test(argument.name())),
    )
    .map(pathOf);
  expect(naming.sort()).toEqual(COMMANDS.map((line) => line.slice(0, line.indexOf(' CHANNEL'))).sort());
});

it.each(COMMANDS)('Web API: a name instead of the ID of a channel is refused: %s', async (line) => {
  for (const name of ['general', '#general', 'C0general', '0C']) {
    const ran = await freshMachine().orgctl(`-p sandbox ${line.replaceAll('CHANNEL', name)}`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('It must be the ID of a channel, such as C0LIGHTHOUSE');
  }
});

it.each(COMMANDS)('Web API: an ID is left to the service: %s', async (line) => {
  const ran = await freshMachine().orgctl(`-p sandbox ${line.replaceAll('CHANNEL', 'C0NOWHERE')}`);
  expect(ran.stderr).toContain('channel_not_found');
});
