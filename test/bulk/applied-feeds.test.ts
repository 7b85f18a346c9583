// cspell:ignore rrabc
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Plan, printPlan } from '../../src/bulk/plan/plan-file.ts';
import {
  appliedFeeds,
  forgetUnchanged,
  lastUnchanged,
  recordUnchanged,
} from '../../src/bulk/run/applied-feeds.ts';
import { feedsFolder, forgetFeedsAt, lastFeed, rememberUnchanged } from '../../src/bulk/run/last-feed.ts';
import { damagedForms } from '../support/damaged-forms.ts';
import { folderOfRuns, PLAN } from '../support/folder-of-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openFiles } from '../support/watched-files.ts';

const HERE = PLAN.origin;
const ELSEWHERE = 'https://other.example';

/** A plan of a file that is sent every night. */
function night(created: string, more: Partial<Plan> = {}, name = 'people.csv', rows = 7): Plan {
  const source = { ...PLAN.source, feed: { name, rows, columns: { email: rows } } };
  return { ...PLAN, created, source, ...more };
}

const once = (applied: string, run?: string) => ({
  applied,
  feed: 'people.csv',
  profile: 'acme',
  origin: HERE,
  rows: 7,
  rejected: 0,
  run,
});

describe('history of applied feeds', () => {
  it('lists feeds with and without changes, newest first', async () => {
    const { folder, make } = folderOfRuns();
    const history = temporaryFolder();
    const first = await make(night('2026-01-01T10:00:00.000Z'));
    recordUnchanged(history, night('2026-01-01T09:00:00.000Z'));
    const last = await make(night('2026-01-01T12:00:00.000Z'));
    recordUnchanged(history, night('2026-01-01T11:00:00.000Z'));
    // A file without a name is listed once.
    await make({ created: '2026-01-01T13:00:00.000Z' });
    expect(appliedFeeds(folder, history)).toEqual([
      once('2026-01-01T12:00:00.000Z', last),
      once('2026-01-01T11:00:00.000Z'),
      once('2026-01-01T10:00:00.000Z', first),
      once('2026-01-01T09:00:00.000Z'),
    ]);
    expect(lastUnchanged(history)).toEqual(once('2026-01-01T11:00:00.000Z'));
  });

  it('skips an entry with a missing value or a value of another type', () => {
    const history = temporaryFolder();
    const whole = once('2026-01-01T09:00:00.000Z', '20260101-090000-abcde');
    const isTaken = (night: unknown) => {
      writeFileSync(join(history, 'history.ndjson'), `${JSON.stringify(night)}\n`);
      return lastUnchanged(history) !== undefined;
    };
    expect([whole, { ...whole, run: undefined }].map(isTaken)).toEqual([true, true]);
    for (const wrong of [undefined, null, [7], { a: 7 }])
      for (const [path, night] of damagedForms(whole, wrong)) {
        if (wrong === undefined && path === '.run') continue;
        expect({ path, wrong, isTaken: isTaken(night) }).toEqual({ path, wrong, isTaken: false });
      }
    expect(
      [
        { ...whole, applied: 'soon' },
        { ...whole, rows: -1 },
      ].map(isTaken),
    ).toEqual([false, false]);
  });

  it('is empty at first and records no file without a name', () => {
    const history = temporaryFolder();
    expect([appliedFeeds(join(history, 'runs'), history), lastUnchanged(history)]).toEqual([[], undefined]);
    recordUnchanged(history, PLAN);
    forgetUnchanged(history, Date.now());
    expect(readdirSync(history)).toEqual([]);
  });

  it('counts a rejected row once, however many findings it has', () => {
    const history = temporaryFolder();
    const issue = { code: 'bad_email', path: 'email', message: 'no' };
    const rejected = [
      { ...issue, at: { file: 'people.csv', line: 3 } },
      { ...issue, at: { file: 'people.csv', line: 4 }, row: 3 },
      { ...issue, at: { file: 'people.csv', line: 6 } },
    ];
    recordUnchanged(history, night('2026-01-01T09:00:00.000Z', { rejected }));
    expect(lastUnchanged(history)?.rejected).toBe(2);
  });

  it('skips a run with a damaged plan, but reports an unreadable disk', async () => {
    const { folder, make } = folderOfRuns();
    const damaged = await make(night('2026-01-01T10:00:00.000Z'));
    const whole = await make(night('2026-01-01T12:00:00.000Z'));
    writeFileSync(join(folder, damaged, 'plan.json'), '{}');
    expect(appliedFeeds(folder, temporaryFolder()).map(({ run }) => run)).toEqual([whole]);
    rmSync(join(folder, damaged, 'plan.json'));
    mkdirSync(join(folder, damaged, 'plan.json'));
    expect(() => appliedFeeds(folder, temporaryFolder())).toThrow('EISDIR');
  });

  it.each([
    ['torn by a power cut', '{"applied":"2026-'],
    ['empty', ''],
    ['an array', '[]'],
    ['a string', '"x"'],
    ...['applied', 'feed', 'profile', 'origin', 'rows', 'rejected'].map((name) => [
      `of another type in ${name}`,
      JSON.stringify({ ...once('2026-01-01T09:00:00.000Z'), [name]: null }),
    ]),
  ])('leaves out a line that is %s', (_, line) => {
    const history = temporaryFolder();
    recordUnchanged(history, night('2026-01-01T08:00:00.000Z'));
    appendFileSync(join(history, 'history.ndjson'), `${line}\n`);
    recordUnchanged(history, night('2026-01-01T10:00:00.000Z'));
    expect(appliedFeeds(join(history, 'runs'), history).map(({ applied }) => applied)).toEqual([
      '2026-01-01T10:00:00.000Z',
      '2026-01-01T08:00:00.000Z',
    ]);
  });

  it.each([
    [-1, ['2026-01-01T08:00:00.000Z', '2026-01-01T09:00:00.000Z']],
    [0, ['2026-01-01T09:00:00.000Z']],
    [1, ['2026-01-01T09:00:00.000Z']],
  ])('removes entries up to a given time: %i ms after the first entry', (after, left) => {
    const history = temporaryFolder();
    recordUnchanged(history, night('2026-01-01T08:00:00.000Z'));
    recordUnchanged(history, night('2026-01-01T09:00:00.000Z'));
    forgetUnchanged(history, Date.parse('2026-01-01T08:00:00.000Z') + after);
    const nights = appliedFeeds(join(history, 'runs'), history).map(({ applied }) => applied);
    expect(nights.toReversed()).toEqual(left);
  });

  it('is rewritten only if an entry is removed, and is closed after writing', () => {
    const history = temporaryFolder();
    const path = join(history, 'history.ndjson');
    recordUnchanged(history, night('2026-01-01T08:00:00.000Z'));
    const { ino } = statSync(path);
    forgetUnchanged(history, 0);
    expect(statSync(path).ino).toBe(ino);
    expect(openFiles()).not.toContain(path);
  });
});

describe('last applied feed', () => {
  it('has the same name and the same service', async () => {
    const { folder, make } = folderOfRuns();
    const older = await make(night('2026-01-01T08:00:00.000Z'));
    await make(night('2026-01-01T09:00:00.000Z', { origin: ELSEWHERE }));
    await make(night('2026-01-01T10:00:00.000Z', {}, 'guests.csv'));
    await make();
    const found = lastFeed(folder, HERE, 'people.csv');
    expect(found).toMatchObject({ feed: { name: 'people.csv', rows: 7 }, when: `run ${older}` });
    expect(found?.plan().created).toBe('2026-01-01T08:00:00.000Z');
    expect(lastFeed(folder, ELSEWHERE, 'guests.csv')).toBeUndefined();
  });

  it('may have changed nothing, even if there is no run', () => {
    const { folder } = folderOfRuns();
    rememberUnchanged(folder, night('2026-01-01T08:09:10.000Z', {}, 'people.csv', 9));
    const found = lastFeed(folder, HERE, 'people.csv');
    expect(found).toMatchObject({ feed: { rows: 9 }, when: '2026-01-01 08:09 UTC, no changes' });
    expect(found?.plan().created).toBe('2026-01-01T08:09:10.000Z');
    expect(lastFeed(folder, ELSEWHERE, 'people.csv')).toBeUndefined();
    expect(lastFeed(folder, HERE, 'guests.csv')).toBeUndefined();
    expect(lastUnchanged(feedsFolder(folder))?.rows).toBe(9);
  });

  it.each([
    // The ID contains the time to the millisecond: 07 in base 36 is 7 ms, rr is 999 ms.
    ['20260101-080910-07abc', '2026-01-01T08:09:10.006Z', 'run'],
    ['20260101-080910-07abc', '2026-01-01T08:09:10.007Z', 'run'],
    ['20260101-080910-07abc', '2026-01-01T08:09:10.008Z', 'night'],
    ['20260101-080910-rrabc', '2026-01-01T08:09:10.998Z', 'run'],
    ['20260101-080910-rrabc', '2026-01-01T08:09:11.000Z', 'night'],
  ])('is the newer of run %s and an unchanged feed at %s: the %s', async (id, created, newer) => {
    const { folder, make } = folderOfRuns();
    await make(night('2026-01-01T00:00:00.000Z'), [], id);
    rememberUnchanged(folder, night(created));
    const when = lastFeed(folder, HERE, 'people.csv')?.when;
    expect(when?.startsWith('run') === true ? 'run' : 'night').toBe(newer);
  });

  it('is recorded only for files with a name', () => {
    const { folder } = folderOfRuns();
    rememberUnchanged(folder, PLAN);
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['is damaged', () => '{}'],
    ['is of a file without a name', () => printPlan(PLAN)],
  ])('falls back to the last run if the record of an unchanged feed %s', async (_, text) => {
    const { folder, make } = folderOfRuns();
    const run = await make(night('2026-01-01T08:00:00.000Z'));
    rememberUnchanged(folder, night('2026-01-02T08:00:00.000Z'));
    const path = recordIn(folder);
    writeFileSync(path, text());
    expect(lastFeed(folder, HERE, 'people.csv')?.when).toBe(`run ${run}`);
  });

  it('reports an unreadable disk instead of guessing', () => {
    const { folder } = folderOfRuns();
    rememberUnchanged(folder, night('2026-01-02T08:00:00.000Z'));
    const path = recordIn(folder);
    rmSync(path);
    mkdirSync(path);
    expect(() => lastFeed(folder, HERE, 'people.csv')).toThrow('EISDIR');
  });
});

function recordIn(runsFolder: string): string {
  const name = readdirSync(feedsFolder(runsFolder)).find((one) => one.endsWith('.json')) ?? '';
  return join(feedsFolder(runsFolder), name);
}

it('forgets the feeds and plans of one service only', () => {
  const runs = temporaryFolder();
  rememberUnchanged(runs, night('2026-01-01T10:00:00.000Z'));
  rememberUnchanged(runs, night('2026-01-01T11:00:00.000Z', { origin: ELSEWHERE }));
  forgetFeedsAt(runs, HERE);
  expect(lastFeed(runs, HERE, 'people.csv')).toBeUndefined();
  expect(lastFeed(runs, ELSEWHERE, 'people.csv')?.feed.rows).toBe(7);
  expect(appliedFeeds(runs, feedsFolder(runs)).map(({ origin }) => origin)).toEqual([ELSEWHERE]);
});
