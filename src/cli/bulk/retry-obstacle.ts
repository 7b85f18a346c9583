import type { Change } from '../../bulk/plan/change.ts';
import { NO_LINE } from '../../bulk/plan/change-lines.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { JournalRecord, Outcome } from '../../bulk/run/journal-record.ts';
import { documentedCode } from '../../scim/service-error.ts';
import { SCIM_ERROR_CODES } from '../../spec/error-codes.ts';
import type { ChangeId } from '../../values/ids.ts';
import { isExplained } from '../explained-code.ts';
import { namesInWords } from '../writes/where-words.ts';
import { valueHolderInWords, whoHasValue } from '../writes/who-has-value.ts';
import { rerunCommand } from './rerun-command.ts';
import type { RetryObstacle } from './resume-words.ts';

/**
 * Code for a group whose members the service manages itself, or for passing trouble, for which the client has
 * retried already.
 */
const MANAGED = 'group_members_create_failed';

/** Code of the Web API for an unknown method. */
const NO_METHOD = 'unknown_method';

/** Code of a change that was not sent because a change before it failed. */
const BLOCKED = 'blocked';

type Failed = Change & { readonly code: string };

/**
 * Returns why a retry of the failed changes will not help, and what would; undefined if it may help.
 * @param read returns the whole journal of the run; not called without failures. A journal that cannot be
 * read is ignored.
 */
export function retryObstacleOf(
  plan: Pick<Plan, 'changes' | 'profile' | 'origin'>,
  outcomes: ReadonlyMap<ChangeId, Outcome>,
  read: () => readonly JournalRecord[],
): RetryObstacle | undefined {
  const failed = plan.changes.flatMap((change): Failed[] => {
    const outcome = outcomes.get(change.id);
    return outcome?.state === 'failed' && outcome.code !== BLOCKED ? [{ ...change, code: outcome.code }] : [];
  });
  const [first] = failed;
  if (first === undefined) return undefined;
  if (failed.every(({ code }) => code === NO_METHOD)) {
    const why = `a retry will not help: the service has no such method; see: orgctl explain ${NO_METHOD}`;
    return { why, isForNow: false };
  }
  const unsure = failed.filter(({ code }) => code !== MANAGED && !isRefusal(code));
  if (unsure.length > 0) {
    const counts = failuresByCode(read);
    if (unsure.some(({ id, code }) => (counts.get(`${id} ${code}`) ?? 0) < 2)) return undefined;
  }
  const names = [...new Set(failed.filter(({ code }) => code === MANAGED).map(({ name }) => name))];
  const isForNow = names.length === 0;
  const why = isForNow
    ? `until the cause is fixed${unsure.length > 0 ? ': the same changes failed again' : ''}`
    : `if the service itself manages the members of ${names.join(', ')}: remove the rows, and change the members at their source`;
  return {
    why: `a retry will not help ${why}${keepUsersHint(failed)}${explainHint(plan, failed)}`,
    isForNow,
  };
}

/** Returns the command that shows who owns the requested value, or that explains the code. */
function explainHint(plan: Pick<Plan, 'profile' | 'origin'>, failed: readonly Failed[]): string {
  const explained = failed.find(({ code }) => isExplained(code));
  if (explained === undefined) return '';
  const owner = whoHasValue(explained, explained.code);
  if (owner === undefined) return `; see: orgctl explain ${explained.code}`;
  const who = valueHolderInWords(explained.code);
  return `${who === undefined ? '' : `; ${who}`}; see: ${rerunCommand(plan, owner)}`;
}

/** Whether the code is documented as one for which the same request is refused again. */
function isRefusal(code: string): boolean {
  const known = documentedCode(code);
  return known !== undefined && SCIM_ERROR_CODES[known].retry === 'never';
}

/** Returns how to keep the users that `--prune` tries to deactivate each time. */
function keepUsersHint(failed: readonly Failed[]): string {
  const pruned = failed.filter(({ kind, line }) => kind === 'deactivateUser' && line === NO_LINE);
  if (pruned.length === 0) return '';
  const names = namesInWords(pruned.map(({ name }) => name));
  const how =
    pruned.length === 1 ? 'add a row for this user or protect the user' : 'add rows for them or protect them';
  return `; to make --prune keep ${names}, ${how} in the profile`;
}

/** Returns how often each change failed with each code; the key is `change code`. */
function failuresByCode(read: () => readonly JournalRecord[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const record of readOrEmpty(read)) {
    if (record.type !== 'outcome' || record.outcome.state !== 'failed') continue;
    const key = `${record.change} ${record.outcome.code}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function readOrEmpty(read: () => readonly JournalRecord[]): readonly JournalRecord[] {
  try {
    return read();
  } catch {
    return [];
  }
}
