import { nearestKey } from './known-keys.ts';
import type { LineIndex } from './line-index.ts';
import type { ManifestSource } from './manifest-source.ts';
import { RULE_IDS } from './rules/rule-book.ts';
import { type Range, scalarRanges } from './source-tree.ts';
import { didYouMean } from './suggestion.ts';

/** A comment that disables a rule. */
export interface Suppression {
  /** Empty if the comment names no rule. */
  readonly rule: string;
  readonly kind: 'next-line' | 'line' | 'file';
  /** Range of the rule in the comment. */
  readonly range: Range;
  /** The line it applies to; undefined for the whole file. */
  readonly line: number | undefined;
  /** The text after `--`. */
  readonly reason: string | undefined;
}

const COMMENT = /(?:^|[ \t])#[ \t]*orgctl-disable-(next-line|line|file)(?![\w-])([^\n\r]*)/gm;

/** Finds `# orgctl-disable-next-line rule, rule -- why` and the variants `-line` and `-file`; YAML only. */
export function suppressionsIn(
  { format, text, tree }: ManifestSource,
  lines: LineIndex,
): readonly Suppression[] {
  if (format !== 'yaml' || !text.includes('orgctl-disable-')) return [];
  const texts = scalarRanges(tree());
  return [...text.matchAll(COMMENT)].flatMap((match) => {
    const [whole, form, words = ''] = match;
    const kind: Suppression['kind'] = form === 'file' || form === 'line' ? form : 'next-line';
    const at = match.index + whole.indexOf('#');
    if (texts.some(([start, end]) => at >= start && at < end)) return [];
    const own = lines.position(at).line;
    const line = kind === 'file' ? undefined : kind === 'line' ? own : nextLine(lines, own);
    const from = match.index + whole.length - words.length;
    const [named = '', reason] = words.split(/(?:^|\s)--(?=\s|$)/, 2);
    const shared = { kind, line, reason: reason?.trim() === '' ? undefined : reason?.trim() };
    const rules = [...named.matchAll(/[^\s,]+/g)].map((word) => ({
      ...shared,
      rule: word[0],
      range: [from + word.index, from + word.index + word[0].length] as const,
    }));
    return rules.length > 0 ? rules : [{ ...shared, rule: '', range: [at, from] as const }];
  });
}

/** Returns the next line that is neither empty nor only a comment. */
function nextLine(lines: LineIndex, own: number): number {
  let line = own + 1;
  while (line < lines.count && /^\s*(?:#.*)?$/.test(lines.line(line))) line += 1;
  return line;
}

/** Returns the message for a suppression without a reason. */
export function describeUnexplained({ rule, kind }: Suppression): { message: string; hint: string } {
  return {
    message: `${rule} is disabled without a reason`,
    hint: `# orgctl-disable-${kind} ${rule} -- why`,
  };
}

/** Returns the message for a suppression without effect. */
export function describeUnused({ rule, kind }: Suppression): { message: string; hint?: string } {
  if (rule === '')
    return { message: 'this suppression names no rule', hint: `# orgctl-disable-${kind} RULE -- why` };
  if (RULE_IDS.some((known) => known === rule))
    return { message: `this suppression of ${rule} has no effect` };
  const suggestion = nearestKey(rule, RULE_IDS);
  return {
    message: `there is no rule "${rule}"${didYouMean(suggestion)}`,
    hint: 'orgctl manifest rules',
  };
}
