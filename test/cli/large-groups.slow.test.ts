import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultyWorld } from '../support/faulty-world.ts';
import { account } from '../support/organization-world.ts';
import { VERSIONS } from '../support/test-sandbox.ts';

describe.each(VERSIONS)('SCIM §8: large groups over SCIM %s', (version) => {
  const people = Array.from({ length: 12_000 }, (_, index) => account(`u${index}`));

  it('adds 12,000 members by email, 5,000 per request, and clears the group', async () => {
    const { machine, orgctl, sandbox, organization } = await faultyWorld({ version, users: people });
    const sizes = (from = 0) =>
      sandbox.met
        .slice(from)
        .flatMap(({ method, body }) => (method === 'GET' ? [] : [usersNamedIn(JSON.parse(body))]));
    writeFileSync(machine.path('all.txt'), people.map(({ values }) => values.email).join('\n'));
    const created = await orgctl(
      `scim groups create Everyone --members-file ${machine.path('all.txt')} --query id`,
    );
    expect(created).toMatchObject({ exit: 0 });
    expect(created.stderr).toContain('12,000 users in 3 calls');
    expect(created.stderr).toContain('with 12,000 members');
    // The group is created first, so that the request that must not be repeated is small.
    expect(sizes()).toEqual([0, 5000, 5000, 2000]);
    const id = JSON.parse(created.stdout);
    expect(organization.group(id)?.members).toHaveLength(12_000);
    const before = sandbox.met.length;
    const cleared = await orgctl(
      'scim groups members clear Everyone --yes --max-remove-members 100% --query members',
    );
    expect(cleared).toMatchObject({ exit: 0, stdout: '[]\n' });
    // One request removes all members and names none.
    expect(sizes(before)).toEqual([0]);
  });

  it('reports the members of the new group if a later request is refused', async () => {
    const { machine, orgctl, organization } = await faultyWorld({
      version,
      users: [...people.slice(0, 8), account('gone', {}, { isSingleChannelGuest: true })],
    });
    writeFileSync(machine.path('some.txt'), [...people.slice(0, 8).map(({ id }) => id), 'WGONE'].join('\n'));
    const ran = await orgctl(
      `scim groups create Crew --members-file ${machine.path('some.txt')} --batch-size 5`,
    );
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    const [crew] = [...organization.groups()];
    expect(crew?.members).toHaveLength(5);
    expect(ran.stderr).toContain(`warning: Crew (${crew?.id}) has 5 members now\n`);
    expect(ran.stderr).toContain('; 2 of 3 changes were made [unable');
    expect(ran.stderr).toMatch(/hint: undo them: orgctl .*undo \S+ --max-delete-groups 1\n/);
    expect(ran.stderr).not.toContain('to undo this');
  });
});

it('SCIM §8: refuses to replace a group with more members than one request may have', async () => {
  const { machine, orgctl } = await faultyWorld({ groups: [] });
  const ids = Array.from({ length: 15_001 }, (_, index) => `W${index}0`);
  writeFileSync(machine.path('all.txt'), ids.join('\n'));
  const ran = await orgctl(`scim groups replace Crew --members-file ${machine.path('all.txt')}`);
  expect(ran).toMatchObject({ exit: 5, stdout: '' });
  expect(ran.stderr).toContain('15,001 members are more than one request may contain [too_many_users]');
});

function usersNamedIn(body: JsonObject): number {
  const { members, Operations: operations } = body;
  if (Array.isArray(members)) return members.length;
  if (!Array.isArray(operations)) return 0;
  return operations.reduce((sum: number, operation) => {
    const value =
      typeof operation === 'object' && operation !== null && 'value' in operation
        ? operation.value
        : undefined;
    return sum + (Array.isArray(value) ? value.length : 0);
  }, 0);
}
