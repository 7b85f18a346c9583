import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { account } from '../support/organization-world.ts';
import {
  type Answer,
  bodyOf,
  objectsIn,
  openTestSandbox,
  outcome,
  patchOp,
  shortNames,
  type TestService,
  URNS,
  VERSIONS,
} from '../support/test-sandbox.ts';
import { type Step, step } from '../support/user-arbitraries.ts';

const ada = account('ada', { title: 'Countess' });

/**
 * Outcomes allowed for a valid request: success, a userName or email of another user, or a duplicate email.
 */
const EXPECTED = ['200', '201', '204', '409 username_taken', '409 email_taken', '400 emails_invalid'];

async function everybody(service: TestService): Promise<readonly JsonObject[]> {
  return objectsIn((await service.read('/Users?count=1000'))['Resources']);
}

async function take(service: TestService, taken: Step): Promise<Answer> {
  const own = service.with({ version: taken.version });
  if (taken.does === 'create') return own.post('/Users', taken.body);
  const users = await everybody(own);
  const path = `/Users/${users[taken.who % users.length]?.['id']}`;
  if (taken.does === 'patch') return own.patch(path, taken.body);
  if (taken.does === 'delete') return own.delete(path);
  return own.put(path, await own.read(path));
}

function duplicates(names: readonly (Json | undefined)[]): readonly (Json | undefined)[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

it('SCIM §2.1: keeps names and emails unique, nickName mirrored and entries limited for any valid requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const service = await openTestSandbox({ users: [ada] });
      for (const taken of steps) {
        expect(EXPECTED).toContain(outcome(await take(service, taken)));
        const users = await everybody(service);
        const addresses = users.flatMap((user) => objectsIn(user['emails']).map(({ value }) => value));
        expect(duplicates(users.map((user) => user['userName']))).toEqual([]);
        expect(
          duplicates(addresses.filter((value) => value !== '').map((value) => String(value).toLowerCase())),
        ).toEqual([]);
        for (const user of users) {
          expect(user['nickName']).toBe(user['userName']);
          expect(user['userName']).toMatch(/^[a-z0-9._-]{1,21}$/);
          expect(objectsIn(user['emails'])[0]?.['value']).toMatch(/@/);
          for (const [attribute, most] of [
            ['emails', 2],
            ['phoneNumbers', 2],
            ['photos', 1],
            ['addresses', 1],
            ['roles', 1],
          ] as const) {
            expect(objectsIn(user[attribute]).length).toBeLessThanOrEqual(most);
          }
        }
      }
    }),
    { numRuns: runsOf(30) },
  );
});

it('SCIM §4.3 rule 8: a read returns the same as the PATCH response, except for the photo', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      const service = await openTestSandbox({ users: [ada] });
      for (const taken of steps) {
        const answer = await take(service, taken);
        if (answer.status !== 200 || answer.body === undefined) continue;
        const { photos: _, ...shown } = answer.body;
        const { photos: __, ...read } = await service.with(taken).read(`/Users/${answer.body['id']}`);
        expect(read).toEqual(shown);
      }
    }),
    { numRuns: runsOf(30) },
  );
});

it('SCIM §4.4: changes nothing if a PUT sends back a GET response, for any user', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const service = await openTestSandbox({ users: [ada] });
      for (const taken of steps) await take(service, taken);
      for (const version of VERSIONS) {
        const own = service.with({ version });
        const before = await everybody(own);
        for (const user of before) expect(bodyOf(await own.put(`/Users/${user['id']}`, user))).toEqual(user);
        expect(await everybody(own)).toEqual(before);
      }
    }),
    { numRuns: runsOf(30) },
  );
});

it('SCIM §9: both versions return the same user, under their own URNs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const service = await openTestSandbox({ users: [ada] });
      for (const taken of steps) await take(service, taken);
      const [v1, v2] = await Promise.all(
        VERSIONS.map(async (version) => {
          const users = await everybody(service.with({ version }));
          return users.map((user) => ({ ...shortNames(user, version), meta: null }));
        }),
      );
      expect(v2).toEqual(v1);
    }),
    { numRuns: runsOf(30) },
  );
});

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json),
  fc.constantFrom<Json>('__proto__', 'constructor', 'W0', ' ', '@', '🍳', 'x'.repeat(5000)),
);
const anyName = fc.oneof(
  fc.constantFrom(
    ...[
      'schemas',
      'Operations',
      'userName',
      'nickName',
      'name',
      'emails',
      'phoneNumbers',
      'photos',
      'addresses',
    ],
    ...[
      'roles',
      'groups',
      'active',
      'meta',
      'id',
      'title',
      'password',
      '__proto__',
      'constructor',
      'toString',
    ],
    ...Object.values(URNS['1.1']),
    ...Object.values(URNS['2.0']),
  ),
  fc.string({ maxLength: 5 }),
);
const anyBody = fc
  .array(fc.tuple(anyName, anyValue), { maxLength: 6 })
  .map((pairs): JsonObject => ({ schemas: ['x'], ...Object.fromEntries(pairs) }));
const anyPath = fc
  .tuple(
    anyName,
    fc.constantFrom('', '[value eq "x"]', '[type eq work]', '[', '[]', '[primary pr]', ':', '.'),
    fc.constantFrom('', '.value', ':manager', '.expiration', '.__proto__', '..'),
  )
  .map((parts) => parts.join(''));
const anyOperation = fc
  .tuple(fc.constantFrom('add', 'replace', 'remove', 'move'), anyPath, anyValue)
  .map(([op, path, value]): JsonObject => ({ op, path, value }));

it('SCIM §7: answers any JSON with success or an error code and changes nothing if it refuses', async () => {
  const bodies = fc.oneof(
    anyBody,
    fc.array(anyOperation, { maxLength: 3 }).map((operations) => patchOp(...operations)),
    fc
      .array(anyName, { maxLength: 3 })
      .map((paths): JsonObject => ({ schemas: ['x'], meta: { attributes: paths } })),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...VERSIONS), bodies, async (version, body) => {
      const service = await openTestSandbox({ version, users: [ada] });
      for (const send of [service.post, service.put, service.patch]) {
        const before = await everybody(service);
        const answer = await send(send === service.post ? '/Users' : '/Users/WADA', body);
        expect(outcome(answer)).toMatch(/^(200|201|4\d\d [a-zA-Z_]+)$/);
        if (answer.status >= 400) expect(await everybody(service)).toEqual(before);
      }
    }),
    { numRuns: runsOf(150) },
  );
});
