import { copyValue } from '../../bulk/input/copy-value.ts';
import type { UserChange } from '../../bulk/plan/change.ts';
import type { SnapshotUser } from '../../bulk/plan/snapshot.ts';
import { userUpdates } from '../../bulk/plan/user-updates.ts';
import { USER_ATTRIBUTES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import { changeId } from '../../values/ids.ts';
import { keysOf } from '../../values/keys-of.ts';
import { explainAmbiguousUsers } from '../compare/describe-candidates.ts';
import {
  isSameText,
  isSingleChannelGuest,
  KEPT_ATTRIBUTES,
  personName,
  type UserRecord,
  unpackValues,
  valuesOf,
} from '../compare/organization-copy.ts';
import { type DraftedUsers, type Dropped, lineOf, type MoveInput } from './drafted-users.ts';
import { MovedManagers, type WantedValues } from './moved-managers.ts';
import { Rejects } from './rejects.ts';

/** Returns the changes for each user of A, before dependencies between them are known. Pure. */
export function draftUsers(input: MoveInput, dropped: Dropped): DraftedUsers {
  return new UserDrafts(input, dropped).draft();
}

class UserDrafts {
  private readonly input: MoveInput;
  private readonly rejects: Rejects;
  private readonly managers: MovedManagers;
  private readonly created = new Set<number>();
  private readonly describeUnclear: (position: number) => string;
  private unchanged = 0;

  constructor(input: MoveInput, dropped: Dropped) {
    this.input = input;
    this.rejects = new Rejects(input.joined.a.people, dropped);
    this.managers = new MovedManagers(input, this.created, this.rejects);
    this.describeUnclear = explainAmbiguousUsers(input.joined);
    const { a, people } = input.joined;
    for (const [position, person] of a.people.entries()) {
      const isNew = people.toB[position] === -1 && people.isUnclearInA[position] === 0;
      if (isNew && input.isMeant(position) && this.mayCreate(position, person)) this.created.add(position);
    }
  }

  draft(): DraftedUsers {
    const { joined, snapshot, isMeant, waiting } = this.input;
    const drafts: UserChange[] = [];
    for (const [position, person] of joined.a.people.entries()) {
      const other = joined.b.people[joined.people.toB[position] ?? -1];
      const user = other === undefined ? undefined : snapshot.users.get(other.id);
      if (!isMeant(position)) {
        if (other !== undefined && user !== undefined && waiting?.managers.has(position) === true)
          drafts.push(...this.updateManager(position, person, other, user));
        continue;
      }
      if (other !== undefined && user !== undefined) {
        const updates = this.update(position, person, other, user);
        if (updates.length === 0) this.unchanged += 1;
        drafts.push(...updates);
      } else if (this.created.has(position)) drafts.push(...this.create(position, person));
      else if (joined.people.isUnclearInA[position] === 1) this.rejectUnclear(position);
    }
    const { rejects, created, managers, unchanged } = this;
    return { drafts, rejects: rejects.all, created, deferred: managers.deferred, unchanged };
  }

  private rejectUnclear(position: number): void {
    const message = `${this.describeUnclear(position)}; add the pair to the --map file`;
    this.rejects.add(position, 'row', '', 'ambiguous', message);
  }

  private mayCreate(position: number, person: UserRecord): boolean {
    const { email = '', userName = '' } = valuesOf(person);
    if (this.rejects.isDropped(position, 'row')) return false;
    const no = (code: string, message: string) => {
      this.rejects.add(position, 'row', '', code, message);
      return false;
    };
    if (email === '') return no('email_empty', 'a new user needs an e-mail address');
    if (userName === '') return no('username_required', 'a new user needs a userName');
    if (!isSingleChannelGuest(person)) return true;
    return no('user_creation_failed', 'a single-channel guest cannot be created over SCIM');
  }

  private create(position: number, person: UserRecord): readonly UserChange[] {
    const line = lineOf(position);
    const { manager: _, ...values } = valuesOf(person);
    const user: UserValues = { ...values };
    for (const name of keysOf(user))
      if (this.rejects.isDropped(position, name) || this.isWrittenOut(position, name, user))
        delete user[name];
    if (user.guest !== true) delete user.guestExpiration;
    const manager = this.managers.managerOf(position, person);
    if (manager !== undefined) user.manager = manager;
    const base = { id: changeId(`L${line}`), line, after: [], name: personName(person) };
    const creation: UserChange = { ...base, kind: 'createUser', user, withheld: [] };
    // Without this column in the list, the value is unspecified.
    const clear = FILLED_IN.filter(
      (name) => values[name] === undefined && this.input.joined.attributes.includes(name),
    );
    if (clear.length === 0) return [creation];
    const blank = { target: { createdBy: base.id }, before: {}, set: {}, clear };
    return [
      creation,
      { ...base, id: changeId(`${base.id}c`), after: [base.id], kind: 'patchUser', ...blank },
    ];
  }

  /** Rejects a photo given as a data URL; it is never part of a plan. */
  private isWrittenOut(position: number, name: UserAttributeName, values: UserValues): boolean {
    const text = values[name];
    if (name !== 'photo' || typeof text !== 'string' || !text.startsWith('data:')) return false;
    this.rejects.add(
      position,
      name,
      '',
      'invalid_attribute_format',
      'photos given as data URLs are not migrated',
    );
    return true;
  }

  private update(
    position: number,
    person: UserRecord,
    other: UserRecord,
    user: SnapshotUser,
  ): readonly UserChange[] {
    const set: UserValues = {};
    const clear: UserAttributeName[] = [];
    const [texts, others] =
      person.packed === other.packed ? [[], []] : [unpackValues(person), unpackValues(other)];
    for (const [at, name] of KEPT_ATTRIBUTES.entries()) {
      const [text = '', value = ''] = [texts[at], others[at]];
      if (!this.input.joined.attributes.includes(name) || this.rejects.isDropped(position, name)) continue;
      if (!isSameText(name, text, value)) this.addValueChange(position, name, text, value, { set, clear });
    }
    this.managers.addManagerChange(position, person, other, { set, clear });
    const wasGuest = user.values.guest === true;
    if (set.guest === false) removeFrom(clear, 'guestExpiration');
    if (set.guestExpiration !== undefined && !wasGuest && set.guest !== true) delete set.guestExpiration;
    return this.updatesTo({ set, clear }, position, person, user);
  }

  /** Sets the manager of a user that was moved before its manager existed. */
  private updateManager(
    position: number,
    person: UserRecord,
    other: UserRecord,
    user: SnapshotUser,
  ): readonly UserChange[] {
    const wanted: WantedValues = { set: {}, clear: [] };
    if (!this.managers.isKnown(person)) return [];
    this.managers.addManagerChange(position, person, other, wanted);
    return this.updatesTo(wanted, position, person, user);
  }

  private updatesTo(
    { set, clear }: WantedValues,
    position: number,
    person: UserRecord,
    user: SnapshotUser,
  ): readonly UserChange[] {
    if (Object.keys(set).length === 0 && clear.length === 0) return [];
    const before: UserValues = {};
    for (const name of [...keysOf(set), ...clear]) copyValue(name, user.values, before);
    const line = lineOf(position);
    const base = {
      id: changeId(`L${line}`),
      line,
      after: [],
      name: user.values.userName ?? personName(person),
    };
    // A conversion reactivates the user (SCIM §3), so that a deactivation must be repeated.
    const isActiveAfter = set.guest === undefined ? undefined : valuesOf(person).active;
    return userUpdates(base, { before, set, clear }, user, isActiveAfter);
  }

  /** Adds a change of a value, or a reject if it cannot be changed. */
  private addValueChange(
    position: number,
    name: UserAttributeName,
    text: string,
    value: string,
    { set, clear }: WantedValues,
  ): void {
    const no = (code: string, message: string) => this.rejects.add(position, name, text, code, message);
    if (text === '') {
      if (USER_ATTRIBUTES[name].mayClear) clear.push(name);
      else no('invalid_attribute_format', `it is "${value}" in B and cannot be cleared`);
    } else if (name === 'active' || name === 'guest') {
      if (text === 'true' || text === 'false') {
        if (value === 'true' || value === 'false') set[name] = text === 'true';
        else no('invalid_attribute_format', 'a single-channel guest of B cannot be converted');
      } else no('invalid_attribute_format', 'SCIM cannot make a user a single-channel guest');
    } else if (name === 'photo' && text.startsWith('data:'))
      no('invalid_attribute_format', 'photos given as data URLs are not migrated');
    else set[name] = text;
  }
}

/** Attributes that the service fills in if a create omits them (OBSERVED §2.1). */
const FILLED_IN = ['givenName', 'displayName'] as const satisfies readonly UserAttributeName[];

function removeFrom<T>(list: T[], item: T): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}
