import type { Finding } from './finding.ts';
import { tryFix } from './try-fix.ts';
import { type Validated, type ValidateOptions, validateText } from './validate.ts';

/** A manifest after what could be fixed was fixed. */
export interface Fixed {
  readonly text: string;
  readonly applied: readonly Finding[];
  /** What is left. */
  readonly validated: Validated;
}

/** More fixes than any file needs. */
const MOST_FIXES = 1000;

/**
 * Fixes a manifest by edits of its text: fixes that keep what the author meant, and with `includesSuggested`
 * likely guesses. A fix after which there is more to say than before, or that changes anything else, is not
 * made.
 */
export async function fixText(
  file: string,
  text: string,
  options: ValidateOptions,
  includesSuggested: boolean,
): Promise<Fixed> {
  let current = await validateText(file, text, options);
  const applied: Finding[] = [];
  const refused = new Set<string>();
  for (let count = 0; count < MOST_FIXES; count += 1) {
    const next = await firstFix(current, options, includesSuggested, refused);
    if (next === undefined) break;
    applied.push(next.finding);
    // What could not be fixed before may be possible now.
    refused.clear();
    current = next.validated;
  }
  return { text: current.source.text, applied, validated: current };
}

async function firstFix(
  before: Validated,
  options: ValidateOptions,
  includesSuggested: boolean,
  refused: Set<string>,
): Promise<{ finding: Finding; validated: Validated } | undefined> {
  for (const finding of before.findings) {
    const { fix } = finding;
    if (fix === undefined || (fix.kind === 'suggest' && !includesSuggested)) continue;
    const name = `${finding.rule} ${finding.pointer} ${finding.message}`;
    if (refused.has(name)) continue;
    const trial = await tryFix(before, { ...finding, fix }, options);
    if ('validated' in trial) return { finding: { ...finding, fix: trial.fix }, validated: trial.validated };
    refused.add(name);
  }
  return undefined;
}
