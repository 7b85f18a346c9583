import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { digestOfBytes } from '../../bulk/input/hash-bytes.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { planOfRun } from '../../bulk/run/replayed-run.ts';
import { Failure } from '../../failure/failure.ts';
import { existingPath } from '../../storage/existing-path.ts';
import { isPlainFile, readFileBytes } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { outputIsInput } from '../options/output-is-input.ts';
import { isInputNamed } from '../options/refuse-output-over-input.ts';
import { endsWithEvent } from './refuse-foreign-events.ts';
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
  const sources = plans.map((plan) => planWithSource(context, plan)).filter((plan) => plan !== undefined);
  const roles = new Map(sources.flatMap(rolesByContent));
  for (const { flag, out } of given) {
    for (const plan of sources) refuseNamed(plan, flag, out);
    // Events of earlier runs may be large, and no plan was made from them.
    const isOfEvents = flag === '--events' && isPlainFile(out) && endsWithEvent(out);
    const digest = roles.size === 0 || isOfEvents ? undefined : await digestOfExisting(out);
    const role = digest === undefined ? undefined : roles.get(digest);
    if (role !== undefined) throw outputIsInput(flag, out, role);
  }
}

/**
 * Returns the plan that names the input: of an undo, the plan of the run that it undoes. Undefined for a
 * single command, which has no file, and for a run whose record is gone.
 */
function planWithSource(context: Pick<Context, 'folders'>, plan: Plan): Plan | undefined {
  if (plan.mode === 'single') return undefined;
  if (plan.undoes === undefined) return plan;
  const undone = planOfRun(runsFolder(context), plan.undoes);
  return undone === undefined ? undefined : planWithSource(context, undone);
}

const FURTHER_INPUT = 'a file that the plan was made from';

function refuseNamed({ source: { file, reading, inputs = [] } }: Plan, flag: string, out: string): void {
  const read: readonly (readonly [name: string | undefined, role: string])[] = [
    [file, 'the input file'],
    [reading?.map?.file, 'the map of the plan'],
    [reading?.idMap?.file, 'the ID map of the plan'],
    ...inputs.map((input) => [input.file, FURTHER_INPUT] as const),
  ];
  for (const [name, role] of read)
    if (name !== undefined && isInputNamed(name, out)) throw outputIsInput(flag, out, role);
}

/**
 * Returns what the inputs are that are recognized by their content too, by digest: a plan does not record its
 * folder, so a relative name leads to a file only in that folder. The digest of a move is not of one file.
 */
function rolesByContent({ move, source }: Plan): readonly (readonly [digest: string, role: string])[] {
  const { file, digest, inputs = [] } = source;
  return [
    ...inputs.map((input) => ({ ...input, role: `${FURTHER_INPUT}, or a copy of it` })),
    ...(move === undefined ? [{ file, digest, role: 'the input file or a copy of it' }] : []),
  ].flatMap((input) => (isAbsolute(input.file) ? [] : [[input.digest, input.role] as const]));
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
