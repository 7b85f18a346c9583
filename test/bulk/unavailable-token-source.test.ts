import { rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LONG_DAY_URL, longDay } from '../support/long-day.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const ROWS = 90;

/** A run of 90 seconds with tokens valid for a minute, whose token file changes at its first creation. */
async function runWith(change: (file: string) => void) {
  const day = await longDay({ tokenMinutes: 1 });
  const machine = freshMachine();
  const rows = Array.from({ length: ROWS }, (_, index) => `u${index},u${index}@x.example\n`).join('');
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows}`);
  const token = machine.path('token');
  writeFileSync(token, day.token());
  const { options } = day.machine();
  const orgctl = (line: string) =>
    day.time.run(
      machine.orgctl(`--scim-url ${LONG_DAY_URL} --token-file ${token} ${line}`, {
        ...options,
        network: async (request) => {
          if (request.method === 'POST' && day.time.now() < 60_000) change(token);
          return (await options.network?.(request)) ?? { status: 500, headers: {}, body: new Uint8Array() };
        },
      }),
      'the work goes on without timers',
    );
  const ran = await orgctl(`bulk apply ${machine.path('people.csv')} --yes --rate 60/min`);
  return { day, machine, token, ran, orgctl };
}

it.each([
  [
    'is deleted',
    (file: string) => rmSync(file, { force: true }),
    /cannot read the token file \S+token: no such file or folder/,
  ],
  ['is emptied', (file: string) => writeFileSync(file, ''), /the token is empty/],
])(
  'a token file that %s during a run pauses it with exit 4, and is no outage of the service',
  async (_, change, why) => {
    const { day, machine, token, ran, orgctl } = await runWith(change);
    expect(ran.exit).toBe(4);
    const said = new RegExp(
      `error: the token was refused, and no other token is available: ${why.source}.*\\nhint: \\d+ done, \\d+ left; resume: orgctl .* bulk resume \\S+ --yes`,
    );
    expect(ran.stderr).toMatch(said);
    expect(ran.stderr.match(/warning: no other token yet: /g)).toHaveLength(4);
    expect(ran.stderr).not.toContain('the service was unavailable');
    const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
    expect(report).toMatchObject({ state: 'paused', failed: 0, time: { outages: [], outageSeconds: 0 } });
    writeFileSync(token, day.token());
    expect(await orgctl('bulk resume latest --yes')).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(`${ROWS} created`),
    });
  },
);
