import type { ChangeId } from '../../values/ids.ts';
import type { GroupChange, PlannedMember } from '../plan/change.ts';
import type { Plan } from '../plan/plan-file.ts';
import type { Outcome } from '../run/journal-record.ts';
import { type DirectoryChange, fullNameOf, startDay } from './directory-change.ts';
import type { ReadRun } from './merge-runs.ts';

/** One effect of a group change, on a member or on the group itself. */
export type GroupRow = Omit<DirectoryChange, 'when' | 'by' | 'run'>;

type Succeeded = Extract<Outcome, { state: 'succeeded' }>;

/** What a run contains about the members of its groups. */
export interface Known {
  readonly plan: Plan;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Facts about people from all runs of the report. */
  readonly people: ReadonlyMap<string, KnownPerson>;
}

interface KnownPerson {
  readonly name: string;
  readonly fullName: string;
  readonly email: string;
  readonly startDate: string;
}

/**
 * Returns the members that a group change added and removed, and the creation, rename or deletion of the
 * group.
 */
export function groupRowsOf(change: GroupChange, outcome: Succeeded, known: Known): readonly GroupRow[] {
  const group = outcome.name === '' ? change.name : outcome.name;
  const groupRow = (action: DirectoryChange['action'], before = '', after = ''): GroupRow => ({
    action,
    name: group,
    fullName: '',
    email: '',
    id: outcome.id,
    startDate: '',
    values: before === after ? [] : [{ label: 'Name', before, after }],
  });
  const memberRows = (ids: readonly string[], isJoining: boolean) =>
    ids.map((id) => memberRow(id, group, isJoining, known));
  switch (change.kind) {
    case 'createGroup':
      return [groupRow('group created')];
    case 'renameGroup':
      return [groupRow('group renamed', change.formerName, change.displayName)];
    case 'deleteGroup':
      return [...memberRows(change.members, false), groupRow('group deleted')];
    case 'addMembers':
    case 'removeMembers':
      return memberRows(membersMoved(change.members, outcome, known), change.kind === 'addMembers');
    case 'replaceGroup':
    case 'sendGroupPatch': {
      const { added = [], removed = [], renamed } = outcome.regrouped ?? {};
      const rename = renamed === undefined ? [] : [groupRow('group renamed', renamed.before, renamed.after)];
      return [...memberRows(added, true), ...memberRows(removed, false), ...rename];
    }
  }
}

/** IDs of the members that this run added or removed, without those that were unchanged or not stored. */
function membersMoved(
  members: readonly PlannedMember[],
  { untouched = [], notKept = [] }: Succeeded,
  known: Known,
): readonly string[] {
  return members.flatMap((member) => {
    const id = 'id' in member ? member.id : createdId(member.createdBy, known);
    const isMoved =
      id !== undefined && !untouched.some((one) => one === id) && !notKept.includes(member.name);
    return isMoved ? [id] : [];
  });
}

function createdId(change: ChangeId, { outcomes }: Known): string | undefined {
  const outcome = outcomes.get(change);
  return outcome?.state === 'succeeded' ? outcome.id : undefined;
}

function memberRow(id: string, group: string, isJoining: boolean, { plan, people }: Known): GroupRow {
  const person = people.get(personKey(plan, id));
  return {
    action: isJoining ? 'joined group' : 'left group',
    name: person?.name ?? id,
    fullName: person?.fullName ?? '',
    email: person?.email ?? '',
    id,
    startDate: startDay(person?.startDate ?? ''),
    values: [{ label: 'Group', before: isJoining ? '' : group, after: isJoining ? group : '' }],
  };
}

/**
 * Returns the people in runs. A run that only removes a member may contain nothing but the ID, but an earlier
 * run may have more.
 */
export function peopleIn(runs: readonly ReadRun[]): Known['people'] {
  const people = new Map<string, KnownPerson>();
  for (const { plan, records } of runs) {
    for (const [id, person] of Object.entries(plan.people ?? {})) {
      const { userName, called, email = '', startDate } = person;
      const before = people.get(personKey(plan, id));
      const name = userName ?? before?.name ?? called ?? id;
      people.set(personKey(plan, id), {
        name,
        fullName: fullNameOf(person) || (before?.fullName ?? ''),
        email: email || (before?.email ?? ''),
        startDate: startDate ?? before?.startDate ?? '',
      });
    }
    const created = new Map(plan.changes.map((change) => [change.id, change]));
    for (const record of records) {
      if (record.type !== 'outcome' || record.outcome.state !== 'succeeded') continue;
      const change = created.get(record.change);
      if (change?.kind !== 'createUser') continue;
      const { email = '', startDate = '' } = change.user;
      const fullName = fullNameOf(change.user);
      people.set(personKey(plan, record.outcome.id), {
        name: record.outcome.name,
        fullName,
        email,
        startDate,
      });
    }
  }
  return people;
}

/** Includes the origin: two organizations may use the same ID. */
export function personKey({ origin }: Pick<Plan, 'origin'>, id: string): string {
  return `${origin} ${id}`;
}
