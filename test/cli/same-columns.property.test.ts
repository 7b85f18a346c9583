import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { objectsIn } from '../../src/rules/json-value.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** Column names that are not blank, unknown and distinct. */
const NAMES = fc.uniqueArray(
  fc
    .string({ unit: fc.constantFrom('q', '5', 'é', '"', ',', ';', '|', ' ', '\n', '\r\n'), maxLength: 6 })
    .filter((name) => name.trim() !== ''),
  { selector: (name) => name.trim(), minLength: 1, maxLength: 4 },
);

/**
 * The form of a heading: the lines above it, its delimiter, its line ends, and cells with unnecessary quotes.
 */
const FORM = fc.record({
  mark: fc.constantFrom('', '\ufeff'),
  isNamed: fc.boolean(),
  blankLines: fc.nat(2),
  delimiter: fc.constantFrom(',', ';', '|', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  areQuoted: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
});

type Form = typeof FORM extends fc.Arbitrary<infer Value> ? Value : never;

function written(names: readonly string[], cells: readonly string[], form: Form): string {
  const heading = names.map((name, index) =>
    form.areQuoted[index] === true || /["\r\n]/.test(name) || name.includes(form.delimiter)
      ? `"${name.replaceAll('"', '""')}"`
      : name,
  );
  const above = form.isNamed ? `sep=${form.delimiter}${form.lineEnd}` : '';
  const lines = [heading, cells].map((line) => line.join(form.delimiter) + form.lineEnd);
  return `${form.mark}${above}${form.lineEnd.repeat(form.blankLines)}${lines.join('')}`;
}

/** The columns that "bulk check" reports as unknown. */
async function columnsChecked(machine: Machine, words: readonly string[]): Promise<readonly unknown[]> {
  const checked = await machine.words(['bulk', 'check', machine.path('in.csv'), '-o', 'json', ...words]);
  return objectsIn(JSON.parse(checked.stdout))
    .filter(({ code }) => code !== 'missing_key_column')
    .map(({ path }) => path);
}

it('"migrate rewrite --column" and "bulk check" read the same columns from any heading', async () => {
  const machine = freshMachine();
  writeFileSync(machine.path('ids.csv'), 'from,to\nU1,W1\n');
  await fc.assert(
    fc.asyncProperty(NAMES, FORM, async (names, form) => {
      const cells = names.map(() => 'U1');
      writeFileSync(machine.path('in.csv'), written(names, cells, form));
      const words = form.isNamed ? [] : ['--delimiter', form.delimiter];
      expect(await columnsChecked(machine, words)).toEqual(names);
      for (const [index, name] of names.entries()) {
        const line = ['migrate', 'rewrite', '--map', machine.path('ids.csv'), '--column', name, ...words];
        const ran = await machine.words([...line, '-q', machine.path('in.csv')]);
        const expected = written(names, cells.with(index, 'W1'), form);
        expect(ran).toEqual({ exit: 0, stdout: expected, stderr: '' });
      }
    }),
    { numRuns: runsOf(40) },
  );
});
