import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Mode } from '../../bulk/input/desired-state.ts';
import { beginsAsPlan, looksLikePlan, type Plan, type PlanScope } from '../../bulk/plan/plan-file.ts';
import { readPlan } from '../../bulk/plan/read-plan.ts';
import { Failure } from '../../failure/failure.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { inputName, isPlainFile, readBytes, readText, startOfInput } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { ReadingOptions } from '../options/reading-options.ts';
import { beforeRun } from './before-run.ts';
import type { BulkInput } from './bulk-input.ts';
import {
  type ComparedFeed,
  type InputOptions,
  resolveInputOptions,
  restoreInputOptions,
  sharesOf,
} from './input-options.ts';
import { readBulkInput } from './read-bulk-input.ts';
import { planAgain } from './rerun-command.ts';

/** What `bulk apply` was given: rows to plan, or a plan; and the values that no plan holds. */
export type ApplyInput = { readonly withheld: ReadonlyMap<number, UserValues> } & (
  | { readonly kind: 'rows'; readonly input: BulkInput; readonly mode: Mode }
  | { readonly kind: 'plan'; readonly file: string; readonly plan: Plan }
);

const LARGEST_PLAN = 512 * 1024 * 1024;

/** Characters that tell what a file is. */
const START = 4096;

/**
 * Reads a CSV or a saved plan as the flags say.
 * @returns the input, and the context of its run: machines that share its rows share the quotas of the
 * service
 * @throws Failure `invalidInput`, or `stale` when the source of a plan changed since
 */
export async function openApplyInput(
  given: Context,
  file: string,
  mode: Mode,
  options: ReadingOptions & ComparedFeed,
  aims: PlanScope,
): Promise<{ readonly context: Context; readonly input: ApplyInput }> {
  const how = await resolveInputOptions(given, options);
  const { stdin } = given.host.streams;
  const text = /\.json$/i.test(file) || isPlanFile(file) ? await readText(file, stdin, LARGEST_PLAN) : '';
  if (looksLikePlan(text)) {
    refuseChosenRows(file, how);
    const plan = readPlan(text, inputName(file));
    const context = given.forRun(sharesOf(plan.source.reading));
    return {
      context,
      input: { kind: 'plan', file, plan, withheld: await readWithheld(context, plan, { planFile: file }) },
    };
  }
  const context = given.forRun(sharesOf(how.reading));
  const input = await beforeRun(context, () => readBulkInput(context, file, { mode, aims }, how));
  return { context, input: { kind: 'rows', input, mode, withheld: secretValues(input) } };
}

/**
 * Whether a file holds a saved plan, by its first bytes. A pipe is not looked at: what is read of it is gone.
 */
export function isPlanFile(file: string): boolean {
  return file !== '-' && isPlainFile(file) && beginsAsPlan(startOfInput(file, START));
}

/**
 * Reads a saved plan whole.
 * @throws Failure `invalidInput` when it is damaged or was edited
 */
export async function readPlanFile({ host }: Context, file: string): Promise<Plan> {
  return readPlan(await readText(file, host.streams.stdin, LARGEST_PLAN), inputName(file));
}

/** @throws Failure `usage` for flags that choose rows beside a plan */
export function refuseChosenRows(file: string, { reading, feed }: InputOptions): void {
  if (feed?.feed !== undefined)
    throw new Failure('usage', `${inputName(file)} is a plan; its feed has a name already`, {
      hint: 'name it when the plan is made: orgctl bulk plan --help',
    });
  if (reading === undefined) return;
  throw new Failure('usage', `${inputName(file)} is a plan; its rows are chosen already`, {
    hint: `orgctl bulk plan takes ${Object.keys(reading)
      .map((name) => `--${name}`)
      .join(', ')}`,
  });
}

/**
 * Reads what a plan does not hold from its source again.
 * @throws Failure `stale` when the source changed since; of a run that goes on only when it is needed.
 */
export async function readWithheld(
  context: Context,
  plan: Plan,
  { isRun = false, planFile }: { readonly isRun?: boolean; readonly planFile?: string } = {},
): Promise<ReadonlyMap<number, UserValues>> {
  const { file, digest, reading } = plan.source;
  // The source of a move is an organization, not a file.
  if (plan.mode === 'undo' || plan.move !== undefined) return new Map();
  if (plan.mode === 'single') return refuseMissingPassword(plan);
  const needs = plan.changes.find((change) => change.kind === 'createUser' && change.withheld.length > 0);
  const isThere = existsSync(file);
  if (needs === undefined && (isRun || !isThere)) return new Map();
  const line =
    needs === undefined ? '' : `; it has the password or photo of line ${needs.line}, which no plan holds`;
  if (!isThere) throw new Failure('stale', `${file} is gone${line}`);
  if ((await digestOf(context, file)) !== digest)
    throw new Failure('stale', `the plan is stale: ${file} changed since${line}`, {
      hint: planAgain(context, withoutAccepted(plan), planFile),
    });
  if (needs !== undefined) return secretValues(await readSource(context, plan));
  await restoreInputOptions(context, reading);
  return new Map();
}

/** Lines of a file that changed since may be other people: somebody has to look at them again. */
function withoutAccepted(plan: Plan): Plan {
  const { accept: _, ...reading } = plan.source.reading ?? {};
  return { ...plan, source: { ...plan.source, reading } };
}

/** The secrets of a single command are in no file. @throws Failure `usage` when a change needs one */
function refuseMissingPassword({ changes, source }: Plan): ReadonlyMap<number, UserValues> {
  const needs = changes.find(
    (change) => change.lacksSecrets === true || (change.kind === 'createUser' && change.withheld.length > 0),
  );
  if (needs === undefined) return new Map();
  const what = needs.kind === 'createUser' ? 'password' : 'secret in the change';
  throw new Failure('usage', `the ${what} of ${needs.name} is not stored; nothing was sent`, {
    hint: `run the same command again, which looks first: orgctl ${source.file}`,
  });
}

async function digestOf({ host }: Context, file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readBytes(file, host.streams.stdin)) hash.update(piece);
  return hash.digest('hex');
}

/** The file of a plan, read as it was when the plan was made. */
async function readSource(context: Context, { mode, aims = {}, source }: Plan): Promise<BulkInput> {
  const how = await restoreInputOptions(context, source.reading);
  const rowMode = mode === 'undo' || mode === 'single' ? 'upsert' : mode;
  return readBulkInput(context, source.file, { mode: rowMode, aims }, how);
}

function secretValues({ rows }: BulkInput): ReadonlyMap<number, UserValues> {
  const secrets = new Map<number, UserValues>();
  for (const { line, set } of rows) {
    const { password, photo } = set;
    if (password === undefined && photo === undefined) continue;
    secrets.set(line, {
      ...defined({ password, photo }),
    });
  }
  return secrets;
}
