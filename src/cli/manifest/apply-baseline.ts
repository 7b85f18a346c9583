import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { baselineOf, readBaseline, withoutKnown } from '../../manifest/baseline.ts';
import type { Validated } from '../../manifest/validate.ts';

import { writeFileAtomic } from '../../storage/atomic-file.ts';
import type { Context } from '../context.ts';

const READABLE_FILE = 0o644;

export interface BaselineFlags {
  readonly baseline?: string | undefined;
  readonly updateBaseline?: true | undefined;
}

/**
 * Removes the findings that the baseline contains. With --update-baseline, writes all findings to the
 * baseline and returns none.
 * @throws Failure `invalidInput` if the baseline cannot be read
 */
export async function applyBaseline(
  { messages }: Context,
  validated: readonly Validated[],
  { baseline, updateBaseline }: BaselineFlags,
): Promise<readonly Validated[]> {
  if (baseline === undefined) return validated;
  const folder = dirname(resolve(baseline));
  const nameOf = (file: string) => relative(folder, resolve(file)).split(sep).join('/');
  if (updateBaseline === true) {
    writeFileAtomic(baseline, `${JSON.stringify(baselineOf(validated, nameOf), null, 2)}\n`, {
      mode: READABLE_FILE,
    });
    const count = validated.reduce((sum, { findings }) => sum + findings.length, 0);
    await messages.note(`${baseline}: ${count} ${count === 1 ? 'finding' : 'findings'} written`);
    return validated.map((one) => ({ ...one, findings: [] }));
  }
  if (!existsSync(baseline)) {
    throw new Failure('invalidInput', `cannot read ${baseline}: there is no such file`, {
      hint: 'to create it: --update-baseline',
    });
  }
  const known = readBaseline(baseline, readFileSync(baseline, 'utf8'));
  const unknown = withoutKnown(validated, known, nameOf);
  if (unknown.known > 0)
    await messages.note(`${unknown.known} known ${unknown.known === 1 ? 'finding' : 'findings'} not shown`);
  if (unknown.gone.length > 0) {
    const count = unknown.gone.length === 1 ? '1 finding' : `${unknown.gone.length} findings`;
    await messages.note(
      `${count} of the baseline no longer found; --update-baseline removes ${unknown.gone.length === 1 ? 'it' : 'them'}`,
    );
  }
  return unknown.validated;
}
