import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Mode } from '../../bulk/input/desired-state.ts';
import { digestOfBytes } from '../../bulk/input/hash-bytes.ts';
import { beginsAsPlan, looksLikePlan, type Plan, type PlanScope } from '../../bulk/plan/plan-file.ts';
import { readPlan } from '../../bulk/plan/read-plan.ts';
import { Failure } from '../../failure/failure.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { inputName, isPlainFile, readBytes, readText, startOfInput } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { READING_FLAGS, type ReadingOptions } from '../options/reading-options.ts';
import { refusePlanningFlags } from '../options/refuse-planning-flags.ts';
import { beforeRun } from './before-run.ts';
import type { BulkInput } from './bulk-input.ts';
import {
  type ComparedFeed,
  resolveInputOptions,
  restoreInputOptions,
  shardCountOf,
} from './input-options.ts';
import { readBulkInput } from './read-bulk-input.ts';
import { rerunPlanCommand } from './rerun-command.ts';

/** Input of `bulk apply`: rows to plan, or a plan; and the secret values that no plan contains. */
export type ApplyInput = { readonly withheld: ReadonlyMap<number, UserValues> } & (
  | { readonly kind: 'rows'; readonly input: BulkInput; readonly mode: Mode }
  | { readonly kind: 'plan'; readonly file: string; readonly plan: Plan }
);

/** Flags that control how a file is read and planned; a saved plan is applied as it is. */
const PLANNING_FLAGS: readonly string[] = [
  ...READING_FLAGS,
  'mode',
  'exact',
  'prune',
  'createGroups',
  'pruneGroups',
  'maxBadRows',
  'rejects',
  'feed',
];

const MAX_PLAN_SIZE = 512 * 1024 * 1024;

/** Number of characters that are enough to recognize a plan. */
const START = 4096;

/**
 * Reads a CSV or a saved plan.
 * @param command the command whose flags were given
 * @returns the input, and the context of its run: machines that share its rows also share the service quotas
 * @throws Failure `invalidInput`; `usage` for flags that a saved plan does not take, or `stale` if its source
 * has changed since
 */
export async function openApplyInput(
  given: Context,
  command: CommandUnknownOpts,
  file: string,
  { mode, aims }: { readonly mode: Mode; readonly aims: PlanScope },
  options: ReadingOptions & ComparedFeed,
): Promise<{ readonly context: Context; readonly input: ApplyInput }> {
  const { stdin } = given.host.streams;
  const text = /\.json$/i.test(file) || isPlanFile(file) ? await readText(file, stdin, MAX_PLAN_SIZE) : '';
  if (looksLikePlan(text)) {
    refuseFlagsForPlan(command, file);
    const plan = readPlan(text, inputName(file));
    const context = given.forRun(shardCountOf(plan.source.reading));
    return {
      context,
      input: {
        kind: 'plan',
        file,
        plan,
        withheld: await readSecretValues(context, plan, { planFile: file }),
      },
    };
  }
  const how = await resolveInputOptions(given, options);
  const context = given.forRun(shardCountOf(how.reading));
  const input = await beforeRun(context, () => readBulkInput(context, file, { mode, aims }, how));
  return { context, input: { kind: 'rows', input, mode, withheld: secretValues(input) } };
}

/**
 * Whether a file is a saved plan, judging by its first bytes. A pipe is not checked, because the bytes read
 * from it would be lost.
 */
export function isPlanFile(file: string): boolean {
  return file !== '-' && isPlainFile(file) && beginsAsPlan(startOfInput(file, START));
}

/**
 * Reads a saved plan.
 * @throws Failure `invalidInput` if it is damaged or was edited
 */
export async function readPlanFile({ host }: Context, file: string): Promise<Plan> {
  return readPlan(await readText(file, host.streams.stdin, MAX_PLAN_SIZE), inputName(file));
}

/**
 * Refuses typed flags that control how a file is read and planned, for a saved plan.
 * @throws Failure `usage`
 */
export function refuseFlagsForPlan(command: CommandUnknownOpts, file: string): void {
  refusePlanningFlags(command, inputName(file), PLANNING_FLAGS, 'bulk plan');
}

/**
 * Reads the secret values that a plan does not contain from its source.
 * @throws Failure `stale` if the source has changed since; for a resumed run, only if a value is needed
 */
export async function readSecretValues(
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
    needs === undefined
      ? ''
      : `; the password or photo of line ${needs.line} is read from it, not from the plan`;
  if (!isThere)
    throw new Failure('stale', `${file} does not exist${line}`, {
      // The plan does not record its folder, because it may be applied on another machine.
      ...(isAbsolute(file) ? {} : { hint: 'run the command in the folder in which the plan was made' }),
    });
  if ((await digestOfBytes(readBytes(file, context.host.streams.stdin))) !== digest)
    throw new Failure('stale', `the plan is stale: ${file} has changed${line}`, {
      hint: rerunPlanCommand(context, withoutAccepted(plan), planFile),
    });
  if (needs !== undefined) return secretValues(await readSource(context, plan));
  await restoreInputOptions(context, reading);
  return new Map();
}

/**
 * Drops the accepted lines: in a changed file, they may be rows of other users and must be reviewed again.
 */
function withoutAccepted(plan: Plan): Plan {
  const { accept: _, ...reading } = plan.source.reading ?? {};
  return { ...plan, source: { ...plan.source, reading } };
}

/**
 * Refuses a plan that needs a secret, because the secrets of a single command are not stored.
 * @throws Failure `usage` if a change needs one
 */
function refuseMissingPassword({ changes, source }: Plan): ReadonlyMap<number, UserValues> {
  const needs = changes.find(
    (change) => change.lacksSecrets === true || (change.kind === 'createUser' && change.withheld.length > 0),
  );
  if (needs === undefined) return new Map();
  const what = needs.kind === 'createUser' ? 'password' : 'secret in the change';
  throw new Failure('usage', `the ${what} of ${needs.name} is not stored; nothing was sent`, {
    hint: `run the same command again; it checks the current state first: orgctl ${source.file}`,
  });
}

/** Reads the source file of a plan with the options that the plan was made with. */
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
