import { emailKey } from '../rules/email-address.ts';
import { storedUserName } from '../rules/user-name.ts';
import type { UserValues } from '../spec/user-attributes.ts';
import type { Change, ChangeId, ReportRow } from './change.ts';
import { findInSnapshot, type Snapshot } from './snapshot.ts';

/**
 * Puts changes into an order in which each can be carried out (engine, Plan): managers before their reports, and whoever gives up an
 * address or a name before whoever takes it. Managers that wait for each other are set afterwards.
 */
export function linkChanges(
  drafts: readonly Change[],
  snapshot: Snapshot,
  report: ReportRow,
): readonly Change[] {
  const updates = new Map(
    drafts.flatMap((change) => (targetId(change) === undefined ? [] : [[targetId(change), change]])),
  );
  const named = drafts.map((change) => afterPreviousOwner(change, updates, snapshot, report));
  return sorted(withoutCircles(linkManagers(named, snapshot, report)), report);
}

/** Values that a change brings about. */
function valuesOf(change: Change): UserValues {
  return change.kind === 'createUser' ? change.user : change.set;
}

function targetId(change: Change): string | undefined {
  return change.kind === 'createUser' || !('id' in change.target) ? undefined : change.target.id;
}

/** Refuses an address or a name that somebody keeps (SCIM §7 email_taken, username_taken); waits for who gives it up. */
function afterPreviousOwner(
  change: Change,
  updates: ReadonlyMap<string | undefined, Change>,
  snapshot: Snapshot,
  report: ReportRow,
): Change {
  const { email, secondaryEmail, userName } = valuesOf(change);
  const after = new Set(change.after);
  const claim = (
    value: string,
    path: 'email' | 'secondaryEmail' | 'userName',
    ownerId: string | undefined,
  ) => {
    if (ownerId === undefined || ownerId === targetId(change)) return;
    const giving = updates.get(ownerId);
    if (giving !== undefined && givesUp(giving, value)) after.add(giving.id);
    else {
      const owner = snapshot.users.get(ownerId)?.values.userName ?? ownerId;
      report(
        change.line,
        path === 'userName' ? 'username_taken' : 'email_taken',
        path,
        `"${value}" belongs to ${owner} (${ownerId})`,
      );
    }
  };
  if (email !== undefined) claim(email, 'email', snapshot.idByEmail.get(emailKey(email)));
  if (secondaryEmail !== undefined)
    claim(secondaryEmail, 'secondaryEmail', snapshot.idByEmail.get(emailKey(secondaryEmail)));
  // An address as userName never conflicts: the service chooses another name.
  if (userName !== undefined && !userName.includes('@')) {
    claim(userName, 'userName', snapshot.idByUserName.get(storedUserName(userName)));
  }
  return { ...change, after: [...after] };
}

/** Whether a change makes its user give up an address or a name. */
function givesUp(change: Change, value: string): boolean {
  if (change.kind === 'createUser') return false;
  const { before, set, clear } = change;
  return (['email', 'secondaryEmail', 'userName'] as const).some((name) => {
    const isOld =
      before[name]?.toLowerCase() === value.toLowerCase() || before[name] === storedUserName(value);
    return isOld && (set[name] !== undefined || clear.includes(name));
  });
}

/** Names managers by ID where they exist, else by the address with which they will be created, and makes them come first. */
function linkManagers(changes: readonly Change[], snapshot: Snapshot, report: ReportRow): readonly Change[] {
  const creations = new Map<string, Change & { kind: 'createUser' }>();
  for (const change of changes) {
    if (change.kind !== 'createUser') continue;
    const { email = '', userName = '' } = change.user;
    creations.set(emailKey(email), change);
    if (!userName.includes('@')) creations.set(storedUserName(userName), change);
  }
  return changes.map((change) => {
    const { manager } = valuesOf(change);
    if (manager === undefined || manager.trim() === '') return change;
    const existing = findInSnapshot(snapshot, manager);
    if (existing !== undefined) return withManager(change, existing.id);
    const created = creations.get(manager.includes('@') ? emailKey(manager) : storedUserName(manager));
    if (created === undefined) {
      report(
        change.line,
        'unknown_user',
        'manager',
        `"${manager}" is neither in the organization nor in this file`,
      );
      return change;
    }
    const linked = withManager(change, created.user.email ?? manager);
    return { ...linked, after: [...new Set([...linked.after, created.id])] };
  });
}

function withManager(change: Change, manager: string): Change {
  return change.kind === 'createUser'
    ? { ...change, user: { ...change.user, manager } }
    : { ...change, set: { ...change.set, manager } };
}

/** Takes the manager out of every creation that would wait for itself, and sets it when both exist. */
function withoutCircles(changes: readonly Change[]): readonly Change[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const circular = new Set(
    changes.filter((change) => waitsFor(change.id, change.id, byId)).map(({ id }) => id),
  );
  return changes.flatMap((change): Change[] => {
    if (change.kind !== 'createUser' || !circular.has(change.id)) return [change];
    const { manager, ...user } = change.user;
    if (manager === undefined) return [change];
    const later: Change = {
      id: `${change.id}m`,
      line: change.line,
      name: change.name,
      kind: 'patchUser',
      after: [...new Set([change.id, ...change.after])],
      target: { createdBy: change.id },
      before: {},
      set: { manager },
      clear: [],
    };
    return [{ ...change, user, after: [] }, later];
  });
}

/** Whether a change must wait, over any number of steps, for the other one. */
function waitsFor(start: ChangeId, wanted: ChangeId, byId: ReadonlyMap<ChangeId, Change>): boolean {
  const seen = new Set<ChangeId>();
  const open = [...(byId.get(start)?.after ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === wanted) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(byId.get(id)?.after ?? []));
  }
  return false;
}

/** In the order of the file, but nothing before what it waits for. Users who swap a name wait for each other: that is refused. */
function sorted(changes: readonly Change[], report: ReportRow): readonly Change[] {
  const waiting = new Map(changes.map((change) => [change.id, new Set(change.after)]));
  const followers = new Map<ChangeId, Change[]>();
  for (const change of changes) {
    for (const id of change.after) followers.set(id, [...(followers.get(id) ?? []), change]);
  }
  const result: Change[] = [];
  const free = changes.filter((change) => change.after.length === 0).reverse();
  for (let change = free.pop(); change !== undefined; change = free.pop()) {
    result.push(change);
    waiting.delete(change.id);
    for (const follower of (followers.get(change.id) ?? []).toReversed()) {
      const left = waiting.get(follower.id);
      left?.delete(change.id);
      if (left?.size === 0) free.push(follower);
    }
  }
  for (const change of changes) {
    if (waiting.has(change.id)) {
      report(
        change.line,
        'username_taken',
        'userName',
        `"${change.name}" and others of this file swap names or addresses`,
      );
    }
  }
  return result;
}
