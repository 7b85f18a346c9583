import type { Dialect } from '../../bulk/input/dialect.ts';
import { allowedWords } from '../../bulk/plan/limits.ts';
import { failedRowsAsTyped, type Reason } from '../../bulk/report/failed-rows.ts';
import { Failure } from '../../failure/failure.ts';
import { formatPlace, type Issue, rowOfIssue } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import { allowance, type LimitValue } from '../../profiles/plan-limits.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import { writeInPieces } from '../../storage/atomic-file.ts';
import { readBytes } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import type { FeedOptions } from '../options/feed-options.ts';
import type { ReadingOptions } from '../options/reading-options.ts';
import { describeIssue } from '../report-failure.ts';
import { causeWords, commonCause } from './common-cause.ts';
import { isPlanFile } from './read-apply-input.ts';
import { hasEarlierRows, mustWriteRows, removeEarlierRows } from './remove-earlier-rows.ts';
import { checkRowsOut } from './write-failed-rows.ts';

/** Number of findings of rejected rows that are shown one by one. */
const SHOWN = 20;

/** The rows of a file that are left out. */
export interface RejectedRows {
  readonly file: string;
  /** Number of rows in this shard of the file, or in the whole file. */
  readonly rows: number;
  readonly issues: readonly Issue[];
  /** The dialect with which the file was read. */
  readonly dialect: Dialect;
  /** The part of it that flags set. */
  readonly typed: Dialect | undefined;
  readonly elsewhere: Elsewhere;
}

/** Number of rows in other shards, and how many of them are left out. */
export interface Elsewhere {
  readonly rows: number;
  readonly left: number;
}

/**
 * Checks that the rejected rows can be written, before anything is read. A saved plan has no rows; the
 * command that reads it refuses the flags for that reason.
 * @throws Failure `usage`, `storage`
 */
export function checkRejects(
  input: string,
  { rejects, maxBadRows, force, onBadRow }: FeedOptions & Pick<ReadingOptions, 'onBadRow'>,
): void {
  if (isPlanFile(input)) return;
  const flag = rejects === undefined ? '--max-bad-rows' : '--rejects';
  if (onBadRow !== 'skip' && (rejects ?? maxBadRows) !== undefined)
    throw new Failure('usage', `${flag} has no effect without --on-bad-row skip`, {
      hint: 'add --on-bad-row skip',
    });
  // Whether they are the rows of a dry run is known once the input is read.
  const mayReplace = force === true || (rejects !== undefined && hasEarlierRows(rejects));
  checkRowsOut('--rejects', input, rejects, mayReplace);
}

/**
 * Writes and reports the rejected rows, and checks their number against the limit.
 * @throws Failure `limit` if there are more than allowed; nothing was sent
 */
export async function writeAndCheckRejects(
  context: Context,
  left: RejectedRows,
  options: FeedOptions,
): Promise<void> {
  const { rejects } = options;
  if (rejects !== undefined) await writeRejects(context, left, rejects, options.force === true);
  const lines = linesOf(left.issues);
  if (options.isSilent === true) return;
  if (lines.length > 0) await warnOfRejects(context, left, rejects);
  refuseTooMany(left, lines.length, options.maxBadRows);
}

async function warnOfRejects(
  context: Context,
  left: RejectedRows,
  rejects: string | undefined,
): Promise<void> {
  const shown = left.issues.slice(0, SHOWN).map((issue) => describeIssue(issue, context.messages.palette));
  const rest = left.issues.length - shown.length;
  await context.messages.lines(`${[...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n')}\n`);
  const where = rejects === undefined ? '' : `: ${rejects}`;
  await context.messages.warn(`${leftOutWords(left)}${where}`);
}

/** Checks the limit against the rows of all shards, so that all shards stop together. */
function refuseTooMany(left: RejectedRows, own: number, limit: LimitValue | undefined): void {
  const { file, elsewhere } = left;
  const rows = left.rows + elsewhere.rows;
  const count = own + elsewhere.left;
  const allowed = limit === undefined ? Math.max(10, allowance('1%', rows)) : allowance(limit, rows);
  if (count <= allowed) return;
  const share = elsewhere.rows === 0 ? '' : ` (${own} in this shard)`;
  // The findings of other shards are not known here.
  const cause = elsewhere.left === 0 ? commonCause(left.issues) : undefined;
  const what = `${pluralize(count, 'bad row')} in ${file}${share}${causeWords(cause)}`;
  // Without any other row, a higher limit would apply nothing.
  const isAll = count >= rows;
  const hint = isAll
    ? `no row is left to apply; ${cause?.remedy ?? 'correct the file'}`
    : `to allow this: --max-bad-rows ${count}`;
  throw new Failure('limit', `${what}, ${allowedWords(allowed)}`, { hint });
}

/** Describes how many rows are left out. */
export function leftOutWords({ file, rows, issues }: Pick<RejectedRows, 'file' | 'rows' | 'issues'>): string {
  const count = linesOf(issues).length;
  return `${count} of ${pluralize(rows, 'row')} of ${file} ${count === 1 ? 'was' : 'were'} skipped`;
}

/** Returns the first lines of the rows with findings. */
export function linesOf(issues: readonly Issue[]): readonly number[] {
  return [...new Set(issues.flatMap((issue) => rowOfIssue(issue) ?? []))];
}

/** Writes the rejected rows unchanged, with place, code and message; without any, removes an earlier file. */
async function writeRejects(
  context: Context,
  { file, issues, dialect, typed }: RejectedRows,
  out: string,
  mayReplace: boolean,
): Promise<void> {
  const reasons = new Map<number, Reason>();
  for (const issue of issues) {
    const { at, code, message } = issue;
    const row = rowOfIssue(issue);
    if (at !== undefined && row !== undefined && !reasons.has(row))
      reasons.set(row, { code, message, place: formatPlace(at) });
  }
  const vendor = context.common.vendor ?? DEFAULT_VENDOR;
  const text = () =>
    issues.length === 0
      ? []
      : failedRowsAsTyped(readBytes(file, context.host.streams.stdin), file, vendor, reasons, {
          dialect,
          typed,
        });
  if (!(await mustWriteRows(out, mayReplace, text))) return;
  if (issues.length === 0) return removeEarlierRows(out);
  await writeInPieces(out, {}, async (target) => {
    for await (const piece of text()) target.write(piece);
  });
}
