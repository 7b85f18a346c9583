import { sameJson } from '../rules/same-json.ts';
import { changedData } from './change-data.ts';
import { lostComments } from './comments.ts';
import { editsFor } from './edit-text.ts';
import type { Finding } from './finding.ts';
import { lastKeyOf, type Path, startsWith } from './path.ts';
import type { Fix, ManifestChange } from './problem.ts';
import { hasAlias } from './source-tree.ts';
import { applyEdits } from './text-edit.ts';
import { type Validated, type ValidateOptions, validateText } from './validate.ts';
import { shortened } from './wrong-type.ts';

/** The result of trying a fix: the fixed manifest with the applied fix, or why the fix was rejected. */
export type Trial =
  | { readonly validated: Validated; readonly fix: Fix }
  | {
      readonly reason: string;
      /** A finding that the fix would cause. */
      readonly next?: Finding;
    };

/**
 * Tries a fix. It is accepted if the finding disappears, no rule has more findings than before, and the data
 * differs only by the change: values shared through an alias must not change elsewhere. A guess that causes
 * another finding is tried together with the fix of that finding, for example a misspelled event whose scope
 * is missing too.
 */
export async function tryFix(
  before: Validated,
  finding: Finding & { readonly fix: Fix },
  options: ValidateOptions,
): Promise<Trial> {
  const alone = await tryChange(before, finding, options);
  if ('validated' in alone || finding.fix.kind !== 'suggest' || alone.next?.fix === undefined) return alone;
  const { change } = alone.next.fix;
  if (rewritesElsewhere(change, writtenPaths(finding.fix.change))) return alone;
  const both: Fix = {
    kind: 'suggest',
    title: `${finding.fix.title} and ${titleWithKey(alone.next.fix)}`,
    change: { do: 'all', changes: [finding.fix.change, change] },
  };
  const together = await tryChange(before, { ...finding, fix: both }, options);
  return 'validated' in together ? together : alone;
}

/**
 * Whether a change replaces, renames or moves something outside the given paths. Of two places that disagree,
 * a guess changes one; changing the other to agree with it would spread a wrong guess over the manifest. What
 * a guess lacks may be added elsewhere, and what it repeats may be removed.
 */
function rewritesElsewhere(change: ManifestChange, paths: readonly Path[]): boolean {
  if (change.do === 'all') return change.changes.some((one) => rewritesElsewhere(one, paths));
  if (change.do !== 'replace' && change.do !== 'rename' && change.do !== 'move') return false;
  return !paths.some((path) => startsWith(change.path, path));
}

/** Returns the paths of the values that a change needs. */
function changedPaths(change: ManifestChange): readonly Path[] {
  if (change.do === 'all') return change.changes.flatMap(changedPaths);
  return change.do === 'text' ? [] : [change.path];
}

/** Returns the paths of the values that a change writes, after the change. */
function writtenPaths(change: ManifestChange): readonly Path[] {
  switch (change.do) {
    case 'replace':
    case 'quote':
      return [change.path];
    case 'rename':
      return [[...change.path.slice(0, -1), change.key]];
    case 'add':
      return [[...change.path, change.key]];
    case 'move':
      return [change.to];
    case 'all':
      return change.changes.flatMap(writtenPaths);
    // The index of an appended item is not known, and what is removed is not written.
    case 'append':
    case 'remove':
    case 'text':
      return [];
  }
}

async function tryChange(
  before: Validated,
  finding: Finding & { readonly fix: Fix },
  options: ValidateOptions,
): Promise<Trial> {
  const { change } = finding.fix;
  const edits = editsFor(before.source, change);
  if (edits === undefined || edits.length === 0) return { reason: noEditReason(before.findings, change) };
  const after = await validateText(before.file, applyEdits(before.source.text, edits), {
    ...options,
    format: before.source.format,
  });
  const { data } = before.source;
  // A text that could not be read has no findings to compare.
  if (data === undefined)
    return after.source.data === undefined
      ? { reason: 'the value has other findings too' }
      : { validated: after, fix: finding.fix };
  const expected = changedData(data, change);
  if (expected === undefined || after.source.data === undefined || !sameJson(after.source.data, expected))
    return {
      reason: hasAlias(before.source.tree())
        ? 'an alias uses this value elsewhere; change it manually'
        : 'the text cannot be edited here; change it manually',
    };
  const [lost] = uncommentsValue(change) ? [] : lostComments(before.source, after.source);
  if (lost !== undefined)
    return { reason: `a comment would be lost: ${shortened(lost.text)}; change it manually` };
  return regressionReason(before.findings, after.findings, finding) ?? { validated: after, fix: finding.fix };
}

/** A value of a misspelled key is not yet where its change is made. */
function noEditReason(findings: readonly Finding[], change: ManifestChange): string {
  const places = changedPaths(change);
  const first = findings.find(
    ({ rule, fix }) =>
      rule === 'unknown-key' &&
      fix !== undefined &&
      writtenPaths(fix.change).some((path) => places.some((place) => startsWith(place, path))),
  );
  return first?.fix === undefined
    ? 'the text cannot be edited here; change it manually'
    : `first: ${titleWithKey(first.fix)}`;
}

/** The title of a fix beside another finding, where "it" would be another key: "rename scope to scopes". */
function titleWithKey({ title, change }: Fix): string {
  const [path] = changedPaths(change);
  return path === undefined ? title : title.replace(/^(\w+) it\b/, `$1 ${lastKeyOf(path)}`);
}

/** Whether a change turns a comment into a value. */
function uncommentsValue(change: ManifestChange): boolean {
  return change.do === 'quote' || (change.do === 'all' && change.changes.some(uncommentsValue));
}

/** Returns why a fix makes the manifest worse, with the finding it would cause; undefined if it does not. */
function regressionReason(
  before: readonly Finding[],
  after: readonly Finding[],
  { rule }: Finding,
): { readonly reason: string; readonly next?: Finding } | undefined {
  const [counted, now] = [countsByRule(before), countsByRule(after)];
  const change = (id: string) => (now.get(id) ?? 0) - (counted.get(id) ?? 0);
  const isNew = ({ rule: id, path }: Finding) =>
    !before.some((one) => one.rule === id && sameJson(one.path, path));
  const more = after.filter((one) => change(one.rule) > 0);
  // Prefer a finding that is new. There may be none, if the change shifts later items of a list.
  const next = more.find(isNew) ?? more[0];
  if (next !== undefined) {
    const first = next.fix === undefined ? next.hint : titleWithKey(next.fix);
    const reason = `it would cause: ${next.message} [${next.rule}]${first === undefined ? '' : `; first: ${first}`}`;
    return { reason, next };
  }
  const isGone = change(rule) < 0 && after.length < before.length;
  return isGone ? undefined : { reason: 'the finding would remain' };
}

function countsByRule(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

/** Maximum text read to try the fixes of one file, in UTF-16 units; and maximum number of fixes tried. */
const MAX_TEXT = 4 * 1024 * 1024;
const MAX_TRIALS = 200;

/** Returns the findings with those fixes that can be applied, and the reason why others cannot. */
export async function withTriedFixes(validated: Validated, options: ValidateOptions): Promise<Validated> {
  const { source, findings } = validated;
  if (findings.every(({ fix }) => fix === undefined)) return validated;
  let left = Math.min(MAX_TRIALS, Math.max(10, Math.floor(MAX_TEXT / Math.max(1, source.text.length))));
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
