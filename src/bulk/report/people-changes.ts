import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import { type Change, type ChangeOf, isGroupChange, type UserUpdateChange } from '../plan/change.ts';
import type { Outcome } from '../run/journal-record.ts';
import type { StartedBy } from '../run/started-by.ts';
import { type DirectoryChange, fullNameOf, startDay, type ValueChange } from './directory-change.ts';
import { type GroupRow, groupRowsOf, type Known, peopleIn, personKey } from './group-rows.ts';
import type { ReadRun } from './merge-runs.ts';

const ACTIONS = {
  createUser: 'created',
  patchUser: 'changed',
  replaceUser: 'changed',
  sendUserPatch: 'changed',
  deactivateUser: 'deactivated',
  reactivateUser: 'reactivated',
} as const satisfies Partial<Record<Change['kind'], DirectoryChange['action']>>;

type Succeeded = Extract<Outcome, { state: 'succeeded' }>;
type PeopleChange = ChangeOf<'createUser'> | UserUpdateChange;

/** Returns the effects of runs on users and groups, in order of time, without unchanged and failed ones. */
export function peopleChangesOf(runs: readonly ReadRun[]): readonly DirectoryChange[] {
  const people = peopleIn(runs);
  const all = runs.flatMap((run) => changesIn(run, people));
  return all.sort((one, other) => Date.parse(one.when) - Date.parse(other.when));
}

function changesIn({ id: run, plan, records }: ReadRun, people: Known['people']): readonly DirectoryChange[] {
  const changes = new Map(plan.changes.map((change) => [change.id, change]));
  const start = records.find((record) => record.type === 'run.start');
  const by = start?.by === undefined ? '' : starterInWords(start.by);
  const outcomes = new Map<string, Outcome>();
  const made = new Map<string, readonly DirectoryChange[]>();
  for (const record of records) {
    if (record.type !== 'outcome') continue;
    const change = changes.get(record.change);
    const { outcome } = record;
    outcomes.set(record.change, outcome);
    if (change === undefined || outcome.state !== 'succeeded' || outcome.how === 'already') continue;
    const rows = rowsOf(change, outcome, { plan, outcomes, people });
    made.set(
      change.id,
      rows.map((row) => ({ ...row, when: record.t, by, run })),
    );
  }
  return [...made.values()].flat();
}

function rowsOf(change: Change, outcome: Succeeded, known: Known): readonly GroupRow[] {
  if (isGroupChange(change)) return groupRowsOf(change, outcome, known);
  return isAboutPerson(change) ? [personRow(change, outcome, known)] : [];
}

function personRow(change: PeopleChange, outcome: Succeeded, { plan, people }: Known): GroupRow {
  const [before, after] = valuesOf(change, outcome);
  const person = people.get(personKey(plan, outcome.id));
  const all: UserValues = { ...plan.people?.[outcome.id], ...before, ...after };
  return {
    action: ACTIONS[change.kind],
    name: outcome.name === '' ? change.name : outcome.name,
    fullName: fullNameOf(all) || (person?.fullName ?? ''),
    email: all.email ?? person?.email ?? '',
    id: outcome.id,
    startDate: startDay(all.startDate ?? person?.startDate ?? ''),
    values: change.kind === 'createUser' ? [] : differencesOf(before, after),
  };
}

function isAboutPerson(change: Change): change is PeopleChange {
  return Object.hasOwn(ACTIONS, change.kind);
}

function valuesOf(change: PeopleChange, outcome: Succeeded): readonly [UserValues, UserValues] {
  if (change.kind === 'createUser') return [{}, change.user];
  if (change.kind === 'sendUserPatch') return [outcome.changed?.before ?? {}, outcome.changed?.after ?? {}];
  return [change.before, change.set];
}

/** An attribute that is not in `after` is blank now. */
function differencesOf(before: UserValues, after: UserValues): readonly ValueChange[] {
  return USER_ATTRIBUTE_NAMES.filter(
    (name) => name !== 'password' && (before[name] ?? '') !== (after[name] ?? ''),
  ).map((name) => ({
    label: USER_ATTRIBUTES[name].label,
    before: cellTextOf(name, before),
    after: cellTextOf(name, after),
  }));
}

function cellTextOf(name: UserAttributeName, values: UserValues): string {
  const value = String(values[name] ?? '');
  return name === 'startDate' ? startDay(value) : value;
}

/** Returns "ann on host1", or "ann, GitHub Actions people / apply". */
export function starterInWords({ user, host, ci }: Pick<StartedBy, 'user' | 'host' | 'ci'>): string {
  const who = ci?.actor ?? user;
  const where = ci === undefined ? `on ${host}` : [ci.system, ci.job].filter(Boolean).join(' ');
  return who === undefined ? where : ci === undefined ? `${who} ${where}` : `${who}, ${where}`;
}
