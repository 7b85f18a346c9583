import { expect, it } from 'vitest';
import type { Change, PlannedMember } from '../../src/bulk/plan/change.ts';
import { describeRefused, type Joining, refusedMembersOf } from '../../src/bulk/plan/may-not-join.ts';
import type { People } from '../../src/bulk/plan/people.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
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
const updating = (name: string, set: UserValues): Change => ({
  ...BASE,
  id: changeId('L2'),
  kind: 'patchUser',
  target: { id: userId(IDS[name] ?? 'W9') },
  before: {},
  set,
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
const TEN = MANY.slice(1);

it.each<[string, readonly PlannedMember[], readonly Change[], string | undefined]>([
  ['the single-channel guest', [member('ann'), member('cleo'), member('drew')], [], 'guest: cleo'],
  ['a multi-channel guest if nobody else explains it', [member('ann'), member('drew')], [], 'guest: drew'],
  ['a guest whom the plan creates', [member('ann'), NEW], [CREATING], 'guest: new'],
  ['nobody whom the plan made a full member', [member('drew')], [updating('drew', { guest: false })], 'drew'],
  [
    'all guests alike if the plan converts the single-channel one',
    [member('cleo'), member('drew'), member('ann')],
    [updating('cleo', { guest: true })],
    'guest: cleo, drew',
  ],
  ['every candidate if no guest is known', [member('ann'), member('bea')], [], 'one of ann, bea'],
  ['the only candidate', [member('ann')], [], 'ann'],
  ['ten candidates', TEN, [], `one of ${TEN.map(({ name }) => name).join(', ')}`],
  ['nobody of more than ten', MANY, [], undefined],
  [
    'a guest whom the plan gives a title',
    [member('drew')],
    [updating('drew', { title: 'Lead' })],
    'guest: drew',
  ],
])('a group that may not get a member names %s', (_, members, others, words) => {
  const change = adding(members);
  expect(refusedMembersOf({ changes: [...others, change], people: PEOPLE })(change)).toBe(words);
});

const ACTIVE: Joining = { name: 'ann' };
const GONE: Joining = { name: 'bob', isDeactivated: true };
const GONE_GUEST: Joining = { name: 'kim', isDeactivated: true, guest: 'single' };
const SINGLE: Joining = { name: 'cleo', isDeactivated: false, guest: 'single' };
const MULTI: Joining = { name: 'drew', guest: 'multi' };

it.each<[string, readonly Joining[], string]>([
  ['the deactivated users before the guests', [SINGLE, ACTIVE, GONE], 'deactivated: bob; guest: cleo'],
  ['a deactivated guest as deactivated', [GONE_GUEST, ACTIVE], 'deactivated: kim'],
  ['no multi-channel guest beside a deactivated user', [MULTI, GONE], 'deactivated: bob'],
  ['no multi-channel guest beside a single-channel one', [MULTI, SINGLE], 'guest: cleo'],
  ['nobody if nobody joins', [], ''],
])('the reason of a refused group names %s', (_, joining, words) => {
  expect(describeRefused(joining)).toBe(words);
});
