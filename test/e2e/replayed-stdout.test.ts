import { expect, it } from 'vitest';
import { freshHome, inShell } from '../support/real-bin.ts';

it.each(['--out /dev/stdout', ''])(
  'a replay prints to stdout what the command printed there: %s',
  async (flags) => {
    const { stdout, exitCode } = await inShell(
      freshHome(),
      `orgctl --record a.tape -p sandbox scim groups export ${flags} | wc -l; orgctl --replay a.tape | wc -l`,
    );
    const [recorded, replayed] = stdout.trim().split(/\s+/);
    expect([exitCode, replayed]).toEqual([0, recorded]);
    expect(Number(replayed)).toBeGreaterThan(5);
  },
);
