// cspell:ignore Austrittsdatum
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const now = () => Date.UTC(2026, 5, 1, 12, 0, 0);
const ADDRESS = 'harbour-finch.example';

async function deactivated(command: string, list: string, name = 'leavers.csv') {
  const machine = freshMachine();
  writeFileSync(machine.path(name), list);
  return machine.orgctl(`-p sandbox ${command} @${machine.path(name)}`, { now });
}

const COMMANDS = ['offboard --plan', 'offboard --yes', 'users deactivate -n', 'users deactivate --yes'];

describe('a list of leavers with their last days', () => {
  it.each(COMMANDS)('causes a warning if one is in the future: %s', async (command) => {
    const list = `Name;E-Mail;Last day\nClara Voss;clara.voss@${ADDRESS};2026-12-31\nTomas Rey;tomas.rey@${ADDRESS};2026-05-01\n`;
    const ran = await deactivated(command, list);
    expect(ran).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(
        'warning: column "Last day" is not read, users are deactivated now; 1 last day is today or in the future\n',
      ),
    });
  });

  it('warns before the question', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('leavers.csv'), 'userName,Last day\nclara.voss,2026-12-31\n');
    const ran = await machine.orgctl(`-p sandbox users deactivate @${machine.path('leavers.csv')}`, {
      now,
      terminal: 120,
      answers: [['Deactivate clara.voss', 'n\n']],
    });
    expect(ran.stderr).toMatch(/column "Last day" is not read[\s\S]*Deactivate clara\.voss/);
  });

  it.each([
    ['German', 'userName;Austrittsdatum\nclara.voss;31.12.2026\ntomas.rey;01.06.2026\n', 'Austrittsdatum', 2],
    ['NDJSON', '{"userName":"clara.voss","lastDay":"2026-12-31"}\n', 'lastDay', 1],
    ['a JSON array', '[{"userName":"clara.voss","Termination Date":"12/31/2026"}]', 'Termination Date', 1],
  ])('recognizes the column in %s', async (_, list, heading, count) => {
    const { stderr } = await deactivated('offboard --plan', list);
    const days = count === 1 ? '1 last day is' : `${count} last days are`;
    expect(stderr).toContain(
      `warning: column "${heading}" is not read, users are deactivated now; ${days} today or in the future\n`,
    );
  });

  it('causes a warning without a count if the dates cannot be read', async () => {
    const { stderr } = await deactivated('offboard --plan', 'userName,Last day\nclara.voss,end of Q3\n');
    expect(stderr).toContain('warning: column "Last day" is not read, users are deactivated now\n');
  });

  it.each([
    ['all are over', 'userName,Last day\nclara.voss,2026-05-31\n'],
    ['the column is empty', 'userName,Last day\nclara.voss,\n'],
    ['it is a first day', 'userName,Hire date\nclara.voss,2026-12-31\n'],
  ])('causes no warning if %s', async (_, list) => {
    const ran = await deactivated('offboard --plan', list);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).not.toContain('is not read');
  });
});
