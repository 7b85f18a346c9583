import { CHANGE_WORDS, type Change, type ChangeKind, isUserUpdate } from '../../bulk/plan/change.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { lastFeed } from '../../bulk/run/last-feed.ts';
import { Failure } from '../../failure/failure.ts';
import { rowOfIssue } from '../../failure/issue.ts';
import type { ListView } from '../../output/view.ts';
import type { Context } from '../context.ts';
import { runsFolder } from './runs-folder.ts';

/** One count of a plan next to that of the last plan of the same file. */
export interface ComparedCount {
  readonly what: string;
  readonly last: number;
  readonly now: number;
  /** The first names that were not in the last plan. */
  readonly who: readonly string[];
}

export const COMPARED_VIEW: ListView<ComparedCount> = {
  isSummarized: true,
  json: ({ who, ...count }) => ({ ...count, who: [...who] }),
  columns: [
    { name: 'what', heading: 'What', importance: 1, value: ({ what }) => what },
    { name: 'last', heading: 'Last', importance: 1, align: 'right', value: ({ last }) => last },
    { name: 'now', heading: 'Now', importance: 1, align: 'right', value: ({ now }) => now },
    { name: 'who', heading: 'New', importance: 2, value: ({ who }) => who.join(', ') },
  ],
};

const NAMES_SHOWN = 5;

/**
 * Compares a plan with the last applied plan of the file with the same name.
 * @returns when that plan was applied, and each count of both plans
 * @throws Failure `usage` if there is no such plan
 */
export function compareWithLast(
  context: Context,
  plan: Plan,
): { readonly when: string; readonly counts: readonly ComparedCount[] } {
  const folder = runsFolder(context);
  const { feed } = plan.source;
  const found = feed === undefined ? undefined : lastFeed(folder, plan.origin, feed.name);
  if (found === undefined)
    throw new Failure(
      'usage',
      `${plan.source.file} was not applied before; there is nothing to compare with`,
    );
  return { when: found.when, counts: comparedCounts(found.plan(), plan) };
}

function comparedCounts(last: Plan, now: Plan): readonly ComparedCount[] {
  const count = (what: string, of: (plan: Plan) => number) => ({
    what,
    last: of(last),
    now: of(now),
    who: [],
  });
  const kinds = [...new Set([...last.changes, ...now.changes].map(({ kind }) => kind))];
  const again = now.changes.filter((change) => last.changes.some((other) => isSame(change, other)));
  return [
    count('rows', ({ source }) => source.rows),
    count('unchanged', ({ unchanged }) => unchanged),
    count('left out', ({ rejected }) => new Set(rejected?.map(rowOfIssue)).size),
    ...kinds.map((kind) => compareKind(kind, last, now)),
    { what: 'the same change again', last: 0, now: again.length, who: namesOf(again) },
  ];
}

function compareKind(kind: ChangeKind, last: Plan, now: Plan): ComparedCount {
  const before = last.changes.filter((change) => change.kind === kind);
  const changes = now.changes.filter((change) => change.kind === kind);
  const known = new Set(before.map(({ name }) => name));
  const who = namesOf(changes.filter(({ name }) => !known.has(name)));
  return { what: CHANGE_WORDS[kind].verb, last: before.length, now: changes.length, who };
}

/** Whether the last run made the same change, which has been reverted since. */
function isSame(one: Change, other: Change): boolean {
  if (one.kind !== other.kind || one.name !== other.name) return false;
  if (!isUserUpdate(one) || !isUserUpdate(other)) return false;
  return JSON.stringify([one.set, one.clear]) === JSON.stringify([other.set, other.clear]);
}

function namesOf(changes: readonly Change[]): readonly string[] {
  const names = [...new Set(changes.map(({ name }) => name))];
  return names.length > NAMES_SHOWN ? [...names.slice(0, NAMES_SHOWN), '…'] : names;
}
