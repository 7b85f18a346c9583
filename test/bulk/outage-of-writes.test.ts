import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LONG_DAY_URL, longDay } from '../support/long-day.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it.each([3, 12])(
  'counts an outage of writes from the first refused call, with --max-wait %is',
  async (most) => {
    const day = await longDay({ troubles: [{ from: 0, to: 100, how: 503, effect: 'write' }] });
    const machine = freshMachine();
    const rows = Array.from({ length: 12 }, (_, index) => `u${index},u${index}@x.example\n`).join('');
    writeFileSync(machine.path('people.csv'), `userName,email\n${rows}`);
    writeFileSync(machine.path('token'), day.token());
    const ran = await day.time.run(
      machine.orgctl(
        `--scim-url ${LONG_DAY_URL} --token-file ${machine.path('token')} bulk apply ${machine.path('people.csv')} --yes --max-wait ${most}s --events ${machine.path('events')}`,
        day.machine().options,
      ),
      'the work goes on without timers',
    );
    expect(ran.exit).toBe(10);
    expect(ran.stderr).toContain(`service answers 503 for longer than the ${most} seconds allowed`);
    const events: { type: string; t: string; seconds?: number; outageSeconds?: number; outages?: number }[] =
      readFileSync(machine.path('events'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type)).toEqual(['run.start', 'outage.begin', 'outage.end', 'run.pause']);
    const [start, begin, end, pause] = events;
    expect(Date.parse(begin?.t ?? '') - Date.parse(start?.t ?? '')).toBeLessThan(3000);
    // The allowed wait and the last attempt.
    expect(end?.seconds).toBeGreaterThanOrEqual(most);
    expect(end?.seconds).toBeLessThan(most + 2);
    expect(pause).toMatchObject({ outages: 1, outageSeconds: end?.seconds });
    const report = await machine.orgctl('bulk report latest -o json');
    expect(JSON.parse(report.stdout).time).toMatchObject({
      outages: [{ seconds: end?.seconds, why: 'service answers 503' }],
      outageSeconds: end?.seconds,
    });
  },
);
