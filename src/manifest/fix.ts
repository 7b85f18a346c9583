import type { Finding } from './finding.ts';
import type { Fix } from './problem.ts';
import { tryFix } from './try-fix.ts';
import { type Validated, type ValidateOptions, validateText } from './validate.ts';

/** A manifest after fixing. */
export interface Fixed {
  readonly text: string;
  readonly applied: readonly Finding[];
  /** The result with the remaining findings. */
  readonly validated: Validated;
}

/** Maximum number of fixes; no file needs as many. */
const MAX_FIXES = 1000;

/**
 * Fixes a manifest by editing its text: with fixes that keep the intent of the author, and if
 * `includesSuggested` is set with likely guesses. A fix that would add findings or change anything else is
 * not applied.
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
  for (let count = 0; count < MAX_FIXES; count += 1) {
    const next = await firstFix(current, options, includesSuggested, refused);
    if (next === undefined) break;
    applied.push(next.finding);
    // Fixes that failed before may succeed now.
    refused.clear();
    current = next.validated;
  }
  return { text: current.source.text, applied, validated: current };
}

/**
 * Returns the first fix that can be applied. Safe fixes precede guesses: a guess that moves a key could
 * create the very section that a safe fix would rename another one to.
 */
async function firstFix(
  before: Validated,
  options: ValidateOptions,
  includesSuggested: boolean,
  refused: Set<string>,
): Promise<{ finding: Finding; validated: Validated } | undefined> {
  const kinds: readonly Fix['kind'][] = includesSuggested ? ['safe', 'suggest'] : ['safe'];
  for (const kind of kinds) {
    for (const finding of before.findings) {
      const { fix } = finding;
      const name = `${finding.rule} ${finding.pointer} ${finding.message}`;
      if (fix?.kind !== kind || refused.has(name)) continue;
      const trial = await tryFix(before, { ...finding, fix }, options);
      if ('validated' in trial)
        return { finding: { ...finding, fix: trial.fix }, validated: trial.validated };
      refused.add(name);
    }
  }
  return undefined;
}
