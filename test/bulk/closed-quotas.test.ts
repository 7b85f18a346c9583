import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import { LONG_DAY_URL, longDay } from '../support/long-day.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const GROUPS = 40;
const CLOSED_FOR = 60_000;
const LATENCY = 40;

/** A request that the service received, in milliseconds since the run began. */
interface Seen {
  readonly at: number;
  readonly what: string;
  readonly status: number;
}

/**
 * Changes 40 groups and creates 40 users with a new manager, so that their creations become ready after the
 * changes of groups. These are refused for a minute.
 */
async function runWithClosedGroups(flags: string, retryAfter: Readonly<Record<string, string>>) {
  const day = await longDay();
  const machine = freshMachine();
  const { network: service, ...world } = day.machine().options;
  let begin = Number.POSITIVE_INFINITY;
  const seen: Seen[] = [];
  const network: Transport = async (request, signal) => {
    const isClosed = request.method === 'PATCH' && request.url.includes('/Groups/');
    const at = day.time.now() - begin;
    if (service === undefined) throw new Error('the service has no network');
    const refuse = async () => {
      await day.time.sleep(LATENCY);
      return { status: 429, headers: retryAfter, body: new Uint8Array() };
    };
    const answer = await (isClosed && at >= 0 && at < CLOSED_FOR ? refuse() : service(request, signal));
    const [, what = ''] = /\/scim\/v2\/(\w+(?:\/\w)?)/.exec(request.url) ?? [];
    seen.push({ at, what: `${request.method} ${what}`, status: answer.status });
    return answer;
  };
  const options = { ...world, network, env: { ORGCTL_TOKEN: day.token() } };
  const apply = async (rows: readonly string[], more: string) => {
    const file = machine.path('people.csv');
    writeFileSync(file, `userName,email,groups,manager\n${rows.join('')}`);
    const line = `--scim-url ${LONG_DAY_URL} --scim-version 2.0 bulk apply ${file} --yes ${more}`;
    const { exit, stderr } = await day.time.run(
      machine.orgctl(line, options),
      'the work goes on without timers',
    );
    expect({ exit, stderr: exit === 0 ? '' : stderr }).toEqual({ exit: 0, stderr: '' });
  };
  const numbers = Array.from({ length: GROUPS }, (_, number) => number);
  const member = (number: number, group: number) => `m${number},m${number}@x.example,G${group},\n`;
  await apply(
    numbers.map((number) => member(number, number)),
    '--create-groups',
  );
  seen.length = 0;
  begin = day.time.now();
  await apply(
    [
      'boss,boss@x.example,,\n',
      ...numbers.map((number) => member(number, (number + 1) % GROUPS)),
      ...numbers.map((number) => `r${number},r${number}@x.example,,boss\n`),
    ],
    `--max-blanked 41 ${flags}`,
  );
  return seen;
}

it.each([
  ['Retry-After 1', { 'retry-after': '1' }],
  ['no Retry-After', {}],
])(
  'creates users while the quota of group changes is closed, even with few parallel calls, at %s',
  async (_, retryAfter) => {
    const seen = await runWithClosedGroups('--concurrency 4', retryAfter);
    const created = seen.filter(({ what, status }) => what === 'POST Users' && status === 201);
    expect(created).toHaveLength(GROUPS + 1);
    expect(Math.max(...created.map(({ at }) => at))).toBeLessThan(5000);
    const changed = seen.filter(({ what, status }) => what === 'PATCH Groups/S' && status === 200);
    expect(changed).toHaveLength(GROUPS);
  },
);

it('begins few changes whose quota is closed: each would be in doubt if the run was killed', async () => {
  const seen = await runWithClosedGroups('--concurrency 4', { 'retry-after': '1' });
  const reads = seen.filter(({ at, what }) => what === 'GET Groups/S' && at < CLOSED_FOR);
  expect(reads.length).toBeLessThan(GROUPS / 2);
});

it('keeps the order of the plan with --concurrency 1', async () => {
  const seen = await runWithClosedGroups('--concurrency 1', {});
  const written = seen.filter(({ what, status }) => !what.startsWith('GET') && status < 300);
  expect(written.map(({ what }) => what)).toEqual([
    'POST Users',
    ...Array.from({ length: GROUPS }, () => 'PATCH Groups/S'),
    ...Array.from({ length: GROUPS }, () => 'POST Users'),
  ]);
});
