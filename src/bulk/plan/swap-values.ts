import { emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import type { EmailAttributeName, UserValues } from '../../spec/user-attributes.ts';
import { EMAIL_NAMES } from '../../spec/user-slots.ts';
import { changeId } from '../../values/ids.ts';
import type { UserChange, UserUpdateChange } from './change.ts';
import { cyclesIn } from './order-changes.ts';
import type { Snapshot } from './snapshot.ts';

/** Attributes whose values are unique among users. */
const UNIQUE = [...EMAIL_NAMES, 'userName'] as const;
type Unique = (typeof UNIQUE)[number];

/**
 * Lets users swap addresses and names: if changes wait for each other, one of the users first gets a
 * temporary value, in a separate change. So an interrupted run resumes and is undone like any other.
 */
export function withTemporaryValues(
  changes: readonly UserChange[],
  snapshot: Snapshot,
): readonly UserChange[] {
  let current = changes;
  const broken = new Set<string>();
  for (let cycle = cyclesIn(current); cycle.size > 0; cycle = cyclesIn(current)) {
    const waiting = current.filter(({ id }) => cycle.has(id));
    const first = waiting.find(
      (change): change is UserUpdateChange =>
        canBreakCycle(change) && !broken.has(change.id) && contestedAttributes(change, waiting).length > 0,
    );
    if (first === undefined) return current;
    broken.add(first.id);
    current = withTemporary(current, first, contestedAttributes(first, waiting), snapshot);
  }
  return current;
}

function canBreakCycle(change: UserChange): change is UserUpdateChange {
  return change.kind !== 'createUser' && change.kind !== 'replaceUser' && 'id' in change.target;
}

/** Returns the attributes that a user gives up and others wait for. */
function contestedAttributes(change: UserUpdateChange, others: readonly UserChange[]): readonly Unique[] {
  const waiting = others.filter(({ id, after }) => id !== change.id && after.includes(change.id));
  return UNIQUE.filter((name) => {
    const old = change.before[name];
    const isGivenUp = change.set[name] !== undefined || change.clear.includes(name);
    if (old === undefined || old === '' || !isGivenUp) return false;
    return waiting.some((other) => claimedKeys(other).some((value) => value === keyOf(name, old)));
  });
}

function claimedKeys(change: UserChange): readonly string[] {
  const values = change.kind === 'createUser' ? change.user : change.set;
  return UNIQUE.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [keyOf(name, value)];
  });
}

function keyOf(name: Unique, value: string): string {
  return name === 'userName' ? `name ${storedUserName(value)}` : `email ${emailKey(value)}`;
}

/** Inserts a change that sets temporary values, so that changes that need the old values can start. */
function withTemporary(
  changes: readonly UserChange[],
  change: UserUpdateChange,
  names: readonly Unique[],
  snapshot: Snapshot,
): readonly UserChange[] {
  const { line, name, target } = change;
  const id = changeId(`${change.id}t`);
  const claimed = new Set(changes.flatMap(claimedKeys));
  const userId = 'id' in target ? target.id : '';
  const before: UserValues = {};
  const set: UserValues = {};
  for (const one of names) {
    const old = change.before[one] ?? '';
    before[one] = old;
    set[one] = temporaryValue(one, old, userId, (value) => isTaken(one, value, snapshot, claimed));
  }
  const freed = names.map((one) => keyOf(one, change.before[one] ?? ''));
  const implies = names.includes('userName')
    ? (['takesTemporaryValue', 'renamesNickName'] as const)
    : (['takesTemporaryValue'] as const);
  const first: UserChange = {
    ...{ id, line, name, target, before, set, implies },
    kind: 'patchUser',
    after: [],
    clear: [],
  };
  return changes.flatMap((one): UserChange[] => {
    if (one.id === change.id)
      return [first, { ...change, after: [...change.after, id], before: { ...change.before, ...set } }];
    if (!claimedKeys(one).some((value) => freed.includes(value))) return [one];
    return [{ ...one, after: one.after.map((other) => (other === change.id ? id : other)) }];
  });
}

function isTaken(
  name: Unique,
  value: string,
  { idByEmail, idByUserName }: Snapshot,
  claimed: ReadonlySet<string>,
): boolean {
  const isStored =
    name === 'userName' ? idByUserName.has(storedUserName(value)) : idByEmail.has(emailKey(value));
  return isStored || claimed.has(keyOf(name, value));
}

/** Distinguishes the temporary addresses of one user: nothing for the primary one, `.2` for the second. */
function slotMark(name: EmailAttributeName): string {
  const place = EMAIL_NAMES.indexOf(name);
  return place === 0 ? '' : `.${place + 1}`;
}

/** Returns a recognizable temporary value: an address at the same domain, or a short name. */
function temporaryValue(
  name: Unique,
  old: string,
  userId: string,
  isUsed: (value: string) => boolean,
): string {
  const word = userId
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(-9);
  const [, domain = 'example.com'] = /@(.+)$/.exec(old) ?? [];
  for (let number = 0; ; number += 1) {
    const mark = `swap-${word}${number === 0 ? '' : `-${number}`}`;
    const value = name === 'userName' ? mark : `${mark}${slotMark(name)}@${domain}`;
    if (!isUsed(value)) return value;
  }
}
