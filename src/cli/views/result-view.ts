import { CHANGE_WORDS } from '../../bulk/plan/change.ts';
import { lineCell, linesCell, linesIfSeveral } from '../../bulk/plan/change-lines.ts';
import { failedOf, missingPartsOf } from '../../bulk/report/not-stored.ts';
import type { ChangeResult } from '../../bulk/report/summary.ts';
import type { Palette } from '../../output/palette.ts';
import type { Column, ListView } from '../../output/view.ts';
import { defined } from '../../values/defined.ts';
import type { ChangeId } from '../../values/ids.ts';
import { describeChange, type UserNamesById } from './describe-change.ts';

/**
 * Prints the results of a run. Every run has the same columns, but the message column is only shown if there
 * is a message.
 * @param names userNames by ID of the users that the changes name
 */
export function resultView(
  results: readonly ChangeResult[],
  names: UserNamesById = new Map(),
): ListView<ChangeResult> {
  const failed = failedOf(results);
  const hasMessages = results.some((result) => messageOf(result, failed) !== undefined);
  const columns = RESULT_VIEW.columns.map(({ importance, ...column }): Column<ChangeResult> => {
    if (column.name === 'what') return { ...column, value: ({ change }) => describeChange(change, names) };
    if (column.name !== 'message') return { ...column, ...defined({ importance }) };
    const shown = { ...column, value: (result: ChangeResult) => messageOf(result, failed) };
    return hasMessages ? { ...shown, ...defined({ importance }) } : shown;
  });
  return { ...RESULT_VIEW, columns, json: (result) => jsonOf(result, failed) };
}

/** Prints the results of a single command: the outcome first, without line numbers. */
export function singleResultView(
  results: readonly ChangeResult[],
  names: UserNamesById = new Map(),
): ListView<ChangeResult> {
  const view = resultView(results, names);
  return {
    ...view,
    columns: [
      ...view.columns.filter(({ name }) => name === 'outcome' || name === 'user'),
      { name: 'what', heading: 'What', importance: 2, value: ({ change }) => describeChange(change, names) },
    ],
  };
}

const RESULT_VIEW: ListView<ChangeResult> = {
  isSummarized: true,
  json: (result) => jsonOf(result),
  columns: [
    {
      name: 'line',
      heading: 'Line',
      importance: 3,
      align: 'right',
      value: ({ change }) => lineCell(change.line),
      tableValue: ({ change }) => linesCell(change),
    },
    { name: 'outcome', heading: 'Outcome', importance: 1, value: outcomeWord, paint: paintOutcome },
    { name: 'user', heading: 'Name', importance: 1, value: userName },
    {
      name: 'id',
      heading: 'ID',
      importance: 2,
      value: ({ outcome }) => (outcome?.state === 'succeeded' ? outcome.id : undefined),
    },
    { name: 'message', heading: 'Message', importance: 2, value: (result) => messageOf(result) },
    { name: 'action', heading: 'Action', value: ({ change }) => CHANGE_WORDS[change.kind].verb },
    { name: 'what', heading: 'What', value: ({ change }) => describeChange(change) },
    {
      name: 'code',
      heading: 'Code',
      value: ({ outcome }) => (outcome?.state === 'failed' ? outcome.code : undefined),
    },
  ],
};

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

export function userName({ change, outcome }: ChangeResult): string {
  return outcome?.state === 'succeeded' && outcome.name !== '' ? outcome.name : change.name;
}

function messageOf(result: ChangeResult, failed: ReadonlySet<ChangeId> = new Set()): string | undefined {
  const { outcome } = result;
  if (outcome?.state === 'failed') return `${outcome.message} [${outcome.code}]`;
  const { notStored, notCreated } = missingPartsOf(result, failed);
  const parts = [
    ...(notStored.length === 0 ? [] : [`the service did not store: ${notStored.join(', ')}`]),
    ...(notCreated.length === 0 ? [] : [`not created, so not added: ${notCreated.join(', ')}`]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

function jsonOf({ change, outcome }: ChangeResult, failed: ReadonlySet<ChangeId> = new Set()) {
  const { notStored, notCreated } = missingPartsOf({ change, outcome }, failed);
  return {
    line: change.line,
    ...linesIfSeveral(change),
    action: CHANGE_WORDS[change.kind].verb,
    user: change.name,
    outcome: outcomeWord({ change, outcome }),
    state: outcome?.state ?? 'open',
    ...(outcome?.state === 'succeeded' ? { id: outcome.id, name: outcome.name } : {}),
    ...(notStored.length === 0 ? {} : { notKept: notStored }),
    ...(notCreated.length === 0 ? {} : { notCreated }),
    ...(outcome?.state === 'failed' ? { code: outcome.code, message: outcome.message } : {}),
  };
}
