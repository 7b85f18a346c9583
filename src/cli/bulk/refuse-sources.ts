import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { digestOfBytes } from '../../bulk/input/hash-bytes.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { planOfRun } from '../../bulk/run/replayed-run.ts';
import { Failure } from '../../failure/failure.ts';
import { existingPath } from '../../storage/existing-path.ts';
import { readFileBytes } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { outputIsInput } from '../options/output-is-input.ts';
import { isInputNamed } from '../options/refuse-output-over-input.ts';
import { runsFolder } from './runs-folder.ts';

/** The files that a command writes, by the flag that names them. */
export type Outputs = Readonly<Record<`--${string}`, string | undefined>>;

/**
 * Refuses to write a file that a plan was made from, or the plan of a run that it undoes. The command line
 * does not name the file, but its secrets and the failed rows are read from it.
 * @throws Failure `usage`
 */
export async function refuseSources(
  context: Pick<Context, 'folders'>,
  plans: readonly Plan[],
  outputs: Outputs,
): Promise<void> {
  // A file that does not exist cannot be lost.
  const given = Object.entries(outputs).flatMap(([flag, out]) =>
    out === undefined || existingPath(out) === undefined ? [] : [{ flag, out }],
  );
  if (given.length === 0) return;
  const sources = plans.map((plan) => madeFromFile(context, plan)).filter((plan) => plan !== undefined);
  const digests = new Set(sources.filter(isKnownByContent).map(({ source }) => source.digest));
  for (const { flag, out } of given) {
    for (const plan of sources) refuseNamed(plan, flag, out);
    const digest = digests.size === 0 ? undefined : await digestOfExisting(out);
    if (digest !== undefined && digests.has(digest))
      throw outputIsInput(flag, out, 'the input file or a copy of it');
  }
}

/**
 * Returns the plan that names the input: of an undo, the plan of the run that it undoes. Undefined for a
 * single command, which has no file, and for a run whose record is gone.
 */
function madeFromFile(context: Pick<Context, 'folders'>, plan: Plan): Plan | undefined {
  if (plan.mode === 'single') return undefined;
  if (plan.undoes === undefined) return plan;
  const undone = planOfRun(runsFolder(context), plan.undoes);
  return undone === undefined ? undefined : madeFromFile(context, undone);
}

function refuseNamed({ source: { file, reading } }: Plan, flag: string, out: string): void {
  const read: readonly (readonly [name: string | undefined, role: string])[] = [
    [file, 'the input file'],
    [reading?.map?.file, 'the map of the plan'],
    [reading?.idMap?.file, 'the ID map of the plan'],
  ];
  for (const [name, role] of read)
    if (name !== undefined && isInputNamed(name, out)) throw outputIsInput(flag, out, role);
}

/**
 * Whether the input is recognized by its content too: a plan does not record its folder, so a relative name
 * leads to it only in that folder.
 */
function isKnownByContent({ move, source }: Plan): boolean {
  return move === undefined && !isAbsolute(source.file);
}

/** Returns the digest of a file; undefined for devices, and for files that are missing or unreadable. */
async function digestOfExisting(file: string): Promise<string | undefined> {
  const path = existingPath(file);
  if (path === undefined || statSync(path).isDirectory()) return undefined;
  try {
    return await digestOfBytes(readFileBytes(path));
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
