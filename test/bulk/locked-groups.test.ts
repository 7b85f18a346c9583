import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type FaultySandbox, faultySandbox } from '../support/faulty-sandbox.ts';
import { account, group, organizationOf, TOKENS } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const NAMES = Array.from({ length: 24 }, (_, index) => `T${index}`);
const LOCKED = ['T0', 'T1'];

/** The response of the service while another update of the group is in progress (SCIM §8). */
const lockOf = (id: string) => ({
  method: 'PATCH',
  path: `*/Groups/${id}`,
  do: 'answer',
  status: 429,
  headers: { 'retry-after': '30' },
  body: { Errors: { description: 'resource_locked', code: 429 } },
  times: 1,
});

/** After this many idle turns of the event loop, no step is pending. */
const IDLE_TURNS = 10_000;

/** Waits until all groups but the locked ones are changed. @throws if progress stops before that */
async function othersChanged({ met, answered, audit }: FaultySandbox): Promise<void> {
  const others = NAMES.length - LOCKED.length;
  const seen = () => [met.length, answered.length, audit().length].join();
  let [idle, before] = [0, seen()];
  while (audit().length < others) {
    await setImmediate();
    const isWriting = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
    idle = isWriting || seen() !== before ? 0 : idle + 1;
    before = seen();
    if (idle === IDLE_TURNS)
      throw new Error(
        `${audit().length} of ${others} other groups are changed, and then all waits for the locks`,
      );
  }
}

it('waits for locked groups as long as Retry-After requires, without slowing other groups (SCIM §8)', async () => {
  const groups = NAMES.map((id) => group([], { id, displayName: id }));
  const service = await faultySandbox(
    organizationOf({ users: [account('ada')], groups }),
    LOCKED.map(lockOf),
  );
  const machine = freshMachine();
  const [file, events] = [machine.path('groups.csv'), machine.path('events.ndjson')];
  writeFileSync(file, `group,member\n${NAMES.map((name) => `${name},ada\n`).join('')}`);
  // A wait for a lock ends when all other groups are changed; a request takes ten milliseconds.
  let slept = 0;
  const clock = () => slept + service.met.length * 10;
  const waits: number[] = [];
  let stuck: unknown;
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
    await setImmediate();
    if (milliseconds >= 30_000)
      await othersChanged(service).catch((error: unknown) => {
        stuck = error;
      });
    slept += milliseconds;
  };
  const ran = await machine.orgctl(
    `--scim-url ${service.origin} --scim-version 2.0 bulk apply ${file} --yes --concurrency 2 --events ${events}`,
    { env: { ORGCTL_TOKEN: TOKENS.primaryOwner }, clock, sleep },
  );
  expect(stuck).toBeUndefined();
  expect(ran.exit).toBe(0);
  expect(service.audit()).toHaveLength(NAMES.length);
  const changes = service.met.filter(({ method }) => method === 'PATCH');
  expect(
    changes
      .slice(-LOCKED.length)
      .map(({ path }) => path.split('/').at(-1))
      .sort(),
  ).toEqual(LOCKED);
  // Only the locks caused waits: the rate of the other groups is unchanged.
  expect(waits.filter((wait) => wait >= 30_000)).toHaveLength(LOCKED.length);
  expect(waits.filter((wait) => wait > 0 && wait < 30_000)).toEqual([]);
  const throttled = readFileSync(events, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'throttled');
  expect(throttled).toMatchObject(LOCKED.map((id) => ({ resource: `Groups/${id}`, rates: 'changeGroup' })));
});
