import {
  CHANGE_WORDS,
  type Change,
  type ChangeOf,
  type GroupChange,
  isGroupChange,
  lineCell,
  type UserUpdate,
} from '../../bulk/plan/change.ts';
import { type Plan, planDigest } from '../../bulk/plan/plan-file.ts';
import type { ChangeResult } from '../../bulk/report/summary.ts';
import { counted } from '../../output/counted.ts';
import type { Palette } from '../../output/palette.ts';
import type { View } from '../../output/view.ts';
import {
  DEFAULT_TIMEZONE,
  USER_ATTRIBUTE_NAMES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import type { Json } from '../../spec/wire.ts';

/** What people call the managers of a plan, by ID. */
export const managerNames = ({ managers = {} }: Pick<Plan, 'managers'>): UserNames =>
  new Map(Object.entries(managers));

/** How the changes of a plan are shown; a manager by name. */
export function changeView(plan: Pick<Plan, 'managers'>): View<Change> {
  const names = managerNames(plan);
  return withWhat(CHANGE_VIEW, (change) => describeChange(change, names));
}

function withWhat(view: View<Change>, what: (change: Change) => string): View<Change> {
  const columns = view.columns.map((column) =>
    column.name === 'what' ? { ...column, value: what } : column,
  );
  return { ...view, columns };
}

/** The same where no manager is named. */
export const CHANGE_VIEW: View<Change> = {
  isSummarized: true,
  json: (change) => JSON.parse(JSON.stringify(change)) as Json,
  columns: [
    { name: 'line', heading: 'Line', importance: 2, align: 'right', value: ({ line }) => lineCell(line) },
    {
      name: 'action',
      heading: 'Action',
      importance: 1,
      value: ({ kind }) => CHANGE_WORDS[kind].verb,
      paint: paintAction,
    },
    { name: 'user', heading: 'Name', importance: 1, value: ({ name }) => name },
    { name: 'what', heading: 'What', importance: 3, value: describeChange },
  ],
};

/**
 * How the changes of a single command are shown: they come from no line of a file, and each is shown whole.
 * @param names userNames by ID, of the users that the changes name.
 */
export function singleChangeView(names: UserNames): View<Change> {
  const columns = CHANGE_VIEW.columns.filter(({ name }) => name !== 'line');
  const what = (change: Change) =>
    change.kind === 'createUser' ? describeNewUser(change, names) : describeChange(change, names);
  return withWhat({ ...CHANGE_VIEW, columns }, what);
}

/** What people call users, by ID. */
export type UserNames = ReadonlyMap<string, string>;

/** A plan as one thing: for --query, which sees what its file has. */
export const PLAN_VIEW: View<Plan> = {
  json: (plan) => JSON.parse(JSON.stringify({ ...plan, digest: planDigest(plan) })) as Json,
  columns: [],
};

/** How the results of a run are shown; without the column of messages when there is none. */
export function resultView(results: readonly ChangeResult[]): View<ChangeResult> {
  if (results.some((result) => messageOf(result) !== undefined)) return RESULT_VIEW;
  return { ...RESULT_VIEW, columns: RESULT_VIEW.columns.filter(({ name }) => name !== 'message') };
}

/** The results of a single command: what was done first, and no line of a file. */
export function singleResultView(
  results: readonly ChangeResult[],
  names: UserNames = new Map(),
): View<ChangeResult> {
  const view = resultView(results);
  return {
    ...view,
    columns: [
      ...view.columns.filter(({ name }) => name === 'outcome' || name === 'user'),
      { name: 'what', heading: 'What', importance: 2, value: ({ change }) => describeChange(change, names) },
    ],
  };
}

const RESULT_VIEW: View<ChangeResult> = {
  isSummarized: true,
  json: ({ change, outcome }) => ({
    line: change.line,
    action: CHANGE_WORDS[change.kind].verb,
    user: change.name,
    outcome: outcome?.state ?? 'open',
    ...(outcome?.state === 'succeeded' ? { id: outcome.id, name: outcome.name } : {}),
    ...(outcome?.state === 'succeeded' && outcome.notKept !== undefined ? { notKept: outcome.notKept } : {}),
    ...(outcome?.state === 'failed' ? { code: outcome.code, message: outcome.message } : {}),
  }),
  columns: [
    {
      name: 'line',
      heading: 'Line',
      importance: 3,
      align: 'right',
      value: ({ change }) => lineCell(change.line),
    },
    { name: 'outcome', heading: 'Outcome', importance: 1, value: outcomeWord, paint: paintOutcome },
    { name: 'user', heading: 'Name', importance: 1, value: userName },
    {
      name: 'id',
      heading: 'ID',
      importance: 2,
      value: ({ outcome }) => (outcome?.state === 'succeeded' ? outcome.id : undefined),
    },
    { name: 'message', heading: 'Message', importance: 2, value: messageOf },
  ],
};

/**
 * Returns what a change does in one line: the values of a new user, or what becomes what.
 * @param names userNames by ID, shown in place of the IDs of managers.
 */
export function describeChange(change: Change, names: UserNames = new Map()): string {
  if (isGroupChange(change)) return describeGroupChange(change);
  if (change.kind === 'callMethod') return change.meaning ?? describeArguments(change.arguments);
  if (change.kind !== 'createUser') return describeUpdate(change, names);
  const { userName: _, ...rest } = change.user;
  const { email, displayName, title } = rest;
  const others =
    Object.keys(rest).length +
    change.withheld.length -
    [email, displayName, title].filter((value) => value !== undefined).length;
  const words = [email, displayName, title].filter((value) => value !== undefined).map(shortened);
  return others > 0 ? `${words.join(', ')} and ${others} more` : words.join(', ');
}

/** Every value of a new user; secrets by their names alone. */
function describeNewUser({ user, withheld }: ChangeOf<'createUser'>, names: UserNames): string {
  const told = USER_ATTRIBUTE_NAMES.filter((name) => name !== 'userName' && user[name] !== undefined);
  return [
    ...told.map((name) => `${name}: ${shown(user, name, names)}`),
    ...withheld.map((name) => `${name}: not shown`),
  ].join('; ');
}

/** Members that are named before the rest is counted. */
const MEMBERS_SHOWN = 5;

function describeGroupChange(change: GroupChange): string {
  if (change.kind === 'createGroup') return '';
  if (change.kind === 'deleteGroup') return counted(change.members.length, 'member');
  if (change.kind === 'renameGroup') return `name: ${change.formerName} → ${change.displayName}`;
  if (change.kind === 'sendGroupPatch') return 'operations as written';
  if (change.kind !== 'replaceGroup') return namesIn(change.members);
  const { before, displayName, joining, leaving } = change;
  return [
    ...(before.displayName === displayName ? [] : [`name: ${before.displayName} → ${displayName}`]),
    ...(joining.length === 0 ? [] : [`add ${namesIn(joining)}`]),
    ...(leaving.length === 0 ? [] : [`remove ${namesIn(leaving)}`]),
  ].join('; ');
}

function namesIn(members: readonly { readonly name: string }[]): string {
  const shown = members.slice(0, MEMBERS_SHOWN).map(({ name }) => name);
  const rest = members.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

function describeArguments(words: { readonly [name: string]: Json }): string {
  const texts = Object.entries(words).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(',') : String(value);
    return `${name}=${shortened(text)}`;
  });
  return texts.join(' ');
}

function describeUpdate({ set, clear, before }: UserUpdate, names: UserNames): string {
  if (Object.keys(set).length + clear.length === 0) return 'requests as written';
  const told = USER_ATTRIBUTE_NAMES.flatMap((name) => {
    if (clear.includes(name)) return [`${name}: ${shown(before, name, names)} → ${clearedTo(name)}`];
    // A replacement carries what stays as it is, too.
    if (set[name] === undefined || isSameText(set[name], before[name])) return [];
    return [`${name}: ${shown(before, name, names)} → ${shown(set, name, names)}`];
  });
  return told.length === 0 ? 'every value stays as it is' : told.join('; ');
}

/** Blank and absent are the same. */
function isSameText(one: string | boolean, other: string | boolean | undefined): boolean {
  return one === (other ?? '');
}

/** What an attribute without a value shows as. */
function clearedTo(name: UserAttributeName): string {
  return name === 'timezone' ? DEFAULT_TIMEZONE : 'empty';
}

function shown(values: UserValues, name: keyof UserValues, names: UserNames): string {
  const value = values[name];
  if (value === undefined || value === '') return 'empty';
  if (name === 'manager') return names.get(String(value)) ?? String(value);
  return typeof value === 'boolean' ? String(value) : shortened(value);
}

/** Longest value that is shown whole. */
const LONGEST_VALUE = 40;

function shortened(value: string): string {
  const characters = [...value.slice(0, 4 * LONGEST_VALUE)];
  return characters.length > LONGEST_VALUE ? `${characters.slice(0, LONGEST_VALUE - 1).join('')}…` : value;
}

function paintAction(text: string, { kind }: Change, palette: Palette): string {
  if (kind === 'deactivateUser' || kind === 'removeMembers' || kind === 'deleteGroup')
    return palette.bad(text);
  return kind === 'createUser' || kind === 'createGroup' ? palette.good(text) : palette.caution(text);
}

function outcomeWord({ change, outcome }: ChangeResult): string {
  if (outcome === undefined) return 'open';
  if (outcome.state === 'failed') return 'failed';
  if (outcome.how === 'already') return 'unchanged';
  return CHANGE_WORDS[change.kind].done;
}

function paintOutcome(text: string, { outcome }: ChangeResult, palette: Palette): string {
  if (outcome === undefined) return palette.caution(text);
  if (outcome.state === 'failed') return palette.bad(text);
  return outcome.notKept === undefined ? palette.good(text) : palette.caution(text);
}

function userName({ change, outcome }: ChangeResult): string {
  return outcome?.state === 'succeeded' && outcome.name !== '' ? outcome.name : change.name;
}

function messageOf({ outcome }: ChangeResult): string | undefined {
  if (outcome?.state === 'failed') return `${outcome.message} [${outcome.code}]`;
  if (outcome?.state !== 'succeeded') return undefined;
  return outcome.notKept === undefined
    ? undefined
    : `the service did not keep: ${outcome.notKept.join(', ')}`;
}
