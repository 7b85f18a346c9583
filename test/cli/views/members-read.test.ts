import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GROUP_VIEW } from '../../../src/cli/views/group-view.ts';
import { USER_VIEW } from '../../../src/cli/views/user-view.ts';
import type { View } from '../../../src/output/view.ts';
import { readGroup } from '../../../src/scim/group.ts';
import { readUser } from '../../../src/scim/user.ts';
import { isMemberOf } from '../../../src/scim/user-members.ts';
import type { Json, JsonObject } from '../../../src/spec/protocol-types.ts';
import { ENTERPRISE_STRINGS, PLAIN_STRINGS } from '../../../src/spec/scim-schemas.ts';

const text = fc.constantFrom('', 'a', 'b@x.example', '2026-01-02T03:04:05Z');
const entries = fc.array(
  fc.record(
    { value: text, type: fc.constantFrom('work', 'mobile'), primary: fc.boolean() },
    { requiredKeys: [] },
  ),
  { maxLength: 3 },
);
const strings = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, text])), { requiredKeys: [] });
const user = fc
  .tuple(
    strings(['id', 'userName', 'nickName', 'profileUrl', 'displayName', ...PLAIN_STRINGS]),
    fc.record(
      {
        name: strings(['givenName', 'familyName', 'honorificPrefix']),
        active: fc.boolean(),
        emails: entries,
        phoneNumbers: entries,
        photos: entries,
        roles: entries,
        addresses: fc.array(strings(['streetAddress', 'locality', 'region', 'postalCode', 'country'])),
        groups: fc.array(fc.record({ value: text, display: text })),
        meta: strings(['created', 'location']),
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': strings([...ENTERPRISE_STRINGS]),
        'urn:scim:schemas:extension:service:guest:1.0': fc.record({
          type: fc.constantFrom('multi', null),
          expiration: text,
        }),
        'URN:ietf:params:scim:schemas:extension:service:profile:2.0:User': strings(['startDate']),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([plain, rest]): JsonObject => JSON.parse(JSON.stringify({ ...plain, ...rest })));
const group = fc
  .record(
    {
      id: text,
      displayName: text,
      members: fc.array(fc.record({ value: text, display: text })),
      meta: strings(['created']),
    },
    { requiredKeys: [] },
  )
  .map((one): JsonObject => JSON.parse(JSON.stringify(one)));

/** Expects each column to have the same value for a resource reduced to the members of the column. */
function expectOwnMembersToDo<Row>(
  resource: JsonObject,
  view: View<Row>,
  read: (resource: { readonly [name: string]: Json }) => Row,
): void {
  for (const { name, value, members } of view.columns) {
    const own = new Set(members);
    const part = Object.fromEntries(Object.entries(resource).filter(([member]) => isMemberOf(own, member)));
    expect([name, value(read(part))]).toEqual([name, value(read(resource))]);
  }
}

describe('members declared by a column', () => {
  it('exist for every column', () => {
    const columns = [...USER_VIEW.columns, ...GROUP_VIEW.columns];
    expect(columns.filter(({ members }) => members === undefined)).toEqual([]);
  });

  it.each(['1.1', '2.0'] as const)('are all it reads from a user of SCIM %s', (version) => {
    fc.assert(
      fc.property(user, (resource) =>
        expectOwnMembersToDo(resource, USER_VIEW, (one) => readUser(one, { version, vendor: 'service' })),
      ),
    );
  });

  it('are all it reads from a group', () => {
    fc.assert(fc.property(group, (resource) => expectOwnMembersToDo(resource, GROUP_VIEW, readGroup)));
  });
});
