import { describe, expect, it } from 'vitest';
import type { ChangeOf } from '../../src/bulk/plan/change.ts';
import { createGroupOnce, reconcileGroup } from '../../src/bulk/run/create-group-once.ts';
import type { Outcome } from '../../src/bulk/run/journal-record.ts';
import type { SendContext } from '../../src/bulk/run/send-context.ts';
import { READ_LAG } from '../../src/scim/reconcile-create.ts';
import { changeId } from '../../src/values/ids.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { account, team } from '../support/organization-world.ts';
import { NOW } from '../support/test-sandbox.ts';

const CREW: ChangeOf<'createGroup'> = {
  kind: 'createGroup',
  id: changeId('c'),
  line: 2,
  name: 'Crew',
  after: [],
};
const at = (milliseconds: number) => new Date(NOW + milliseconds).toISOString();

/** A machine that creates the group "Crew", and the actions of another machine in between. */
async function machine(isShared = true) {
  const world = await bulkWorld({ users: [account('ann')], version: '2.0' });
  const { organization } = world.service.sandbox;
  const slept: number[] = [];
  let onSleep = () => {};
  const context: SendContext = {
    scim: world.scim,
    serverNow: () => NOW,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      onSleep();
    },
    readSecrets: () => ({}),
    createdId: () => '',
    isShared,
  };
  const put = (id: string, age = 0, members: readonly string[] = []) =>
    organization.change({ group: { ...team(...members), id, displayName: 'Crew', created: at(-age) } });
  const remove = (id: string) => organization.change({ deletedGroup: id });
  let creations = 0;
  /** @param made creates groups after the creation was sent and returns the ID of its own group */
  const create = (made: (count: number) => string) =>
    createGroupOnce(CREW, context, { isOpen: false }, async () => {
      creations += 1;
      const id = made(creations);
      return { state: 'succeeded', id, name: 'Crew' } satisfies Outcome;
    });
  return {
    put,
    remove,
    create,
    context,
    slept,
    creations: () => creations,
    whenAsleep: (act: () => void) => {
      onSleep = act;
    },
    groups: () => [...organization.groups()].map(({ id }) => id).sort(),
  };
}

describe('creating one group from several machines', () => {
  it('creates the group once if no other machine does', async () => {
    const { put, create, groups, slept } = await machine();
    const outcome = await create(() => {
      put('S5');
      return 'S5';
    });
    expect(outcome).toMatchObject({ state: 'succeeded', id: 'S5' });
    expect([groups(), slept]).toEqual([['S5'], []]);
  });

  it.each<[string, string, number, readonly string[], readonly string[]]>([
    ['deletes its own group if another one is older', 'S9', 1000, [], ['S9']],
    ['deletes its own group if another was created in the same second', 'S9', 0, [], ['S9']],
    ['deletes its own group if one created in the same second has a smaller ID', 'S1', 0, [], ['S1']],
    ['keeps its own group if the other one is younger', 'S1', -1000, [], ['S1', 'S5']],
    ['keeps its own group if it has members', 'S1', 1000, ['ann'], ['S1', 'S5']],
  ])('%s', async (_, other, age, members, left) => {
    const { put, create, groups } = await machine();
    const outcome = await create(() => {
      put('S5', 0, members);
      put(other, age);
      return 'S5';
    });
    expect(groups()).toEqual(left);
    expect(outcome).toMatchObject(left.includes('S5') ? { id: 'S5' } : { id: other, how: 'already' });
  });

  it('uses the existing group if its own is gone', async () => {
    const { put, create, groups } = await machine();
    const outcome = await create(() => {
      put('S9');
      return 'S5';
    });
    expect(outcome).toMatchObject({ id: 'S9', how: 'already' });
    expect(groups()).toEqual(['S9']);
  });

  it.each([
    ['S9', 5, ['S5']],
    ['S1', 6, ['S5']],
  ])(
    'keeps the smaller ID of two machines that yield to each other, after five tries: other is %s',
    async (other, creations, left) => {
      const { put, remove, create, groups, whenAsleep, creations: made } = await machine();
      whenAsleep(() => remove(other));
      const outcome = await create((count) => {
        put('S5');
        if (count <= 5) put(other);
        return 'S5';
      });
      expect(outcome).toMatchObject({ id: 'S5' });
      expect(made()).toBe(creations);
      if (other === 'S9') remove('S9');
      expect(groups()).toEqual(left);
    },
  );

  it('waits for a different time on each machine before it retries', async () => {
    const waits = await Promise.all(
      ['S5', 'S6', 'S7'].map(async (own) => {
        const { put, remove, create, slept, whenAsleep } = await machine();
        whenAsleep(() => remove('S9'));
        await create((count) => {
          put(own);
          if (count === 1) put('S9');
          return own;
        });
        return slept[0] ?? -1;
      }),
    );
    expect(new Set(waits).size).toBe(3);
    expect(waits.every((wait) => wait >= 0 && wait < READ_LAG)).toBe(true);
  });

  it('returns a refusal unchanged', async () => {
    const { context } = await machine();
    const refused: Outcome = { state: 'failed', code: 'x', message: 'no' };
    expect(await createGroupOnce(CREW, context, { isOpen: false }, async () => refused)).toBe(refused);
  });
});

describe('existing group of the same name', () => {
  it.each([
    [2 * READ_LAG + 1, []],
    [2 * READ_LAG, []],
    [2 * READ_LAG - 1, [2 * READ_LAG]],
    [0, [2 * READ_LAG]],
  ])('is used, after a wait if it is recent: %i ms old', async (age, waits) => {
    const { put, create, slept, creations } = await machine();
    put('S9', age);
    expect(await create(() => 'S5')).toMatchObject({ id: 'S9', how: 'already' });
    expect([slept, creations()]).toEqual([waits, 0]);
  });

  it('is created anew if it is gone after the wait', async () => {
    const { put, remove, create, whenAsleep } = await machine();
    put('S9', 0);
    whenAsleep(() => remove('S9'));
    const outcome = await create(() => {
      put('S5');
      return 'S5';
    });
    expect(outcome).toEqual({ state: 'succeeded', id: 'S5', name: 'Crew' });
  });

  it('is refused if several groups have the name', async () => {
    const { put, create } = await machine();
    put('S8', 60_000);
    put('S9', 60_000);
    await expect(create(() => 'S5')).rejects.toMatchObject({
      kind: 'refused',
      code: 'duplicate_group_name',
      message: '2 groups are named "Crew": S8, S9',
    });
  });
});

describe('group creation without an outcome in the journal', () => {
  it.each([
    ['yields to an older group in a shared run', true, ['S9']],
    ['keeps its own group if the run is not shared', false, ['S5', 'S9']],
  ])('%s', async (_, isShared, left) => {
    const { put, context, groups } = await machine(isShared);
    put('S9', 60_000);
    put('S5', 0);
    const settled = await reconcileGroup(CREW, NOW - 10, context);
    expect(groups()).toEqual(left);
    if (isShared) expect(settled).toBeUndefined();
    else expect(settled).toMatchObject({ state: 'succeeded', id: 'S5' });
  });
});
