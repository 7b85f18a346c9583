import { sameJson } from '../rules/same-json.ts';
import { changedData } from './change-data.ts';
import { lostComments } from './comments.ts';
import { editsFor } from './edit-text.ts';
import type { Finding } from './finding.ts';
import type { Fix, ManifestChange } from './problem.ts';
import { applyEdits } from './text-edit.ts';
import { type Validated, type ValidateOptions, validateText } from './validate.ts';
import { shortened } from './wrong-type.ts';

/** What a fix comes to: the manifest after it and what was changed, or why it is not made. */
export type Trial =
  | { readonly validated: Validated; readonly fix: Fix }
  | {
      readonly reason: string;
      /** What would be found after it that is not found before. */
      readonly next?: Finding;
    };

/**
 * Tries a fix. It is made when the finding is gone, no rule finds more than before, and the data differs by
 * the change alone: nothing that an alias shares is changed elsewhere. A guess that leads to another finding
 * is tried together with the fix of that one: a mistyped event, for example, whose scope is not there either.
 */
export async function tryFix(
  before: Validated,
  finding: Finding & { readonly fix: Fix },
  options: ValidateOptions,
): Promise<Trial> {
  const alone = await tryChange(before, finding, options);
  if ('validated' in alone || finding.fix.kind !== 'suggest' || alone.next?.fix === undefined) return alone;
  // What named the thing that is removed does not mean another one with a similar name.
  if (finding.fix.change.do === 'remove' && alone.next.fix.change.do === 'replace') return alone;
  const { title, change } = alone.next.fix;
  const both: Fix = {
    kind: 'suggest',
    title: `${finding.fix.title} and ${title}`,
    change: { do: 'all', changes: [finding.fix.change, change] },
  };
  const together = await tryChange(before, { ...finding, fix: both }, options);
  return 'validated' in together ? together : alone;
}

async function tryChange(
  before: Validated,
  finding: Finding & { readonly fix: Fix },
  options: ValidateOptions,
): Promise<Trial> {
  const { change } = finding.fix;
  const edits = editsFor(before.source, change);
  if (edits === undefined || edits.length === 0)
    return { reason: 'the text cannot be edited here; change it by hand' };
  const after = await validateText(before.file, applyEdits(before.source.text, edits), {
    ...options,
    format: before.source.format,
  });
  const { data } = before.source;
  // What could not be read before has no findings to compare.
  if (data === undefined)
    return after.source.data === undefined
      ? { reason: 'it is not the only mistake here' }
      : { validated: after, fix: finding.fix };
  const expected = changedData(data, change);
  if (expected === undefined || after.source.data === undefined || !sameJson(after.source.data, expected))
    return { reason: 'an alias shares this value with another place; change it by hand' };
  const [lost] = makesValue(change) ? [] : lostComments(before.source, after.source);
  if (lost !== undefined)
    return { reason: `a comment would be lost: ${shortened(lost.text)}; change it by hand` };
  return worsened(before.findings, after.findings, finding) ?? { validated: after, fix: finding.fix };
}

/** Whether a change makes a value of what is a comment now. */
function makesValue(change: ManifestChange): boolean {
  return change.do === 'quote' || (change.do === 'all' && change.changes.some(makesValue));
}

/** Says what would be found after a fix that is not found before. */
function worsened(
  before: readonly Finding[],
  after: readonly Finding[],
  { rule }: Finding,
): { readonly reason: string; readonly next?: Finding } | undefined {
  const count = (findings: readonly Finding[], id: string) =>
    findings.filter((one) => one.rule === id).length;
  const isNew = ({ rule: id, path }: Finding) =>
    !before.some((one) => one.rule === id && sameJson(one.path, path));
  const more = after.filter((one) => count(after, one.rule) > count(before, one.rule));
  // Not one of the same rule that was there before; all were where a change moves what follows in a list.
  const next = more.find(isNew) ?? more[0];
  if (next !== undefined) {
    const first = next.fix?.title ?? next.hint;
    const reason = `it would lead to: ${next.message} [${next.rule}]${first === undefined ? '' : `; first: ${first}`}`;
    return { reason, next };
  }
  const isGone = count(after, rule) < count(before, rule) && after.length < before.length;
  return isGone ? undefined : { reason: 'the finding would stay' };
}

/**
 * How much text is read at most to try the fixes of one file, in UTF-16 units; and how many fixes at most.
 */
const MOST_TEXT = 4 * 1024 * 1024;
const MOST_TRIALS = 200;

/** Returns findings whose fixes are offered only where they are made, or that say why they are not. */
export async function withTriedFixes(validated: Validated, options: ValidateOptions): Promise<Validated> {
  const { source, findings } = validated;
  if (findings.every(({ fix }) => fix === undefined)) return validated;
  let left = Math.min(MOST_TRIALS, Math.max(10, Math.floor(MOST_TEXT / Math.max(1, source.text.length))));
  const tried: Finding[] = [];
  for (const finding of findings) {
    const { fix, ...rest } = finding;
    if (fix === undefined) {
      tried.push(finding);
      continue;
    }
    left -= 1;
    const trial = left < 0 ? undefined : await tryFix(validated, { ...rest, fix }, options);
    if (trial === undefined) tried.push(rest);
    else if ('validated' in trial) tried.push({ ...rest, fix: trial.fix });
    else tried.push({ ...rest, withheld: { title: fix.title, reason: trial.reason } });
  }
  return { ...validated, findings: tried };
}
