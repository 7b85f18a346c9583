import { expect, it } from 'vitest';
import { account, idOf, organizationOf } from '../support/organization-world.ts';
import { cutPowerOf, type PowerCutReport, type RecordedRun } from './power-cut.ts';

/**
 * Every state of longer runs in `npm run torture`; otherwise each state of a short run is checked, and some
 * are resumed.
 */
const IS_WHOLE = process.env['ORGCTL_TORTURE_KILLS'] !== undefined;
const ROWS = IS_WHOLE ? 12 : 4;
const EVERY = IS_WHOLE ? 1 : 25;

const numbers = Array.from({ length: ROWS }, (_, n) => n);
const PEOPLE = [
  'email,userName,title,groups',
  ...numbers.map((n) => `new${n}@example.com,new${n},New,${n % 2 === 0 ? 'Fresh' : ''}`),
  ...numbers.map((n) => `old${n}@example.com,,After,Team`),
].join('\n');

const run = (concurrency: number): RecordedRun => ({
  name: `${concurrency} at once`,
  initial: organizationOf({
    users: numbers.map((n) => account(`old${n}`, { title: 'Before' })),
    groups: [
      { id: 'S1', created: '2024-01-02T03:04:05-08:00', displayName: 'Team', members: [idOf('old0')] },
    ],
  }),
  file: PEOPLE,
  words: ['bulk', 'apply', '../input.csv', '--yes', '--create-groups'],
  concurrency,
  expected: [
    ...numbers.map((n) => `user old${n} active=true title=After department=undefined`),
    ...numbers.map((n) => `user new${n} active=true title=New department=undefined`),
    `group Team ${numbers
      .map((n) => `old${n}`)
      .sort()
      .join(',')}`,
    `group Fresh ${numbers
      .filter((n) => n % 2 === 0)
      .map((n) => `new${n}`)
      .sort()
      .join(',')}`,
  ],
});

it('power cut of an interrupted run: loses no reported result, sends nothing without an intent, and resumes', {
  timeout: 3_600_000,
}, async () => {
  const reports: PowerCutReport[] = [];
  for (const concurrency of IS_WHOLE ? [1, 2, 4, 8] : [8])
    reports.push(await cutPowerOf(run(concurrency), EVERY));
  if (IS_WHOLE) process.stdout.write(`${summary(reports)}\n`);
  expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
  for (const { states, continued } of reports) expect(Math.min(states, continued)).toBeGreaterThan(0);
});

function summary(reports: readonly PowerCutReport[]): string {
  return reports
    .map(
      ({ run, cuts, states, continued, findings }) =>
        `${run}: power cut after each of ${cuts} operations, ${states} states of the disk, ${continued} resumed, findings ${findings.length}`,
    )
    .join('\n');
}
