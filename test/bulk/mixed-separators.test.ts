import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const AS = 'expected the same delimiter in every row (wrong_separator)';

/** Files with mixed delimiters, and the single finding about each. */
const FILES: readonly (readonly [name: string, text: string, finding: string])[] = [
  [
    'one row',
    'userName,email,title\na,a@x.test,b\nb;b@x.test;c\n',
    `FILE:3:2 this row is separated by semicolons, the header row by commas; ${AS}`,
  ],
  [
    'several rows',
    'userName,email\na,a@x.test\nb;b@x.test\nc,c@x.test\nd;d@x.test\ne;e@x.test\n',
    `FILE:3:2 this row is separated by semicolons, the header row by commas; lines 5, 6 as well; ${AS}`,
  ],
  [
    'many rows',
    `userName,email\n${Array.from({ length: 9 }, (_, index) => `u${index}\tu${index}@x.test\n`).join('')}`,
    `FILE:2:3 this row is separated by tabs, the header row by commas; lines 3, 4, 5, 6, 7 and 3 more as well; ${AS}`,
  ],
  [
    'a header row with semicolons',
    'userName;email;title\na;a@x.test;b\nb,b@x.test,c\nc;c@x.test;d\n',
    `FILE:3:2 this row is separated by commas, the header row by semicolons; ${AS}`,
  ],
  [
    'a group file',
    'group,member\nIT,clara.voss\nIT;walt.finch\n',
    `FILE:3:3 this row is separated by semicolons, the header row by commas; ${AS}`,
  ],
];

it.each(FILES)('mixed delimiters cause a single finding: %s', async (_, text, finding) => {
  const machine = freshMachine();
  const file = machine.path('rows.csv');
  writeFileSync(file, text);
  const checked = await machine.orgctl(`bulk check ${file} -o table`);
  expect({ exit: checked.exit, findings: checked.stdout }).toEqual({
    exit: 5,
    findings: `${finding.replace('FILE', file)}\n`,
  });
  const planned = await machine.orgctl(`-p sandbox bulk plan ${file}`);
  expect(planned.exit).toBe(5);
  expect(planned.stderr).toContain(`${finding.replace('FILE', file)}\nerror: `);
});

it('a row with too few cells for any delimiter is reported for its number of cells', async () => {
  const machine = freshMachine();
  const file = machine.path('rows.csv');
  writeFileSync(file, 'userName,email,title\na,a@x.test\nb;b@x.test\n');
  const { stdout } = await machine.orgctl(`bulk check ${file} -o table`);
  expect(stdout.match(/wrong_cell_count/g)).toHaveLength(2);
});

it('a delimiter in quotes does not separate cells', async () => {
  const machine = freshMachine();
  const file = machine.path('rows.csv');
  writeFileSync(file, 'userName,email,title\na,a@x.test,b\n"b;x;y",b@x.test\n');
  const { stdout } = await machine.orgctl(`bulk check ${file} -o table`);
  expect(stdout).toContain(':3:9 this row has 2 cells, but the header row has 3');
});

it('a quoted heading with a delimiter and "group" does not make a group file', async () => {
  const machine = freshMachine();
  const file = machine.path('people.csv');
  writeFileSync(file, '"my, group",userName,email\nx,a,a@x.test\n');
  const { stdout } = await machine.orgctl(`bulk check ${file} -o table`);
  expect(stdout).toContain(':1:1 my, group: unknown column "my, group"');
  expect(stdout).not.toContain('userName:');
});

it('rows with another delimiter are skipped with --on-bad-row skip', async () => {
  const machine = freshMachine();
  const file = machine.path('rows.csv');
  writeFileSync(file, 'userName,email\na,a@x.test\nb;b@x.test\nc;c@x.test\n');
  const ran = await machine.orgctl(`-p sandbox bulk apply ${file} --on-bad-row skip --max-bad-rows 2 --yes`);
  expect(ran.stderr).toContain('2 of 3 rows');
  expect((await machine.orgctl('-p sandbox users get a')).exit).toBe(0);
});
