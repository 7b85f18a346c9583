import { headingsOfSource } from '../../bulk/input/apply-map-rule.ts';
import type { ColumnMap } from '../../bulk/input/column-map.ts';
import { columnOf } from '../../bulk/input/columns.ts';
import type { DesiredMembership } from '../../bulk/input/desired-membership.ts';
import type { DesiredUser } from '../../bulk/input/desired-state.ts';
import { type Dialect, dialectForReread } from '../../bulk/input/dialect.ts';
import type { InputRow } from '../../bulk/input/input-row.ts';
import { readRows } from '../../bulk/input/read-rows.ts';
import { CHANGE_WORDS, type Change } from '../../bulk/plan/change.ts';
import { findGroups } from '../../bulk/plan/group-snapshot.ts';
import type { Match } from '../../bulk/plan/match.ts';
import { UserMatcher } from '../../bulk/plan/match-users.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import { rowOfIssue } from '../../failure/issue.ts';
import type { ListView } from '../../output/view.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import { inputName, readBytes } from '../../terminal/read-input.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { managerNames } from '../views/change-view.ts';
import { describeChange } from '../views/describe-change.ts';
import type { BulkInput } from './bulk-input.ts';
import type { MadePlan } from './make-plan.ts';

/** One step from a row to its changes. */
export interface ExplainedStep {
  readonly step: 'cell' | 'column' | 'key' | 'match' | 'finding' | 'decision' | 'change';
  readonly what: string;
}

export const STEP_VIEW: ListView<ExplainedStep> = {
  isSummarized: true,
  json: (step) => ({ ...step }),
  columns: [
    { name: 'step', heading: 'Step', importance: 1, value: ({ step }) => step },
    { name: 'what', heading: 'What', importance: 1, value: ({ what }) => what },
  ],
};

/**
 * Shows how a line of an input file was read, which user it matches, and the resulting changes.
 * @throws Failure `usage` if no row starts in that line, or the input cannot be read again
 */
export async function explainRow(
  context: Context,
  file: string,
  line: number,
  {
    input,
    made,
    map,
  }: { readonly input: BulkInput; readonly made: MadePlan; readonly map: ColumnMap | undefined },
): Promise<readonly ExplainedStep[]> {
  const raw = await rowAt(context, file, line, dialectForReread(input.reading?.dialect, input.written));
  const { plan, matches = new Map<number, Match>() } = made;
  const row = [...input.rows, ...input.others.rows, ...input.rejected.rows].find((one) => one.line === line);
  const membership = [...input.memberships, ...input.others.memberships].find((one) => one.line === line);
  const findings = (plan.rejected ?? []).filter((issue) => rowOfIssue(issue) === line);
  const changes = plan.changes.filter((change) => isOfLine(change, line));
  return [
    ...cellsOf(raw, row, headingsOfPassword(map)),
    ...columnsOf(row),
    ...(membership === undefined ? [] : membershipSteps(membership, made)),
    ...keysOf(matches.get(line)),
    ...findings.map(
      ({ code, message }): ExplainedStep => ({ step: 'finding', what: `${message} (${code})` }),
    ),
    { step: 'decision', what: decisionOf(line, row, matches.get(line), { input, made }) },
    ...changes.map((change): ExplainedStep => ({ step: 'change', what: changeInWords(change, plan) })),
  ];
}

/** Returns the headings from which a map takes the password, as they are compared. */
function headingsOfPassword(map: ColumnMap | undefined): ReadonlySet<string> {
  const rules = (map?.rules ?? []).filter(({ column }) => column === 'password');
  const sources = rules.flatMap(({ variants }) => variants.map(({ source }) => source));
  return new Set(sources.flatMap(headingsOfSource).map(comparisonKey));
}

/**
 * Returns the cells of the row; a password is masked. If the number of cells is wrong, each of them may be
 * the password.
 */
function cellsOf(
  { cells, headings: { names } }: InputRow,
  row: DesiredUser | undefined,
  ofPassword: ReadonlySet<string>,
): readonly ExplainedStep[] {
  const isPassword = (name: string) => columnOf(name) === 'password' || ofPassword.has(comparisonKey(name));
  const isShifted = cells.length !== names.length && names.some(isPassword);
  return cells.flatMap((cell, index): ExplainedStep[] => {
    const name = names[index] ?? '';
    const isSecret = isShifted || isPassword(name) || (cell !== '' && cell === row?.set.password);
    return cell === '' ? [] : [{ step: 'cell', what: `${name}: ${isSecret ? '…' : cell}` }];
  });
}

async function rowAt(context: Context, file: string, line: number, dialect: Dialect): Promise<InputRow> {
  if (file === '-')
    throw new Failure('usage', '--explain needs a file: stdin cannot be read again', {
      hint: 'save the input to a file, and pass that file',
    });
  const bytes = readBytes(file, context.host.streams.stdin);
  const vendor = context.common.vendor ?? DEFAULT_VENDOR;
  const ignoreIssue = () => {};
  for await (const batch of readRows(bytes, {
    file: inputName(file),
    vendor,
    report: ignoreIssue,
    onHeadings: ignoreIssue,
    dialect,
  })) {
    const found = batch.find((row) => row.line === line);
    if (found !== undefined) return found;
  }
  throw new Failure('usage', `no row of ${inputName(file)} starts on line ${line}`);
}

function columnsOf(row: DesiredUser | undefined): readonly ExplainedStep[] {
  if (row === undefined) return [];
  const { id, set, clear, groups, managed, outside } = row;
  const values = Object.entries({ ...defined({ id }), ...set })
    // A password is masked.
    .map(([name, value]) => `${name} = ${name === 'password' ? '…' : value}`);
  return [
    ...values,
    ...clear.map((name) => `${name} is cleared`),
    ...(groups === undefined ? [] : [`groups = ${groups.join('; ')}`]),
    ...(managed === undefined ? [] : [`groups of the map: ${managed.join('; ') || 'none'}`]),
    ...(outside === undefined ? [] : [`provision.when does not match: ${outside}`]),
  ].map((what) => ({ step: 'column', what }));
}

/** Returns the columns of a row of a group file, and which group and user they match. */
function membershipSteps(
  { group, member, action }: DesiredMembership,
  { snapshot, groups }: MadePlan,
): readonly ExplainedStep[] {
  const there = findGroups(groups, group).map(({ id, displayName }) => `${displayName} (${id})`);
  const columns = [
    `group = ${group}`,
    ...(member === undefined ? [] : [`member = ${member}`, `action = ${action}`]),
  ];
  const users = member === undefined ? [] : new UserMatcher(snapshot).named(member);
  const names = users.map(({ id, values }) => `${values.userName ?? ''} (${id})`.trim());
  return [
    ...columns.map((what): ExplainedStep => ({ step: 'column', what })),
    { step: 'key', what: `group ${group} ${ownersInWords(there, 'does not exist')}` },
    ...(member === undefined
      ? []
      : [{ step: 'key', what: `member ${member} ${ownersInWords(names, 'matches no user')}` } as const]),
  ];
}

function ownersInWords(names: readonly string[], none: string): string {
  return names.length === 0 ? none : `is ${names.join(' and ')}`;
}

function keysOf(match: Match | undefined): readonly ExplainedStep[] {
  if (match === undefined) return [];
  const keys = match.hits.map(({ key, value, users }): ExplainedStep => {
    const who = users.map(({ id, values }) => `${values.userName ?? ''} (${id})`.trim());
    return { step: 'key', what: `${key} ${value} ${ownersInWords(who, 'matches no user')}` };
  });
  const { user, by, accepted } = match;
  if (user === undefined) return keys;
  const word = accepted === undefined ? '' : `; accepted: ${accepted.message}`;
  const what = `${user.values.userName ?? ''} (${user.id}) by ${by ?? 'no key'}${word}`;
  return [...keys, { step: 'match', what }];
}

function decisionOf(
  line: number,
  row: DesiredUser | undefined,
  match: Match | undefined,
  { input, made: { plan } }: { readonly input: BulkInput; readonly made: MadePlan },
): string {
  if (plan.rejected?.some((issue) => rowOfIssue(issue) === line) === true)
    return 'skipped: the row has a finding';
  const verbs = new Set(plan.changes.filter((change) => isOfLine(change, line)).map(({ kind }) => kind));
  if (verbs.size > 0) return [...verbs].map((kind) => CHANGE_WORDS[kind].verb).join(', ');
  if (input.memberships.some((one) => one.line === line)) return 'unchanged';
  if (input.others.memberships.some((one) => one.line === line))
    return 'not selected: the row belongs to another shard';
  if (row === undefined) return 'not selected: excluded by --where, --skip, --first or provision';
  if (input.others.rows.includes(row)) return 'not selected: the row belongs to another shard';
  if (match?.user !== undefined)
    return row.outside === 'ignore' ? 'ignored: provision.when does not match' : 'unchanged';
  return 'not created: no account exists, and the row is inactive or excluded by provision';
}

function isOfLine(change: Change, line: number): boolean {
  return 'members' in change && change.kind !== 'deleteGroup'
    ? change.members.some((member) => member.line === line)
    : change.line === line;
}

function changeInWords(change: Change, plan: Plan): string {
  const all = plan.changes;
  const lines = change.after.flatMap((id) => all.find((other) => other.id === id)?.line ?? []);
  const others = [...new Set(lines)].filter((line) => line !== change.line);
  const waits = others.length === 0 ? '' : `; after line ${others.join(', ')}`;
  const what = describeChange(change, managerNames(plan));
  return `${CHANGE_WORDS[change.kind].verb} ${change.name}${what === '' ? '' : `: ${what}`}${waits}`;
}
