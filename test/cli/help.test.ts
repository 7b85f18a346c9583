import { describe, expect, test } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const LEAVES = ['scim users list', 'scim users create', 'bulk apply', 'profile add', 'sandbox serve'];

describe('help on a terminal', () => {
  test.each([60, 80, 200])(
    'keeps within %i columns, but for command lines that are to be copied',
    async (columns) => {
      for (const words of ['', ...LEAVES]) {
        const { stdout } = await freshMachine().orgctl(`${words} --help`, { terminal: columns });
        const lines = stdout.split('\n').filter((line) => !line.startsWith('  orgctl '));
        expect(lines.filter((line) => line.length > columns)).toEqual([]);
      }
    },
  );

  test('of the name alone fits on the first screen, and says where the rest is', async () => {
    const { exit, stdout } = await freshMachine().orgctl('', { terminal: 80 });
    expect(exit).toBe(0);
    expect(stdout.split('\n').length).toBeLessThan(38);
    expect(stdout).toContain('orgctl --profile sandbox scim users list');
    expect(stdout).toContain('orgctl --help');
    expect(stdout).not.toContain('--max-wait');
  });
});
