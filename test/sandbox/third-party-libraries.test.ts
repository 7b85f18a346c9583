import fc from 'fast-check';
import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch';
import { filter as matcherOf, parse } from 'scim2-parse-filter';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { account, idOf, team } from '../support/organization-world.ts';
import { idIn, membersIn, objectsIn, openTestSandbox, patchOp, VERSIONS } from '../support/test-sandbox.ts';

const words = fc.constantFrom('ada', 'anna', 'bea', 'cook', 'an', 'a');
const users = [
  account('ada', { displayName: 'anna', title: 'cook' }),
  account('anna', { displayName: 'bea', title: 'ada', secondaryEmail: 'bea@home.example' }),
  account('bea', { displayName: 'cook', title: 'anna', active: false }),
  account('cook', { displayName: 'ada', title: 'bea' }),
];

/** Filters that SCIM §4.5 and the standard interpret alike; the stored values are in lower case. */
const { any: anyFilter } = fc.letrec<{ any: string; one: string; many: string }>((tie) => ({
  any: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('one'), tie('many')),
  one: fc.oneof(
    fc
      .record({
        attribute: fc.constantFrom('userName', 'displayName', 'Title', 'emails.value'),
        operator: fc.constantFrom('eq', 'co', 'sw', 'gt', 'ge', 'lt', 'le'),
        value: words,
      })
      .map(({ attribute, operator, value }) => `${attribute} ${operator} ${JSON.stringify(value)}`),
    fc.constantFrom('active eq true', 'active eq false', 'title pr'),
  ),
  many: fc
    .record({
      left: tie('any'),
      operator: fc.constantFrom('and', 'or'),
      right: tie('any'),
      isGroup: fc.boolean(),
    })
    .map(({ left, operator, right, isGroup }) => {
      const both = `${left} ${operator} ${right}`;
      return isGroup ? `(${both})` : both;
    }),
}));

describe.each(VERSIONS)('third-party filter library on %s', (version) => {
  it('SCIM §4.5: finds the same users in the full list as the sandbox', async () => {
    const service = await openTestSandbox({ version, users });
    const everybody = objectsIn((await service.read('/Users'))['Resources']);
    await fc.assert(
      fc.asyncProperty(anyFilter, async (text) => {
        const page = await service.read(`/Users?filter=${encodeURIComponent(text)}`);
        const theirs = everybody.filter(matcherOf(parse(text)));
        expect(objectsIn(page['Resources']).map(idIn)).toEqual(theirs.map(idIn));
      }),
      { numRuns: 300 },
    );
  });
});

const NAMES = ['ada', 'anna', 'bea', 'cook'] as const;
const entries = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })
  .map((names) => names.map((name) => ({ value: idOf(name) })));
const operation: fc.Arbitrary<ScimPatchOperation> = fc.oneof(
  entries.map((value) => ({ op: 'add' as const, path: 'members', value })),
  entries.map((value) => ({ op: 'replace' as const, path: 'members', value })),
  fc.constant({ op: 'remove' as const, path: 'members' }),
  fc.constantFrom('Cooks', 'Chefs').map((value) => ({ op: 'replace' as const, path: 'displayName', value })),
);

it('SCIM §4.6: changes a group with a third-party patch library like the sandbox', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 6 }), async (operations) => {
      const service = await openTestSandbox({
        version: '2.0',
        users: NAMES.map((name) => account(name)),
        groups: [team('ada')],
      });
      const before = await service.read('/Groups/S1');
      // The library starts with members as a client has read them; the service adds the display names.
      const members = membersIn(before).map((value) => ({ value }));
      const theirs = scimPatch(resourceOf({ ...before, members }), operations);
      const sent = operations.map((one): JsonObject => JSON.parse(JSON.stringify(one)));
      await service.patch('/Groups/S1', patchOp(...sent));
      const after = await service.read('/Groups/S1');
      expect(after['displayName']).toBe(theirs.displayName);
      expect(new Set(membersIn(after))).toEqual(new Set(theirs.members?.map(({ value }) => value)));
    }),
    { numRuns: 200 },
  );
});

interface Group extends ScimResource {
  displayName: string;
  members?: { value: string }[];
}

function resourceOf(group: JsonObject): Group {
  return JSON.parse(JSON.stringify(group));
}
