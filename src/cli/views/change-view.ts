import { CHANGE_WORDS, type Change } from '../../bulk/plan/change.ts';
import { lineCell, linesCell } from '../../bulk/plan/change-lines.ts';
import { type Plan, planDigest } from '../../bulk/plan/plan-file.ts';
import type { Palette } from '../../output/palette.ts';
import type { ListView, View } from '../../output/view.ts';
import { asJson } from '../../rules/json-value.ts';
import { describeChange, describeNewUser, type UserNamesById } from './describe-change.ts';

/** The names of the managers in a plan, by ID. */
export const managerNames = ({ managers = {} }: Pick<Plan, 'managers'>): UserNamesById =>
  new Map(Object.entries(managers));

/** Prints the changes of a plan, with managers by name. */
export function changeView(plan: Pick<Plan, 'managers'>): ListView<Change> {
  const names = managerNames(plan);
  return withDescription(CHANGE_VIEW, (change) => describeChange(change, names));
}

function withDescription(view: ListView<Change>, what: (change: Change) => string): ListView<Change> {
  const columns = view.columns.map((column) =>
    column.name === 'what' ? { ...column, value: what } : column,
  );
  return { ...view, columns };
}

/** Like `changeView`, without manager names. */
export const CHANGE_VIEW: ListView<Change> = {
  isSummarized: true,
  json: (change) => asJson(change),
  columns: [
    {
      name: 'line',
      heading: 'Line',
      importance: 2,
      align: 'right',
      value: ({ line }) => lineCell(line),
      tableValue: linesCell,
    },
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
 * Prints the changes of a single command: without line numbers, and with all values of each change.
 * @param names userNames by ID of the users that the changes name
 */
export function singleChangeView(names: UserNamesById): ListView<Change> {
  const columns = CHANGE_VIEW.columns.filter(({ name }) => name !== 'line');
  const what = (change: Change) =>
    change.kind === 'createUser' ? describeNewUser(change, names) : describeChange(change, names);
  return withDescription({ ...CHANGE_VIEW, columns }, what);
}

/** A plan as one object for --query, with the members of its file. */
export const PLAN_VIEW: View<Plan> = {
  json: (plan) => asJson({ ...plan, digest: planDigest(plan) }),
  columns: [],
};

function paintAction(text: string, { kind }: Change, palette: Palette): string {
  if (kind === 'deactivateUser' || kind === 'removeMembers' || kind === 'deleteGroup')
    return palette.bad(text);
  return kind === 'createUser' || kind === 'createGroup' ? palette.good(text) : palette.caution(text);
}
