import { editsFor } from './edit-text.ts';
import type { Finding } from './finding.ts';
import { applyEdits } from './text-edit.ts';
import { type Validated, type ValidateOptions, validateText } from './validate.ts';

/** A manifest after what could be mended was mended. */
export interface Fixed {
  readonly text: string;
  readonly applied: readonly Finding[];
  /** What is left. */
  readonly validated: Validated;
}

/** More fixes than any file needs. */
const MOST_FIXES = 1000;

/**
 * Mends a manifest by edits of its text: fixes that keep what the author meant, and with `includesSuggested` likely guesses. A fix
 * after which there is more to say than before is not made.
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
    const next = await firstFix(file, current, options, includesSuggested, refused);
    if (next === undefined) break;
    applied.push(next.finding);
    // What could not be mended before may be possible now.
    refused.clear();
    current = next.validated;
  }
  return { text: current.source.text, applied, validated: current };
}

async function firstFix(
  file: string,
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
    const edits = editsFor(before.source, fix.change);
    if (edits !== undefined && edits.length > 0) {
      const validated = await validateText(file, applyEdits(before.source.text, edits), options);
      if (isBetter(before.findings, validated.findings)) return { finding, validated };
    }
    refused.add(name);
  }
  return undefined;
}

/** Whether there are fewer findings and of no rule more. */
function isBetter(before: readonly Finding[], after: readonly Finding[]): boolean {
  if (after.length >= before.length) return false;
  const count = (findings: readonly Finding[], rule: string) =>
    findings.filter((one) => one.rule === rule).length;
  return after.every(({ rule }) => count(after, rule) <= count(before, rule));
}
