import { durationInWords } from '../../output/duration-words.ts';
import { withCommas } from '../../output/pluralize.ts';
import type { ChangeId } from '../../values/ids.ts';
import { keysOf } from '../../values/keys-of.ts';
import type { Change, ChangeKind } from '../plan/change.ts';
import { CHANGE_WORDS } from '../plan/change.ts';
import { NO_LINE } from '../plan/change-lines.ts';
import { CONSEQUENCES } from '../plan/consequences.ts';
import { type Forecast, finishTime } from '../plan/forecast.ts';
import type { Outcome } from '../run/journal-record.ts';

/** The result of a change. */
export interface ChangeResult {
  readonly change: Change;
  /** Undefined if the change was not started or its outcome is unknown. */
  readonly outcome: Outcome | undefined;
}

/** Returns the result of every change, starting with those that did not fully succeed. */
export function resultsOf(
  changes: readonly Change[],
  outcomes: ReadonlyMap<ChangeId, Outcome>,
): readonly ChangeResult[] {
  const results = changes.map((change) => ({ change, outcome: outcomes.get(change.id) }));
  const isGood = ({ outcome }: ChangeResult) =>
    outcome?.state === 'succeeded' && outcome.notKept === undefined;
  return [...results.filter((result) => !isGood(result)), ...results.filter(isGood)];
}

/** The counted noun for changes that are not about one user. */
const NOUNS: { readonly [Kind in ChangeKind]?: string } = {
  createGroup: 'group',
  addMembers: 'member',
  removeMembers: 'member',
  deleteGroup: 'group',
  renameGroup: 'group',
  replaceGroup: 'group',
  sendGroupPatch: 'group',
  callMethod: 'method',
};

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Describes a plan: "8 to create, 2 members to add", or "nothing to change". */
export function describeChanges(changes: readonly Change[]): string {
  const counts = countKinds(changes.map((change) => ({ change, outcome: undefined }))).map(
    ([kind, count]) => {
      const noun = NOUNS[kind];
      return noun === undefined
        ? `${count} to ${CHANGE_WORDS[kind].verb}`
        : `${countOf(count, noun)} to ${CHANGE_WORDS[kind].verb.replace(/ .*/, '')}`;
    },
  );
  return counts.length === 0 ? 'nothing to change' : counts.join(', ');
}

/**
 * Describes the cost of a plan: "200 calls, about 40 seconds at the documented rates", or "at --rate 5/s".
 * The time is omitted if rates do not delay it.
 * @param now milliseconds since 1970, to add the finish time of a long run; omitted if absent
 */
export function describeForecast(forecast: Forecast, now?: number): string {
  const { calls, seconds, basis = 'documented', rate, secondsAtDocumented } = forecast;
  const count = `${withCommas(calls)} ${calls === 1 ? 'call' : 'calls'}`;
  if (seconds === 0) return count;
  const finish = now === undefined ? undefined : finishTime(now, seconds);
  const until = finish === undefined ? '' : `, until ${finish}`;
  const pace = rate === undefined ? `the ${basis} rates` : `--rate ${rate}`;
  const documented =
    secondsAtDocumented === undefined
      ? ''
      : ` (${durationInWords(secondsAtDocumented * 1000)} at the documented rates)`;
  return `${count}, about ${durationInWords(seconds * 1000)} at ${pace}${until}${documented}`;
}

/** Returns each consequence of a plan, with its first line and the number of other changes that have it. */
export function describeConsequences(changes: readonly Change[]): readonly string[] {
  return keysOf(CONSEQUENCES).flatMap((consequence) => {
    const having = changes.filter(({ implies }) => implies?.includes(consequence) === true);
    const [first] = having;
    if (first === undefined) return [];
    // A change without a line is shown by its name.
    const where = first.line === NO_LINE ? first.name : `line ${first.line}`;
    const who = having.length === 1 ? where : `${where} and ${having.length - 1} more`;
    return [`${who}: ${CONSEQUENCES[consequence]}`];
  });
}

/**
 * Describes a run: "8 created, 2 unchanged, 1 failed". Unchanged means that there was nothing left to do when
 * the change started.
 */
export function describeOutcomes(results: readonly ChangeResult[]): string {
  const succeeded = results.filter(({ outcome }) => outcome?.state === 'succeeded');
  const done = succeeded.filter((result) => !isUnchanged(result));
  const unchanged = succeeded.length - done.length;
  const failed = results.filter(({ outcome }) => outcome?.state === 'failed').length;
  const open = results.length - succeeded.length - failed;
  const parts = countKinds(done).map(([kind, count]) => {
    const noun = NOUNS[kind];
    return noun === undefined
      ? `${count} ${CHANGE_WORDS[kind].done}`
      : `${countOf(count, noun)} ${CHANGE_WORDS[kind].done.replace(/^\S+ /, '')}`;
  });
  if (unchanged > 0) parts.push(`${unchanged} unchanged`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (open > 0) parts.push(`${open} left`);
  return parts.length === 0 ? 'nothing done' : parts.join(', ');
}

function isUnchanged({ outcome }: ChangeResult): boolean {
  return outcome?.state === 'succeeded' && outcome.how === 'already';
}

/** Counts changes by kind; of members, those who joined or left. */
function countKinds(results: readonly ChangeResult[]): readonly (readonly [ChangeKind, number])[] {
  const counts = new Map<ChangeKind, number>();
  for (const { change, outcome } of results) {
    const { kind } = change;
    const isCounted = kind === 'addMembers' || kind === 'removeMembers';
    const { notKept = [], untouched = [] } = outcome?.state === 'succeeded' ? outcome : {};
    const count = isCounted ? change.members.length - notKept.length - untouched.length : 1;
    if (count > 0) counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts];
}
