import { emailKey } from '../../rules/email-address.ts';
import { nameKey, nameKeysOf } from '../../rules/name-key.ts';
import { storedUserName } from '../../rules/user-name.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { EMAIL_NAMES } from '../../spec/user-slots.ts';
import { defined } from '../../values/defined.ts';
import { type ChangeId, changeId } from '../../values/ids.ts';
import type { ChangeOf, ReportRow, UserChange } from './change.ts';
import { cyclesIn, inOrder } from './order-changes.ts';
import { SimilarUsers } from './similar-users.ts';
import { findInSnapshot, type Snapshot } from './snapshot.ts';
import { withTemporaryValues } from './swap-values.ts';

/**
 * Orders the changes of users so that each can be applied: managers before their reports, and users who give
 * up an address or a name before users who take it. In a cycle, managers are set afterwards, and addresses
 * and names are swapped through a temporary value.
 * @param refused keys of users whose own rows have findings: their reports have none because of that
 */
export function linkChanges(
  drafts: readonly UserChange[],
  snapshot: Snapshot,
  report: ReportRow,
  refused: ReadonlySet<string> = new Set(),
): readonly UserChange[] {
  const updates = new Map<string, UserChange>();
  for (const change of drafts) {
    const id = targetId(change);
    if (id !== undefined && !updates.has(id)) updates.set(id, change);
  }
  const named = drafts.map((change) => afterPreviousOwner(change, updates, snapshot, report));
  const linked = withoutCycles(linkManagers(named, snapshot, refused, report));
  const { ordered, left } = inOrder(withTemporaryValues(linked, snapshot));
  for (const change of left) {
    const message = `"${change.name}" and other rows wait for the userName or email of each other`;
    report(change.line, 'username_taken', 'userName', message);
  }
  return ordered;
}

/** Returns the values that a change sets. */
function valuesOf(change: UserChange): UserValues {
  return change.kind === 'createUser' ? change.user : change.set;
}

function targetId(change: UserChange): string | undefined {
  return change.kind === 'createUser' || !('id' in change.target) ? undefined : change.target.id;
}

/** Attributes whose values are unique among users. */
const UNIQUE = [...EMAIL_NAMES, 'userName'] as const;

/**
 * Orders a change after the update that frees its address or name. Reports the value if its owner keeps it
 * (SCIM §7 email_taken, username_taken).
 */
function afterPreviousOwner(
  change: UserChange,
  updates: ReadonlyMap<string, UserChange>,
  snapshot: Snapshot,
  report: ReportRow,
): UserChange {
  const values = valuesOf(change);
  const after: ChangeId[] = [];
  const claim = (value: string, path: (typeof UNIQUE)[number], ownerId: string | undefined) => {
    if (ownerId === undefined || ownerId === targetId(change)) return;
    const giving = updates.get(ownerId);
    if (giving !== undefined && freesValue(giving, value)) after.push(giving.id);
    else {
      const owner = snapshot.users.get(ownerId)?.values.userName ?? ownerId;
      const code = path === 'userName' ? 'username_taken' : 'email_taken';
      report(change.line, code, path, `"${value}" belongs to ${owner} (${ownerId})`);
    }
  };
  for (const name of EMAIL_NAMES) {
    const value = values[name];
    if (value !== undefined) claim(value, name, snapshot.idByEmail.get(emailKey(value)));
  }
  const { userName } = values;
  // An address as userName never conflicts: the service derives another name.
  if (userName !== undefined && !userName.includes('@')) {
    claim(userName, 'userName', snapshot.idByUserName.get(storedUserName(userName)));
  }
  return after.length === 0 ? change : { ...change, after: [...new Set([...change.after, ...after])] };
}

/** Whether a change frees an address or a name of its user. */
export function freesValue(change: UserChange, value: string): boolean {
  if (change.kind === 'createUser') return false;
  const { before, set, clear } = change;
  return UNIQUE.some((name) => {
    const isOld =
      before[name]?.toLowerCase() === value.toLowerCase() || before[name] === storedUserName(value);
    return isOld && (set[name] !== undefined || clear.includes(name));
  });
}

/**
 * Sets managers by ID if they exist, otherwise by the address with which the plan creates them, and orders
 * that creation first.
 */
function linkManagers(
  changes: readonly UserChange[],
  snapshot: Snapshot,
  refused: ReadonlySet<string>,
  report: ReportRow,
): readonly UserChange[] {
  let known: ReturnType<typeof creationsByName> | undefined;
  const creation = (name: string) => {
    // Built on demand: most plans set no manager.
    known ??= creationsByName(changes);
    return known.get(nameKey(name));
  };
  const similar = new SimilarUsers(snapshot, (name) => creation(name) !== undefined);
  return changes.map((change) => {
    const { manager } = valuesOf(change);
    if (manager === undefined || manager.trim() === '') return change;
    // An address of a user to be created belongs to that user in the end, even if another user has it now.
    const created = snapshot.users.has(manager) ? undefined : creation(manager);
    const existing = created === undefined ? findInSnapshot(snapshot, manager) : undefined;
    if (existing !== undefined) return withManager(change, existing.id);
    if (created === undefined) {
      if (refused.has(nameKey(manager))) return change;
      // A user cannot be their own manager.
      const isOther = (name: string) =>
        creation(name)?.id !== change.id && findInSnapshot(snapshot, name)?.id !== (targetId(change) ?? '');
      const meant = similar.question(manager, isOther);
      const message = `"${manager}" is neither in the organization nor in this file${meant}`;
      report(change.line, 'unknown_user', 'manager', message);
      return change;
    }
    const linked = withManager(change, created.user.email ?? manager, created.id);
    return { ...linked, after: [...new Set([...linked.after, created.id])] };
  });
}

/** Returns the creations by address and by userName. */
function creationsByName(changes: readonly UserChange[]): ReadonlyMap<string, ChangeOf<'createUser'>> {
  const creations = new Map<string, ChangeOf<'createUser'>>();
  for (const change of changes) {
    if (change.kind !== 'createUser') continue;
    for (const key of nameKeysOf(change.user)) creations.set(key, change);
  }
  return creations;
}

function withManager(change: UserChange, manager: string, createdBy?: ChangeId): UserChange {
  if (change.kind === 'createUser') return { ...change, user: { ...change.user, manager } };
  const set = { ...change.set, manager };
  return { ...change, set, ...defined({ managerCreatedBy: createdBy }) };
}

/** Breaks manager cycles: removes the manager from a creation, and sets it once both users exist. */
function withoutCycles(changes: readonly UserChange[]): readonly UserChange[] {
  const circular = cyclesIn(changes);
  if (circular.size === 0) return changes;
  const idByEmail = new Map<string, ChangeId>();
  for (const change of changes)
    if (change.kind === 'createUser') idByEmail.set(emailKey(change.user.email ?? ''), change.id);
  return changes.flatMap((change): UserChange[] => {
    if (change.kind !== 'createUser' || !circular.has(change.id)) return [change];
    const { manager, ...user } = change.user;
    const managerCreatedBy = manager === undefined ? undefined : idByEmail.get(emailKey(manager));
    if (manager === undefined || managerCreatedBy === undefined) return [change];
    const later: UserChange = {
      id: changeId(`${change.id}m`),
      line: change.line,
      name: change.name,
      kind: 'patchUser',
      after: [...new Set([change.id, managerCreatedBy])],
      target: { createdBy: change.id },
      before: {},
      set: { manager },
      clear: [],
      managerCreatedBy,
    };
    return [{ ...change, user, after: change.after.filter((id) => id !== managerCreatedBy) }, later];
  });
}
