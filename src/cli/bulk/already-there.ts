import type { Mode } from '../../bulk/input/desired-state.ts';
import type { PlannedInput } from '../../bulk/plan/plan-input.ts';
import { Failure } from '../../failure/failure.ts';
import { rowOfIssue } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import { allowance } from '../../profiles/plan-limits.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { namesInWords } from '../writes/where-words.ts';
import type { BulkInput } from './bulk-input.ts';
import { planHead } from './plan-head.ts';
import { rerunPlanCommand } from './rerun-command.ts';

/** Code of the finding for a row that would create a user who already has an account. */
const ALREADY = 'user_creation_failed';

/**
 * Returns one failure for all rows that would create a user who already has an account, for example if the
 * same file is applied twice.
 * @returns undefined unless the file only creates users and all findings have this code
 */
export async function existingAccountsFailure(
  context: Context,
  { file, rows, reading, feed, aims, others }: BulkInput,
  mode: Mode,
  { issues, matches }: Pick<PlannedInput, 'issues' | 'matches'>,
): Promise<Failure | undefined> {
  if (mode !== 'create' || issues.some(({ code }) => code !== ALREADY)) return undefined;
  const lines = new Set(issues.flatMap((issue) => rowOfIssue(issue) ?? []));
  const names = [...lines].map((line) => matches.get(line)?.user?.values.userName ?? `line ${line}`);
  const source = { file, ...defined({ reading, feed }) };
  const update = rerunPlanCommand(context, { ...(await planHead(context)), mode: 'upsert', aims, source });
  const usual = Math.max(10, allowance('1%', rows.length));
  // The limit is for the rows of all shards, and the findings of the other shards are unknown here.
  const isLimitKnown = others.rows.length === 0;
  const allowed = isLimitKnown && lines.size > usual ? ` --max-bad-rows ${lines.size}` : '';
  const rest = lines.size < rows.length ? `; to create the others: --on-bad-row skip${allowed}` : '';
  const who =
    lines.size === 1
      ? `1 of ${pluralize(rows.length, 'row')} names a user`
      : `${lines.size} of ${pluralize(rows.length, 'row')} name users`;
  return new Failure(
    'invalidInput',
    `${file} is not accepted: ${who} who already ${lines.size === 1 ? 'has' : 'have'} an account (${namesInWords(names)}); nothing was sent`,
    { code: ALREADY, hint: `to update existing users too: ${update}${rest}` },
  );
}
