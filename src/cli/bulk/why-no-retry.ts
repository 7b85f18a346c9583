import type { Change, ChangeId } from '../../bulk/plan/change.ts';
import type { JournalRecord, Outcome } from '../../bulk/run/journal-record.ts';

/** What the service says of a group whose members it manages itself, and of no passing trouble: the client has tried again already. */
const MANAGED = 'group_members_create_failed';

/** The code of a change that was not sent, because one before it failed. */
const BLOCKED = 'blocked';

/**
 * Says why a retry of the changes that failed will not help, and what would; undefined where it may.
 * @param records the whole journal of the run
 */
export function whyNoRetry(
  changes: readonly Change[],
  outcomes: ReadonlyMap<ChangeId, Outcome>,
  records: readonly JournalRecord[],
): string | undefined {
  const counts = failuresByCode(records);
  const failed = changes.flatMap(({ id, name }) => {
    const outcome = outcomes.get(id);
    return outcome?.state === 'failed' && outcome.code !== BLOCKED ? [{ id, name, code: outcome.code }] : [];
  });
  const [first] = failed;
  if (first === undefined) return undefined;
  const isManaged = failed.every(({ code }) => code === MANAGED);
  const isSame = failed.every(({ id, code }) => code === MANAGED || (counts.get(`${id} ${code}`) ?? 0) > 1);
  if (!isManaged && !isSame) return undefined;
  const names = [...new Set(failed.filter(({ code }) => code === MANAGED).map(({ name }) => name))];
  const why =
    names.length > 0
      ? `if the service manages the members of ${names.join(', ')} itself: leave the rows out, and change the members at their source`
      : 'while the reason stays: the same changes failed again';
  return `a retry will not help ${why}; see: orgctl explain ${first.code}`;
}

/** How often each change failed with each code, by `change code`. */
function failuresByCode(records: readonly JournalRecord[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    if (record.type !== 'outcome' || record.outcome.state !== 'failed') continue;
    const key = `${record.change} ${record.outcome.code}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
