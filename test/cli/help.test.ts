import { describe, expect, test } from 'vitest';
import { layHelp } from '../../src/cli/help-page.ts';
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

  test.each([40, 60])('breaks examples at %i columns between words, in lines that a shell joins', (width) => {
    const page = { isRoot: false, about: 'x', tries: [], usage: 'x', commands: [], arguments: [], flags: [] };
    const examples = [
      'orgctl -p sandbox bulk apply people.csv --canary 2 --stop-on 5% --failed-out failed.csv',
      `orgctl bulk plan a.csv --where 'department eq "Support" and active eq true' -o json | jq .`,
      'orgctl scim users list',
      'orgctl bulk plan people.csv --first 10 # the first ten rows only, not all',
    ];
    const shown = (example: string, columns: number | undefined) =>
      layHelp({ ...page, examples: [example] }, { width: columns, isShort: false })
        .split('Examples:\n')[1]
        ?.split('\n\n')[0] ?? '';
    for (const example of examples) {
      expect(shown(example, undefined)).toBe(`  ${example}`);
      expect(shown(example, width).replaceAll(/ \\\n +/g, ' ')).toBe(`  ${example}`);
    }
    expect(shown(examples[0] ?? '', 60)).toBe(
      '  orgctl -p sandbox bulk apply people.csv --canary 2 \\\n    --stop-on 5% --failed-out failed.csv',
    );
    expect(shown(examples[1] ?? '', 60)).toContain(`'department eq "Support" and active eq true'`);
    expect(shown(examples[3] ?? '', 60)).toBe(`  ${examples[3]}`);
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
