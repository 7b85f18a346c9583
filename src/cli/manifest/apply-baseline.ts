import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import {
  baselineOf,
  isUnreadable,
  type KnownFinding,
  mayBeBaseline,
  readBaseline,
  withoutKnown,
} from '../../manifest/baseline.ts';
import type { Validated } from '../../manifest/validate.ts';
import { pluralize } from '../../output/pluralize.ts';
import { isDevice, writeFileAtomic } from '../../storage/atomic-file.ts';
import { resolveLinks } from '../../storage/resolve-links.ts';
import { unreadable } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { checkWritable } from '../printing/check-writable.ts';

const READABLE_FILE = 0o644;

export interface BaselineFlags {
  readonly baseline?: string | undefined;
  readonly updateBaseline?: true | undefined;
}

/**
 * Removes the findings that the baseline contains. With --update-baseline, writes all findings to the
 * baseline and returns none, except why files could not be read. Known findings in files that were not
 * checked, and still exist, stay known.
 * @throws Failure `invalidInput` if the baseline cannot be read; `usage` if another file would be replaced
 */
export async function applyBaseline(
  { messages, common }: Context,
  validated: readonly Validated[],
  { baseline, updateBaseline }: BaselineFlags,
): Promise<readonly Validated[]> {
  if (baseline === undefined) return validated;
  const folder = dirname(resolve(baseline));
  const nameOf = (file: string) => relative(folder, resolve(file)).split(sep).join('/');
  const read = validated.filter((one) => !isUnreadable(one));
  const checked = new Set(read.map(({ file }) => nameOf(file)));
  const isElsewhere = ({ file }: KnownFinding) => !checked.has(file) && existsSync(resolve(folder, file));
  if (updateBaseline === true) {
    checkWritable(baseline, true);
    refuseOtherFile(baseline);
    const others = knownBefore(baseline).filter(isElsewhere);
    const content = baselineOf(validated, nameOf, others);
    if (common.dryRun !== true)
      writeFileAtomic(baseline, `${JSON.stringify(content, null, 2)}\n`, { mode: READABLE_FILE });
    const count = read.reduce((sum, { findings }) => sum + findings.length, 0);
    const kept = others.length === 0 ? '' : `; ${others.length} of other files kept`;
    const written = common.dryRun === true ? 'would be written' : 'written';
    await messages.note(`${baseline}: ${pluralize(count, 'finding')} ${written}${kept}`);
    return validated.map((one) => (isUnreadable(one) ? one : { ...one, findings: [] }));
  }
  if (!existsSync(baseline)) {
    throw new Failure('invalidInput', `cannot read ${baseline}: there is no such file`, {
      hint: 'to create it: --update-baseline',
    });
  }
  const unknown = withoutKnown(validated, knownIn(baseline), nameOf);
  if (unknown.known > 0) await messages.note(`${pluralize(unknown.known, 'known finding')} not shown`);
  const gone = unknown.gone.filter((known) => !isElsewhere(known)).length;
  if (gone > 0)
    await messages.note(
      `${pluralize(gone, 'finding')} of the baseline no longer found; --update-baseline removes ${gone === 1 ? 'it' : 'them'}`,
    );
  return unknown.validated;
}

/** Whether a file is the baseline that a flag names, not a manifest of the same name. */
export function isBaseline(path: string, baseline: string | undefined): boolean {
  if (baseline === undefined || resolveLinks(path) !== resolveLinks(baseline) || !existsSync(path))
    return false;
  return mayBeBaseline(contentOf(path));
}

/** Returns the findings of a baseline to update; none if there is no usable one, which is then recreated. */
function knownBefore(baseline: string): readonly KnownFinding[] {
  try {
    return existsSync(baseline) ? knownIn(baseline) : [];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** @throws Failure `usage` if the file to replace is not a baseline; one that is damaged may be replaced */
function refuseOtherFile(baseline: string): void {
  if (!existsSync(baseline) || isDevice(baseline) || mayBeBaseline(contentOf(baseline))) return;
  throw new Failure('usage', `${baseline} is not a baseline; --update-baseline would replace it`, {
    hint: 'name another file with --baseline',
  });
}

/** @throws Failure `invalidInput` if the file cannot be read, or is not a baseline */
function knownIn(baseline: string): readonly KnownFinding[] {
  return readBaseline(baseline, contentOf(baseline));
}

/** @throws Failure `invalidInput` if the file cannot be read */
function contentOf(baseline: string): string {
  try {
    return readFileSync(baseline, 'utf8');
  } catch (error) {
    throw unreadable(baseline, error);
  }
}
