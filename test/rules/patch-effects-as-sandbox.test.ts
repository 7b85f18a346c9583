import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupPatchEffect } from '../../src/rules/group-patch-effect.ts';
import { userPatchEffect } from '../../src/rules/user-patch-effect.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account, idOf, team } from '../support/organization-world.ts';
import { membersIn, openTestSandbox, PATCH_OP, URNS, VERSIONS } from '../support/test-sandbox.ts';

// Guards check a hand-written PATCH before it is sent. They must predict every change that the service then
// makes, as an effect or as unclear.

const NAMES = ['ada', 'bo', 'cy', 'di'] as const;
const BEFORE = ['ada', 'bo'] as const;
const users = NAMES.map((name) => account(name));
const person = fc.constantFrom(...NAMES).map(idOf);
const RUNS = { numRuns: Number(process.env['ORGCTL_TEST_RUNS'] ?? 300) };

const verb = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('add', 'Add', 'replace', 'REPLACE', 'remove', 'Remove') },
  fc.constantFrom('delete', 'move'),
);
const spelled = (text: string) => fc.constantFrom<string>(text, text.toUpperCase(), `${text} `, ` ${text}`);
const entry: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: person.map((value) => ({ value })) },
  person.map((value) => ({ Value: value })),
  person.map((value) => ({ value, operation: 'delete' })),
  person.map((value) => ({ value, type: 'User', display: 'someone' })),
  { weight: 1, arbitrary: fc.oneof(person, fc.constant(null)) },
);
const memberValue: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: fc.array(entry, { maxLength: 3 }) },
  entry,
);

const memberPath = fc.oneof(
  spelled('members'),
  spelled(`${URNS['2.0'].group}:members`),
  fc.tuple(fc.constantFrom('eq', 'ne', 'sw', 'EQ'), person).map(([op, id]) => `members[value ${op} "${id}"]`),
  fc.tuple(person, person).map(([one, other]) => `members[value eq "${one}" or value eq "${other}"]`),
  fc.constantFrom(...NAMES).map((name) => `members[display eq "${name}"]`),
  fc.constantFrom('members.value', 'members[', 'members[value pr]', 'members[type eq "User"]', 'members[]'),
);

const groupOperation: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      { op: verb, path: memberPath, value: memberValue },
      { requiredKeys: ['op', 'path'] },
    ),
  },
  fc.record({ op: verb, path: spelled('displayName'), value: fc.constantFrom('Crew', '', 7) }),
  fc.record({
    op: verb,
    value: fc.record({ members: memberValue, displayName: fc.constant('Crew') }, { requiredKeys: [] }),
  }),
  fc.record({
    op: verb,
    path: fc.constantFrom('id', 'externalId', 'schemas', 'owner', ''),
    value: fc.constant('x'),
  }),
);

const groupBody: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(groupOperation, { minLength: 1, maxLength: 3 }).map((Operations) => ({ Operations })),
  },
  fc.record(
    {
      members: memberValue,
      displayName: fc.constant('Crew'),
      meta: fc.record({ attributes: fc.subarray<Json>(['members', 'Members', 'displayName']) }),
    },
    { requiredKeys: [] },
  ),
);

const withSchemas = (body: JsonObject, resource: string): JsonObject => ({
  schemas: ['Operations' in body ? PATCH_OP : resource],
  ...body,
});

describe.each(VERSIONS)('predicted effect of a hand-written PATCH (SCIM %s)', (version) => {
  it('covers every change the sandbox applies to a group', async () => {
    await fc.assert(
      fc.asyncProperty(groupBody, async (body) => {
        const service = await openTestSandbox({ users, groups: [team(...BEFORE)] });
        const own = service.with({ version });
        const before = await own.read('/Groups/S1');
        const effect = groupPatchEffect(body, new Map(BEFORE.map((name) => [idOf(name), name])));
        const answer = await own.patch('/Groups/S1', withSchemas(body, URNS[version].group));
        if (answer.status >= 300 || effect.unclear.length > 0) return;
        const after = await own.read('/Groups/S1');
        const [were, are] = [membersIn(before).map(String), membersIn(after).map(String)];
        expect(were.filter((id) => !are.includes(id) && !effect.leaving.includes(id))).toEqual([]);
        expect(are.filter((id) => !were.includes(id) && !effect.joining.includes(id))).toEqual([]);
        if (are.length === 0) expect(effect.isEmptied).toBe(true);
        if (after['displayName'] !== before['displayName'])
          expect(effect.names).toContain(String(after['displayName']));
      }),
      RUNS,
    );
  });

  it('covers every change the sandbox applies to a user', async () => {
    const { enterprise, guest } = URNS[version];
    const flag = fc.constantFrom<Json>(true, false, 'true', 'False', 'no', null, 0);
    const manager: fc.Arbitrary<Json> = fc.oneof(
      person,
      person.map((value) => ({ value })),
      person.map((managerId) => ({ managerId })),
    );
    const text = fc.constantFrom<Json>('eva', 'zoe', '', null);
    const emails: fc.Arbitrary<Json> = fc.constantFrom<Json>(
      'new@x.example',
      [{ value: 'new@x.example', primary: true }],
      { value: 'new@x.example' },
    );
    const attribute: fc.Arbitrary<readonly [string, Json]> = fc.oneof(
      fc.tuple(spelled('active'), flag),
      fc.tuple(spelled('userName'), text),
      fc.tuple(spelled('nickName'), text),
      fc.tuple(
        fc.constantFrom<string>('emails', 'emails[primary eq true]', 'emails[type eq "work"].value'),
        emails,
      ),
      fc.tuple(fc.constantFrom(`${enterprise}:manager`, `${enterprise}.manager`, 'manager'), manager),
      fc.tuple(
        fc.constant(enterprise),
        manager.map((one) => ({ manager: one })),
      ),
      fc.tuple(
        fc.constantFrom(guest, `${guest}:type`),
        fc.constantFrom<Json>({ type: 'multi' }, 'multi', null),
      ),
      fc.tuple(fc.constantFrom('title', 'id', 'schemas', 'nothing'), fc.constant<Json>('x')),
    );
    const operation = fc.oneof(
      fc.tuple(verb, attribute).map(([op, [path, value]]) => ({ op, path, value })),
      fc
        .tuple(verb, fc.array(attribute, { maxLength: 2 }))
        .map(([op, some]) => ({ op, value: Object.fromEntries(some) })),
    );
    const body: fc.Arbitrary<JsonObject> = fc.oneof(
      fc.array(operation, { minLength: 1, maxLength: 3 }).map((Operations): JsonObject => ({ Operations })),
      fc.array(attribute, { maxLength: 3 }).map((some): JsonObject => Object.fromEntries(some)),
    );
    const managerOf = (user: JsonObject) => JSON.stringify(user[enterprise] ?? null);
    await fc.assert(
      fc.asyncProperty(body, async (written) => {
        const service = await openTestSandbox({ users });
        const own = service.with({ version });
        const path = `/Users/${idOf('ada')}`;
        const before = await own.read(path);
        const effect = userPatchEffect([written]);
        const answer = await own.patch(path, withSchemas(written, URNS[version].user));
        if (answer.status >= 300 || effect.unclear.length > 0) return;
        const after = await own.read(path);
        if (after['active'] !== before['active'])
          expect(effect.active === after['active'] || effect.guest !== undefined).toBe(true);
        if ((after[guest] === undefined) !== (before[guest] === undefined))
          expect(effect.guest).toBe(after[guest] !== undefined);
        if (after['userName'] !== before['userName'])
          expect(effect.names).toContain(String(after['userName']));
        if (managerOf(after) !== managerOf(before) && managerOf(after).includes('manager'))
          expect(effect.managers.some((id) => String(managerOf(after)).includes(id))).toBe(true);
      }),
      RUNS,
    );
  });
});
