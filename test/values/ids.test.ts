import { expect, it } from 'vitest';
import type { ChangeOf, GroupTarget, UserTarget } from '../../src/bulk/plan/change.ts';
import { openRun } from '../../src/bulk/run/runs.ts';
import { groupBody } from '../../src/scim/group-body.ts';
import { deleteGroup, getGroup, sendGroupPatch } from '../../src/scim/groups.ts';
import type { ScimClient } from '../../src/scim/scim-client.ts';
import { getUser, replaceUser, sendPatch } from '../../src/scim/users.ts';
import {
  type GroupId,
  groupId,
  type RunId,
  runId,
  type UserId,
  userId,
  workspaceId,
} from '../../src/values/ids.ts';
import type { ExchangeOptions } from '../../src/webapi/exchange-ids.ts';

/** Never called: `npm run check:types` checks that none of them compiles. */
const REFUSED = [
  // @ts-expect-error: a group is not a user.
  (scim: ScimClient, id: GroupId) => getUser(scim, id),
  // @ts-expect-error: a plain string is not an ID.
  (scim: ScimClient, id: string) => getUser(scim, id),
  // @ts-expect-error: a group is not a user.
  (scim: ScimClient, id: GroupId) => sendPatch(scim, id, {}),
  // @ts-expect-error: a group is not a user.
  (scim: ScimClient, id: GroupId) => replaceUser(scim, id, {}),
  // @ts-expect-error: a user is not a group.
  (scim: ScimClient, id: UserId) => getGroup(scim, id),
  // @ts-expect-error: a user is not a group.
  (scim: ScimClient, id: UserId) => sendGroupPatch(scim, id, {}),
  // @ts-expect-error: a user is not a group.
  (scim: ScimClient, id: UserId) => deleteGroup(scim, id),
  // @ts-expect-error: a group is not a member.
  (scim: ScimClient, id: GroupId) => groupBody('Crew', [id], scim.dialect),
  // @ts-expect-error: a change of a user has a user as its target.
  (id: GroupId): UserTarget => ({ id }),
  // @ts-expect-error: a change of a group has a group as its target.
  (id: UserId): GroupTarget => ({ id }),
  // @ts-expect-error: the members of a group are users.
  (id: GroupId): ChangeOf<'deleteGroup'>['members'] => [id],
  // @ts-expect-error: a user is not a run.
  (id: UserId) => openRun('runs', id, () => 0),
  // @ts-expect-error: a user is not a workspace.
  (id: UserId): ExchangeOptions => ({ teamId: id, toOld: false }),
  // @ts-expect-error: a run is not a user.
  (scim: ScimClient, id: RunId) => getUser(scim, id),
];

it('an ID of another kind is a compile error', () => {
  expect(REFUSED.length).toBeGreaterThan(0);
});

it('an ID equals its text', () => {
  expect(userId('W1')).toBe('W1');
  expect(groupId('S1')).toBe('S1');
  expect(workspaceId('T1')).toBe('T1');
  expect(runId('20260101-000000-00aaa')).toBe('20260101-000000-00aaa');
  const texts: readonly string[] = [userId('W1'), groupId('S1')];
  expect(JSON.stringify(texts)).toBe('["W1","S1"]');
});
