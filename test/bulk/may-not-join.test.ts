import { expect, it } from 'vitest';
import type { Change, PlannedMember } from '../../src/bulk/plan/change.ts';
import { refusedMembersOf } from '../../src/bulk/plan/may-not-join.ts';
import type { People } from '../../src/bulk/plan/people.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';

const PEOPLE: People = {
  W1: { userName: 'ann', active: true },
  W2: { userName: 'cleo', active: true, guestKind: 'single' },
  W3: { userName: 'drew', active: true, guestKind: 'multi' },
};
const IDS: Readonly<Record<string, string>> = { ann: 'W1', cleo: 'W2', drew: 'W3' };
const member = (name: string): PlannedMember => ({ id: userId(IDS[name] ?? 'W9'), name, line: 2 });
const BASE = { line: 2, after: [], name: 'IT' };
const adding = (members: readonly PlannedMember[]): Change => ({
  ...BASE,
  id: changeId('G1'),
  kind: 'addMembers',
  target: { id: groupId('S1') },
  members,
});
const converting = (name: string, guest: boolean): Change => ({
  ...BASE,
  id: changeId('L2'),
  kind: 'patchUser',
  target: { id: userId(IDS[name] ?? 'W9') },
  before: {},
  set: { guest },
  clear: [],
});
const CREATING: Change = {
  ...BASE,
  id: changeId('L3'),
  kind: 'createUser',
  user: { userName: 'new', email: 'new@x.example', guest: true },
  withheld: [],
};
const NEW: PlannedMember = { createdBy: changeId('L3'), name: 'new', line: 3 };
const MANY = Array.from({ length: 11 }, (_, index) => member(`full${index}`));

it.each<[string, readonly PlannedMember[], readonly Change[], string | undefined]>([
  ['the single-channel guest', [member('ann'), member('cleo'), member('drew')], [], 'guest: cleo'],
  ['a multi-channel guest if nobody else explains it', [member('ann'), member('drew')], [], 'guest: drew'],
  ['a guest whom the plan creates', [member('ann'), NEW], [CREATING], 'guest: new'],
  ['nobody whom the plan made a full member', [member('drew')], [converting('drew', false)], 'drew'],
  [
    'only the multi-channel guests if the plan converts the single-channel ones',
    [member('cleo'), member('ann')],
    [converting('cleo', true)],
    'guest: cleo',
  ],
  ['every candidate if no guest is known', [member('ann'), member('bea')], [], 'one of ann, bea'],
  ['the only candidate', [member('ann')], [], 'ann'],
  ['nobody of more than ten', MANY, [], undefined],
])('a group that may not get a member names %s', (_, members, others, words) => {
  const change = adding(members);
  expect(refusedMembersOf({ changes: [...others, change], people: PEOPLE })(change)).toBe(words);
});
