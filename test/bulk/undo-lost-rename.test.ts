import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { changeId, groupId } from '../../src/values/ids.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { group } from '../support/organization-world.ts';
import { VERSIONS } from '../support/test-sandbox.ts';

describe.each(VERSIONS)('undo of a group rename on v%s', (version) => {
  it.each(['answered', 'lostAfter'] as const)('restores the name if the request was %s', async (fate) => {
    let isFirst = true;
    const world = await bulkWorld({
      users: [],
      groups: [group([], { id: 'S1', displayName: 'ops' })],
      version,
      fate: () => {
        const own = isFirst ? fate : 'answered';
        isFirst = false;
        return own;
      },
    });
    const rename: Change = {
      kind: 'renameGroup',
      id: changeId('N1'),
      line: 0,
      after: [],
      name: 'ops',
      target: { id: groupId('S1') },
      formerName: 'ops',
      displayName: 'Ops',
    };
    const nameNow = async () => (await world.groups()).groups.get('S1')?.displayName;
    const run = world.begin([rename]);
    await world.complete(run);
    expect(await nameNow()).toBe('Ops');
    const undo = await world.planUndo(run);
    expect(undo.kept).toEqual([]);
    await world.complete(world.begin(undo.changes));
    expect(await nameNow()).toBe('ops');
  });
});
