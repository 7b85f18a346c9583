import { describe, expect, it } from 'vitest';
import { identifier } from '../../src/sandbox/identifiers.ts';
import { Organization } from '../../src/sandbox/organization.ts';
import { EMPTY_SEED } from '../../src/sandbox/read-seed.ts';
import { applySeed } from '../../src/sandbox/seed-changes.ts';
import { account, group, organizationOf, SETTINGS } from '../support/organization-world.ts';
import { bodyOf, idIn, NOW, newGroup, newUser, openTestSandbox, VERSIONS } from '../support/test-sandbox.ts';

/** Organization from a snapshot: the accounts and groups with these numbers, without the deleted ones. */
const snapshot = (numbers: readonly number[]) => ({
  users: numbers.map((number) => ({ ...account(`user${number}`), id: identifier('W', number) })),
  groups: numbers.map((number) => group([], { id: identifier('S', number), displayName: `group${number}` })),
});

describe('IDs of new users and groups', () => {
  it.each([
    ['none is in use', [], [1, 2, 3]],
    ['those before are in use', [1, 2], [3, 4, 5]],
    ['the next is in use', [2], [3, 4, 5]],
    ['the next but one is in use', [3], [2, 4, 5]],
    ['several are in use, with gaps', [3, 4, 6], [5, 7, 8]],
  ])('are those of the next numbers: %s', async (_, used, expected) => {
    for (const version of VERSIONS) {
      const service = await openTestSandbox({ version, ...snapshot(used) });
      const ids = { users: [] as string[], groups: [] as string[] };
      for (const name of ['one', 'two', 'three']) {
        const email = { emails: [{ value: `${name}@x.example`, primary: true }] };
        ids.users.push(idIn(bodyOf(await service.post('/Users', newUser(version, name, email)))));
        ids.groups.push(idIn(bodyOf(await service.post('/Groups', newGroup(version, name)))));
      }
      expect(ids.users).toEqual(expected.map((number) => identifier('W', number)));
      expect(ids.groups).toEqual(expected.map((number) => identifier('S', number)));
      for (const number of used) {
        const { userName } = await service.read(`/Users/${identifier('W', number)}`);
        const { displayName } = await service.read(`/Groups/${identifier('S', number)}`);
        expect({ userName, displayName }).toEqual({
          userName: `user${number}`,
          displayName: `group${number}`,
        });
      }
    }
  });

  it('are not those of deleted groups', async () => {
    const service = await openTestSandbox(snapshot([2, 3]));
    await service.delete(`/Groups/${identifier('S', 3)}`);
    const created = await service.post('/Groups', newGroup('2.0', 'one'));
    expect(idIn(bodyOf(created))).toBe(identifier('S', 4));
  });

  it('are unused in a seed as well', () => {
    const organization = new Organization(SETTINGS);
    for (const change of organizationOf(snapshot([2]))) organization.change(change);
    applySeed(
      {
        ...EMPTY_SEED,
        users: [{ values: { userName: 'one' }, traits: {} }],
        groups: [{ displayName: 'one', members: ['user2'], traits: {} }],
      },
      organization,
      NOW,
    );
    expect([...organization.users()].map(({ id }) => id)).toEqual([2, 3].map((n) => identifier('W', n)));
    expect([...organization.groups()].map(({ id }) => id)).toEqual([2, 3].map((n) => identifier('S', n)));
  });

  it('start from the first number again after the organization was cleared', () => {
    const organization = new Organization(SETTINGS);
    for (const change of organizationOf(snapshot([2]))) organization.change(change);
    expect(organization.newUserId()).toBe(identifier('W', 3));
    organization.clear();
    for (const change of organizationOf(snapshot([1]))) organization.change(change);
    expect(organization.newUserId()).toBe(identifier('W', 2));
  });

  it('are found in an organization whose next numbers are all in use', () => {
    const [least, most] = [20_001, 40_000];
    const organization = new Organization(SETTINGS);
    const add = (id: string) => organization.change({ group: group([], { id, displayName: `group ${id}` }) });
    for (let number = least; number <= most; number += 1) add(identifier('S', number));
    for (let number = most + 1; number <= most + 20_000; number += 1) {
      const id = organization.newGroupId();
      expect(id).toBe(identifier('S', number));
      add(id);
    }
    expect(organization.groupCount).toBe(40_000);
  });
});
