import { existsSync } from 'node:fs';
import type { Mode } from '../../bulk/input/desired-state.ts';
import { type Aims, looksLikePlan, type Plan, readPlan } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { inputName, readText } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { type HowToRead, howItWasRead, sharesOf } from '../options/reading-options.ts';
import { type BulkInput, readBulkInput } from './read-bulk-input.ts';

/** What `bulk apply` was given: rows to plan, or a plan; and the values that no plan holds. */
export type ApplyInput = { readonly withheld: ReadonlyMap<number, UserValues> } & (
  | { readonly kind: 'rows'; readonly input: BulkInput; readonly mode: Mode }
  | { readonly kind: 'plan'; readonly file: string; readonly plan: Plan }
);

const LARGEST_PLAN = 512 * 1024 * 1024;

/** Reads a CSV or a saved plan. @throws Failure `invalidInput`, or `stale` when the source of a plan changed since. */
export async function readApplyInput(
  context: Context,
  file: string,
  mode: Mode,
  how: HowToRead,
  aims: Aims,
): Promise<ApplyInput> {
  if (!/\.json$/i.test(file)) {
    const { scim } = await context.connection();
    const input = await readBulkInput(context, file, mode, scim.dialect.vendor, how, aims);
    return { kind: 'rows', input, mode, withheld: secretValues(input) };
  }
  if (how.reading !== undefined) {
    throw new Failure('usage', `${inputName(file)} is a plan; its rows are chosen already`, {
      hint: `orgctl bulk plan takes ${Object.keys(how.reading)
        .map((name) => `--${name}`)
        .join(', ')}`,
    });
  }
  const text = await readText(file, context.world.streams.stdin, LARGEST_PLAN);
  if (!looksLikePlan(text)) throw new Failure('invalidInput', `${inputName(file)} is not a plan of orgctl`);
  const plan = readPlan(text, inputName(file));
  context.shares = sharesOf(plan.source.reading);
  return { kind: 'plan', file, plan, withheld: await readWithheld(context, plan) };
}

/** Reads what a plan does not hold from its source again. @throws Failure `stale` when that changed, or is gone and needed. */
export async function readWithheld(context: Context, plan: Plan): Promise<ReadonlyMap<number, UserValues>> {
  const { scim } = await context.connection();
  const source = await readSource(context, plan, scim.dialect.vendor);
  return source === undefined ? new Map() : secretValues(source);
}

/** The CSV of a plan, where it still is; it must be the one that the plan was made of. */
async function readSource(context: Context, plan: Plan, vendor: string): Promise<BulkInput | undefined> {
  const { file, digest, reading } = plan.source;
  if (plan.mode === 'undo') return undefined;
  if (!existsSync(file)) {
    const needs = plan.changes.find((change) => change.kind === 'createUser' && change.withheld.length > 0);
    if (needs === undefined) return undefined;
    throw new Failure(
      'stale',
      `${file} is gone; it has the password or photo of line ${needs.line}, which no plan holds`,
    );
  }
  const how = await howItWasRead(context, reading);
  const input = await readBulkInput(context, file, plan.mode, vendor, how, plan.aims ?? {});
  if (input.digest === digest) return input;
  throw new Failure('stale', `the plan is stale: ${file} changed since`, {
    hint: `orgctl bulk plan ${file}`,
  });
}

function secretValues({ rows }: BulkInput): ReadonlyMap<number, UserValues> {
  const secrets = new Map<number, UserValues>();
  for (const { line, set } of rows) {
    const { password, photo } = set;
    if (password === undefined && photo === undefined) continue;
    secrets.set(line, {
      ...(password === undefined ? {} : { password }),
      ...(photo === undefined ? {} : { photo }),
    });
  }
  return secrets;
}
