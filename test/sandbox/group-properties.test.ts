import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isScimErrorCode } from '../../src/rules/error-code.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { account, idOf, team } from '../support/organization-world.ts';
import {
  attributes,
  membersIn,
  newGroup,
  openTestSandbox,
  outcome,
  PATCH_OP,
  patchOp,
  type TestService,
  URNS,
} from '../support/test-sandbox.ts';

const NAMES = ['ada', 'bo', 'cy', 'di'] as const;
const users = NAMES.map((name) => account(name));
const person = fc.constantFrom(...NAMES).map(idOf);
const people = fc.uniqueArray(person, { maxLength: 4 });

/** A change of the members in the PATCH dialect of either version. */
interface Step {
  readonly kind: 'add' | 'remove' | 'set' | 'removeByPath' | 'clear';
  readonly ids: readonly string[];
  readonly isV1: boolean;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('add', 'remove', 'set', 'removeByPath', 'clear'),
  ids: people,
  isV1: fc.boolean(),
});

function send(service: TestService, { kind, ids, isV1 }: Step) {
  const values = ids.map((value) => ({ value }));
  const own = service.with({ version: isV1 ? '1.1' : '2.0' });
  const patchV1 = (body: JsonObject) => own.patch('/Groups/S1', attributes('1.1', body));
  const patchV2 = (...operations: readonly JsonObject[]) => own.patch('/Groups/S1', patchOp(...operations));
  switch (kind) {
    case 'set':
      return own.put('/Groups/S1', newGroup(own.version, 'Team', ids));
    case 'add':
      return isV1 ? patchV1({ members: values }) : patchV2({ op: 'add', path: 'members', value: values });
    case 'clear':
      return isV1
        ? patchV1({ meta: { attributes: ['members'] } })
        : patchV2({ op: 'remove', path: 'members' });
    case 'remove':
    case 'removeByPath':
      if (isV1) return patchV1({ members: values.map((member) => ({ ...member, operation: 'delete' })) });
      return patchV2(...ids.map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` })));
  }
}

/** The expected members after a step; removing a user who is not a member is allowed. */
function expected(members: ReadonlySet<string>, { kind, ids }: Step): ReadonlySet<string> {
  if (kind === 'set') return new Set(ids);
  if (kind === 'clear') return new Set();
  if (kind === 'add') return new Set([...members, ...ids]);
  return new Set([...members].filter((id) => !ids.includes(id)));
}

it('SCIM §4.6: applies member changes of both dialects in any order like changes of a set', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const service = await openTestSandbox({ users, groups: [team('ada')] });
      let members: ReadonlySet<string> = new Set(['WADA']);
      for (const taken of steps) {
        expect((await send(service, taken)).status).toBeLessThan(300);
        members = expected(members, taken);
        const group = await service.read('/Groups/S1');
        expect([...membersIn(group)].toSorted()).toEqual([...members].toSorted());
        for (const { id } of users)
          expect((await service.read(`/Users/${id}`))['groups']).toHaveLength(members.has(id) ? 1 : 0);
      }
    }),
    { numRuns: 60 },
  );
});

const anything = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 2, arbitrary: people.map((ids) => ids.map((value) => ({ value }))) },
  fc.constantFrom('members', 'displayName', 'members[value eq WADA]', 'members[', 'remove', 'add', 'replace'),
);
const body = fc.record(
  {
    schemas: fc.oneof(fc.constant([URNS['2.0'].group]), fc.constant([PATCH_OP]), anything),
    displayName: anything,
    members: anything,
    meta: fc.oneof(anything, fc.record({ attributes: anything })),
    Operations: fc.oneof(
      anything,
      fc.array(fc.record({ op: anything, path: anything, value: anything }, { requiredKeys: [] })),
    ),
  },
  { requiredKeys: [] },
);

it('SCIM §7: applies any group request or refuses it with a documented code and without changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('1.1', '2.0'),
      fc.constantFrom('post', 'put', 'patch'),
      fc.oneof(body, fc.jsonValue({ maxDepth: 1 })),
      async (version, method, sent) => {
        const service = await openTestSandbox({ version, users, groups: [team('ada', 'bo')] });
        const before = (await service.get('/Groups')).text;
        const json = JSON.parse(JSON.stringify(sent));
        const answer = await service[method](method === 'post' ? '/Groups' : '/Groups/S1', json);
        if (answer.status < 300) return;
        const [, code = ''] = outcome(answer).split(' ');
        expect(isScimErrorCode(code)).toBe(true);
        expect((await service.get('/Groups')).text).toBe(before);
      },
    ),
    { numRuns: 400 },
  );
});
