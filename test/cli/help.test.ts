import { describe, expect, test } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const LEAVES = ['scim users list', 'scim users create', 'bulk apply', 'profile add', 'sandbox serve'];

describe('help on a terminal', () => {
  test.each([60, 80, 200])('fits %i columns, except for command lines', async (columns) => {
    for (const words of ['', ...LEAVES]) {
      const { stdout } = await freshMachine().orgctl(`${words} --help`, { terminal: columns });
      const lines = stdout.split('\n').filter((line) => !line.startsWith('  orgctl '));
      expect(lines.filter((line) => line.length > columns)).toEqual([]);
    }
  });

  test('fits the first screen without arguments, and mentions --help', async () => {
    const { exit, stdout } = await freshMachine().orgctl('', { terminal: 80 });
    expect(exit).toBe(0);
    expect(stdout.split('\n').length).toBeLessThan(38);
    expect(stdout).toContain('orgctl --profile sandbox scim users list');
    expect(stdout).toContain('orgctl --help');
    expect(stdout).not.toContain('--max-wait');
  });
});
