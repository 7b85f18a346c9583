import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES, type UserValues } from '../../spec/user-attributes.ts';
import type { Change, ChangeOf, UserUpdateChange } from '../plan/change.ts';
import type { Outcome } from '../run/journal-record.ts';
import type { StartedBy } from '../run/started-by.ts';
import type { ReadRun } from './merge-runs.ts';

/** What was done to one person, in the words of people who do not run the tool. */
export interface PersonChange {
  /** RFC 3339, at the machine that made it. */
  readonly when: string;
  readonly action: 'created' | 'changed' | 'deactivated' | 'reactivated';
  /** The userName. */
  readonly name: string;
  readonly email: string;
  readonly id: string;
  /** As the service writes it; empty where nothing tells. */
  readonly startDate: string;
  /** Each attribute that changed. */
  readonly values: readonly ValueChange[];
  /** Who or what made the run. */
  readonly by: string;
  readonly run: string;
}

export interface ValueChange {
  /** What people call the attribute. */
  readonly label: string;
  /** Empty where it was blank. */
  readonly before: string;
  readonly after: string;
}

const ACTIONS = {
  createUser: 'created',
  patchUser: 'changed',
  replaceUser: 'changed',
  sendUserPatch: 'changed',
  deactivateUser: 'deactivated',
  reactivateUser: 'reactivated',
} as const satisfies Partial<Record<Change['kind'], PersonChange['action']>>;

type PeopleChange = ChangeOf<'createUser'> | UserUpdateChange;

/** Returns what runs did to people, in the order in which it happened. What was there already, and what failed, is no change. */
export function peopleChangesOf(runs: readonly ReadRun[]): readonly PersonChange[] {
  const all = runs.flatMap((run) => changesIn(run));
  return all.sort((one, other) => Date.parse(one.when) - Date.parse(other.when));
}

function changesIn({ id: run, plan, records }: ReadRun): readonly PersonChange[] {
  const changes = new Map(plan.changes.map((change) => [change.id, change]));
  const start = records.find((record) => record.type === 'run.start');
  const by = start?.by === undefined ? '' : starterInWords(start.by);
  const made = new Map<string, PersonChange>();
  for (const record of records) {
    if (record.type !== 'outcome') continue;
    const change = changes.get(record.change);
    if (change === undefined || !isAboutPerson(change)) continue;
    const { outcome } = record;
    if (outcome.state !== 'succeeded' || outcome.how === 'already') continue;
    const [before, after] = valuesOf(change, outcome);
    const person = plan.people?.[outcome.id];
    const all: UserValues = { ...before, ...after };
    made.set(change.id, {
      when: record.t,
      action: ACTIONS[change.kind],
      name: outcome.name === '' ? change.name : outcome.name,
      email: after.email ?? person?.email ?? all.email ?? '',
      id: outcome.id,
      startDate: all.startDate ?? '',
      values: change.kind === 'createUser' ? [] : differencesOf(before, after),
      by,
      run,
    });
  }
  return [...made.values()];
}

function isAboutPerson(change: Change): change is PeopleChange {
  return Object.hasOwn(ACTIONS, change.kind);
}

function valuesOf(
  change: PeopleChange,
  outcome: Extract<Outcome, { state: 'succeeded' }>,
): readonly [UserValues, UserValues] {
  if (change.kind === 'createUser') return [{}, change.user];
  if (change.kind === 'sendUserPatch') return [outcome.changed?.before ?? {}, outcome.changed?.after ?? {}];
  return [change.before, change.set];
}

/** What is not in `after` is blank now. */
function differencesOf(before: UserValues, after: UserValues): readonly ValueChange[] {
  return USER_ATTRIBUTE_NAMES.filter(
    (name) => name !== 'password' && (before[name] ?? '') !== (after[name] ?? ''),
  ).map((name) => ({
    label: USER_ATTRIBUTES[name].label,
    before: String(before[name] ?? ''),
    after: String(after[name] ?? ''),
  }));
}

/** Returns "ann on host1", or "ann, GitHub Actions people / apply". */
export function starterInWords({ user, host, ci }: Pick<StartedBy, 'user' | 'host' | 'ci'>): string {
  const who = ci?.actor ?? user;
  const where = ci === undefined ? `on ${host}` : [ci.system, ci.job].filter(Boolean).join(' ');
  return who === undefined ? where : ci === undefined ? `${who} ${where}` : `${who}, ${where}`;
}
