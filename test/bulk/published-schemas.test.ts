import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FailedChange } from '../../src/bulk/report/report.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { LONG_DAY_URL, longDay } from '../support/long-day.ts';
import { expectToMatchSchema, PUBLISHED, publishedSchema } from '../support/published-schemas.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { throttlingSandbox } from '../support/throttling-sandbox.ts';

const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
const OUTSIDE = 'the work goes on without timers';
const PEOPLE =
  'userName,email,title,groups\nada,ada@x.example,Chef,Cooks\nbob,bob@x.example,,Cooks\ncy,walt.finch@harbour-finch.example,,\n';

function eventsIn(file: string): readonly Record<string, unknown>[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('published JSON schemas', () => {
  it('describe plans, reports and events of a run with groups, an update, a deactivation and an undo', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    const events = machine.path('events.ndjson');
    const apply = (more = '') =>
      machine.orgctl(
        `-p sandbox bulk apply ${file} --yes -o json --create-groups --events ${events} ${more}`,
      );
    for (const text of [
      PEOPLE.replace(/cy,.*\n/, ''),
      'userName,email,title,active\nada,ada@x.example,Cook,true\nbob,bob@x.example,,false\n',
    ]) {
      writeFileSync(file, text);
      const planned = await machine.orgctl(`-p sandbox bulk plan ${file} --create-groups -o json`);
      expectToMatchSchema('plan', JSON.parse(planned.stdout));
      expect((await apply()).exit).toBe(0);
      expectToMatchSchema('report', JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout));
    }
    expect((await machine.orgctl(`-p sandbox bulk undo latest --yes -o json --events ${events}`)).exit).toBe(
      0,
    );
    const failed = await machine.orgctl('bulk report latest -o json');
    const failure: FailedChange = {
      line: 2,
      lines: [2, 4],
      action: 'add',
      name: 'Cooks',
      code: 'x',
      message: 'y',
    };
    expectToMatchSchema('report', { ...JSON.parse(failed.stdout), failures: [failure] });
    const merged = await machine.orgctl(`bulk report --merge ${machine.home} -o json`);
    expectToMatchSchema('report', JSON.parse(merged.stdout));
    const seen = eventsIn(events);
    for (const event of seen) expectToMatchSchema('events', event);
    expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(['run.start', 'change.end', 'run.end']));
  });

  it('describe events and report of a throttled and paused run, with its counters', async () => {
    const service = await throttlingSandbox('POST', 2);
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(
      file,
      `userName,email\n${Array.from({ length: 9 }, (_, n) => `u${n},u${n}@x.example\n`).join('')}`,
    );
    const events = machine.path('events.ndjson');
    const flags = `--scim-url ${service.origin} --scim-version 2.0`;
    const paused = await machine.orgctl(
      `${flags} bulk apply ${file} --yes -o json --max-wait 1s --concurrency 1 --events ${events}`,
      { env },
    );
    expect(paused.exit).toBe(10);
    expectToMatchSchema('error', JSON.parse(paused.stderr.trimEnd().split('\n').at(-1) ?? ''));
    const seen = eventsIn(events);
    for (const event of seen) expectToMatchSchema('events', event);
    expect(seen.at(-1)).toMatchObject({
      type: 'run.pause',
      succeeded: 2,
      left: 7,
      calls: expect.any(Number),
      codes: {},
    });
    const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
    expectToMatchSchema('report', report);
    expect(report.state).toBe('paused');
    // Two accepted calls and one refused call.
    expect(report.calls).toBe(3);
  });

  it('describe events of an outage, and the forecast of a long run', async () => {
    const day = await longDay({
      limits: { createUser: { perMinute: 1, burst: 1 } },
      troubles: [{ from: 2, to: 4, how: 'refused' }],
    });
    const machine = freshMachine();
    const [file, events] = [machine.path('people.csv'), machine.path('events.ndjson')];
    writeFileSync(
      file,
      `userName,email\n${Array.from({ length: 15 }, (_, n) => `u${n},u${n}@x.example\n`).join('')}`,
    );
    const line = `--scim-url ${LONG_DAY_URL} --scim-version 2.0 --quota createUser=1/min bulk apply ${file} --yes -o json --events ${events}`;
    const ran = await day.time.run(machine.orgctl(line, { ...day.machine().options, env }), OUTSIDE);
    expect(ran.exit).toBe(0);
    const seen = eventsIn(events);
    for (const event of seen) expectToMatchSchema('events', event);
    expect(seen[0]).toMatchObject({
      type: 'run.start',
      forecast: { calls: 15, seconds: 840, basis: 'given', finish: '2026-11-22T08:14:00.040Z' },
    });
    expect(seen.filter(({ type }) => String(type).startsWith('outage'))).toHaveLength(2);
    expect(seen.at(-1)).toMatchObject({ type: 'run.end', outages: 1 });
  });

  it.each([
    ['a mistyped flag', 'bulk plan x.csv --nonsense -o json'],
    ['a file with findings', '-p sandbox bulk plan BAD -o json'],
    ['a filter with a caret', '-p sandbox scim users list --filter userName=x -o json'],
    ['an unknown user', '-p sandbox scim users get nobody -o json'],
    ['no profile', '-o ndjson scim users list'],
  ])('describe the error of %s', async (_, line) => {
    const machine = freshMachine();
    writeFileSync(machine.path('bad.csv'), 'userName,email\nada,no-address\n');
    const ran = await machine.orgctl(line.replace('BAD', machine.path('bad.csv')));
    expect(ran.exit).toBeGreaterThan(0);
    expectToMatchSchema('error', JSON.parse(ran.stderr.trimEnd().split('\n').at(-1) ?? ''));
  });
});

it.each(PUBLISHED)('the schema "%s" has a title and a description', (name) => {
  const schema = publishedSchema(name);
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: expect.stringMatching(/^orgctl /),
    description: expect.stringContaining('only ever added'),
  });
});
