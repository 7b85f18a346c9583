// How long a table of 10,000 rows takes, as a multiple of writing the same cells without a table, and what is
// on the screen when the second page is asked for.
// node bench/tables.mjs [--runs 7] [--rows 10000]

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { numbersFrom } from './numbers-from.mjs';
import { alternate, folder, measure, median, printTable } from './whole-process.mjs';

const { runs, rows } = numbersFrom({ runs: 7, rows: 10_000 });
const program = join(folder, 'tables.ts');
writeFileSync(
  program,
  `
import { drawTable } from '${process.cwd()}/src/output/table.ts';
import { paletteFor } from '${process.cwd()}/src/output/palette.ts';
const [kind, count] = process.argv.slice(2);
const names = ['userName', 'displayName', 'email', 'state', 'title', 'id'];
const row = (n: number) => ['person.' + n, 'Given' + n + ' Family' + n, 'person.' + n + '@example.com', 'active', 'Engineer', 'W' + String(n).padStart(9, '0')];
let asked = 0;
let shownAtSecondPage = -1;
let shown = 0;
async function* all() {
  for (let n = 0; n < Number(count); n += 1) {
    asked += 1;
    if (asked === 1001) shownAtSecondPage = shown;
    yield row(n);
  }
}
if (kind === 'plain') {
  let text = '';
  for await (const cells of all()) text += cells.join('  ') + '\\n';
  process.stdout.write(text);
} else {
  const columns = names.map((name, index) => ({ name, heading: name, importance: index + 1, value: (cells: string[]) => cells[index] }));
  for await (const piece of drawTable(all(), columns, { palette: paletteFor(false), width: 120, hasHeader: true })) {
    shown += piece.split('\\n').length - 1;
    process.stdout.write(piece);
  }
  if (shownAtSecondPage < 1000) process.exitCode = 3;
}
`,
);
const bundle = join(folder, 'tables.mjs');
await build({
  entryPoints: [program],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  nodePaths: ['node_modules'],
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'error',
});
const out = join(folder, 'table.txt');
const run = (kind) => () => measure([bundle, kind, String(rows)], { out });
const [plain, table] = await alternate(runs, [run('plain'), run('table')]);
const [plainMs, tableMs] = [plain, table].map((all) => median(all.map(({ ms }) => ms)));
console.log(`tables, median of ${runs} alternating runs, Node ${process.versions.node}`);
printTable([
  [
    'rows',
    'without a table',
    'as a table',
    'ratio',
    'goal',
    'first 1,000 rows shown before the next are asked for',
  ],
  [
    rows,
    `${plainMs.toFixed(0)} ms`,
    `${tableMs.toFixed(0)} ms`,
    (tableMs / plainMs).toFixed(1),
    '≤ 10',
    'yes',
  ],
]);
