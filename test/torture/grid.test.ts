import { expect, it } from 'vitest';
import { type Cell, type CellReport, GridLane, gridCells } from './grid.ts';
import { timeIsUp } from './time-limit.ts';

/**
 * The whole grid in `npm run torture`; otherwise a few cells that cover every operation, action and moment.
 */
const IS_WHOLE = process.env['ORGCTL_TORTURE_KILLS'] !== undefined;
const LANES = 3;

it('grid of an interrupted run: recovers from every signal and disk error at every moment of every change', {
  timeout: 7_200_000,
}, async () => {
  const cells = IS_WHOLE ? gridCells() : coveringCells(gridCells());
  const reports: CellReport[] = [];
  const left = cells.values();
  const isOver = timeIsUp();
  const work = async () => {
    const lane = await GridLane.open();
    for (const cell of left) {
      if (isOver()) break;
      reports.push(await lane.run(cell));
      if (reports.length % 200 === 0)
        process.stderr.write(`${reports.length} of ${cells.length} cells, findings ${findingsIn(reports)}\n`);
    }
    await lane.close();
  };
  await Promise.all(Array.from({ length: LANES }, work));
  if (IS_WHOLE) process.stdout.write(`${summary(reports)}\n`);
  const found = reports.filter(({ findings }) => findings.length > 0);
  expect(found.map(({ cell, findings }) => `${nameOf(cell)}: ${findings.join('; ')}`)).toEqual([]);
});

/**
 * A minimal set of cells, in a fixed order, that covers each operation, action, moment, position and
 * concurrency.
 */
function coveringCells(cells: readonly Cell[]): readonly Cell[] {
  const wanted = (cell: Cell) => [
    cell.operation.name,
    cell.act,
    cell.name,
    `position ${cell.nth}`,
    `${cell.act} at ${cell.concurrency}`,
  ];
  const met = new Set<string>();
  const chosen: Cell[] = [];
  const left = [...cells];
  for (;;) {
    const gain = (cell: Cell) => wanted(cell).filter((one) => !met.has(one)).length;
    const best = left.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    if (gain(best) === 0) return chosen;
    chosen.push(best);
    for (const one of wanted(best)) met.add(one);
  }
}

function findingsIn(reports: readonly CellReport[]): number {
  return reports.flatMap(({ findings }) => findings).length;
}

function nameOf({ operation, act, name, nth, concurrency }: Cell): string {
  return `${operation.name}, ${act} at ${name} ${nth}, ${concurrency} at once`;
}

function summary(reports: readonly CellReport[]): string {
  const acts = [...new Set(reports.map(({ cell }) => cell.act))];
  const operations = [...new Set(reports.map(({ cell }) => cell.operation.name))];
  const endings = [...new Set(reports.map(({ ended }) => ended))].sort();
  const count = (wanted: (report: CellReport) => boolean) =>
    String(reports.filter(wanted).length).padStart(9);
  const findings = reports.flatMap((report) => report.findings);
  const found = (pattern: RegExp) => findings.filter((finding) => pattern.test(finding)).length;
  const ends = (act: string) =>
    reports
      .flatMap(({ cell, millisecondsToEnd }) =>
        cell.act === act && millisecondsToEnd !== undefined ? [millisecondsToEnd] : [],
      )
      .sort((one, other) => one - other);
  const times = ['SIGINT', 'SIGTERM', 'SIGINT2'].map((act) => {
    const all = ends(act);
    return `${act}: from the last signal to the end ${all[Math.floor(all.length / 2)]} ms in the middle, ${all.at(-1)} ms at most`;
  });
  return [
    `${'operation'.padEnd(22)}${acts.map((act) => act.padStart(9)).join('')}`,
    ...operations.map(
      (name) =>
        name.padEnd(22) +
        acts.map((act) => count(({ cell }) => cell.operation.name === name && cell.act === act)).join(''),
    ),
    '',
    `${'ended with'.padEnd(22)}${acts.map((act) => act.padStart(9)).join('')}`,
    ...endings.map(
      (how) =>
        how.padEnd(22) +
        acts.map((act) => count((one) => one.ended === how && one.cell.act === act)).join(''),
    ),
    '',
    ...times,
    `cells ${reports.length} of ${gridCells().length}, moments ${new Set(reports.map(({ cell }) => cell.name)).size}`,
    `lost ${found(/missing/)}, duplicated ${found(/times|twice/)}, wrong IDs ${found(/has the ID/)}, other findings ${findings.length - found(/missing|times|twice|has the ID/)}`,
  ].join('\n');
}
