import { describe, expect, it } from 'vitest';
import { SCIM_RATES } from '../../src/spec/limits.ts';
import { account, team } from '../support/organization-world.ts';
import {
  type Answer,
  NOW,
  newGroup,
  newUser,
  openTestSandbox,
  outcome,
  type TestService,
  VERSIONS,
} from '../support/test-sandbox.ts';

const users = Array.from({ length: 250 }, (_, index) => account(`p${index}`));

/** The documented quotas of OBSERVED §8, copied by hand: the request, the burst and the number per minute. */
const QUOTAS: readonly (readonly [
  name: string,
  burst: number,
  perMinute: number,
  refusal: string,
  call: (service: TestService, number: number) => Promise<Answer>,
])[] = [
  ['reads', 1000, 1000, 'too_many_requests', (service) => service.get('/Users?count=1')],
  ['GET of one user', 300, 300, 'too_many_requests', (service) => service.get('/Users/WP0')],
  ['GET of one group', 300, 300, 'too_many_requests', (service) => service.get('/Groups/S1')],
  [
    'POST of users',
    20,
    180,
    'too_many_requests',
    (service, number) => service.post('/Users', newUser(service.version, `new${number}`)),
  ],
  [
    'PUT of users',
    20,
    180,
    'too_many_requests',
    (service, number) =>
      service.put(`/Users/WP${number % 250}`, newUser(service.version, `p${number % 250}`)),
  ],
  [
    'DELETE of users',
    20,
    180,
    'too_many_requests',
    (service, number) => service.delete(`/Users/WP${number % 250}`),
  ],
  [
    'POST of groups',
    20,
    180,
    'too_many_requests',
    (service) => service.post('/Groups', newGroup(service.version, 'New')),
  ],
  [
    'PUT of groups',
    80,
    180,
    'resource_locked',
    (service) => service.put('/Groups/S1', newGroup(service.version, 'Team')),
  ],
];

/** Returns the number of requests before the first refusal, and that refusal. */
async function untilRefused(call: (number: number) => Promise<Answer>): Promise<[number, Answer]> {
  for (let passed = 0; ; passed += 1) {
    const answer = await call(passed);
    if (answer.status === 429) return [passed, answer];
    if (passed > 2000) throw new Error('never refused');
  }
}

describe.each(VERSIONS)('SCIM §8: the documented quotas on %s', (version) => {
  it.each(QUOTAS)(
    'SCIM §8: allows %s: %i at once, %i per minute',
    async (_, burst, perMinute, code, call) => {
      let now = NOW;
      const service = await openTestSandbox({
        version,
        users,
        groups: [team()],
        limits: SCIM_RATES,
        now: () => now,
      });
      const [atOnce, refused] = await untilRefused((number) => call(service, number));
      expect([atOnce, outcome(refused)]).toEqual([burst, `429 ${code}`]);
      expect(refused.headers['retry-after']).toBe('1');
      now += 10_000;
      const [later] = await untilRefused((number) => call(service, 2000 + number));
      expect(later).toBe(Math.min(burst, Math.floor(perMinute / 6)));
    },
  );

  it('SCIM §8: shares one quota of 180 at once among all writes', async () => {
    const limits = { write: SCIM_RATES.write };
    const service = await openTestSandbox({ version, users, groups: [team()], limits, now: () => NOW });
    const calls = QUOTAS.slice(3).map(([, , , , call]) => call);
    const [passed] = await untilRefused(
      async (number) => calls[number % calls.length]?.(service, number) ?? service.get('/Users'),
    );
    expect(passed).toBe(180);
    expect(outcome(await service.get('/Users'))).toBe('200');
  });

  it('SCIM §8: charges no other quota for a refused request', async () => {
    const limits = { write: { perMinute: 60, burst: 3 }, createUser: { perMinute: 60, burst: 1 } };
    const service = await openTestSandbox({ version, users, limits, now: () => NOW });
    const create = (name: string) => service.post('/Users', newUser(version, name));
    const outcomes = [await create('a'), await create('b'), await create('c'), await create('d')];
    expect(outcomes.map(({ status }) => status)).toEqual([201, 429, 429, 429]);
    expect([
      (await service.delete('/Users/WP0')).status,
      (await service.delete('/Users/WP1')).status,
    ]).not.toContain(429);
    expect((await service.delete('/Users/WP2')).status).toBe(429);
  });

  it('SCIM §8: gives the time to the next request in whole seconds', async () => {
    let now = NOW;
    const limits = { readOne: { perMinute: 4, burst: 1 } };
    const service = await openTestSandbox({ version, users, limits, now: () => now });
    await service.get('/Users/WP0');
    expect((await service.get('/Users/WP0')).headers['retry-after']).toBe('15');
    now += 14_000;
    expect((await service.get('/Users/WP0')).headers['retry-after']).toBe('1');
    now += 1000;
    expect((await service.get('/Users/WP0')).status).toBe(200);
  });

  it('SCIM §8: refuses nothing without quotas; an organization may set its own', async () => {
    const free = await openTestSandbox({ version, users });
    for (let number = 0; number < 400; number += 1) expect((await free.get('/Users/WP0')).status).toBe(200);
    const settings = { limits: { readOne: { perMinute: 1, burst: 2 } } };
    const own = await openTestSandbox({ version, users, settings });
    const [passed] = await untilRefused(() => own.get('/Users/WP0'));
    expect(passed).toBe(2);
  });
});
