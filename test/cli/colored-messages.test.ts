import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const ESCAPE = '\u001b[';

describe('messages on a terminal with colors', () => {
  it('are colored without spelled-out escape sequences', async () => {
    const { stderr } = await freshMachine().orgctl('-p sandbox scim users list --color always', {
      terminal: 40,
    });
    expect(stderr).toContain(`${ESCAPE}2mhidden columns: `);
    expect(stderr).not.toContain('^[');
  });

  it('color only the label of a warning, not its text', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('map.csv'), 'from,to\nU0000000A,W0000000A\n');
    const map = machine.path('map.csv');
    const { stderr } = await machine.orgctl(`migrate rewrite --map ${map} --color always`, {
      stdin: 'U0000000B',
    });
    expect(stderr).toMatch(/\u001b\[\d+mwarning:\u001b\[39m 1 ID of a user is not in the map: U0000000B/);
  });
});
