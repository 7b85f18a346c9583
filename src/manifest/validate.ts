import { defined } from '../values/defined.ts';
import { checkManifest } from './check-manifest.ts';
import type { Finding } from './finding.ts';
import { indexLines, type LineIndex } from './line-index.ts';
import {
  type ManifestFormat,
  type ManifestSource,
  syntaxFault,
  type TextProblem,
  unreadable,
} from './manifest-source.ts';
import { lastKeyOf, pointerOf } from './path.ts';
import { type PlacedProblem, placeProblem } from './place-problem.ts';
import type { Problem } from './problem.ts';
import { formatOf, readManifest } from './read-manifest.ts';
import { RULES, type RuleId } from './rules/rule-book.ts';
import type { Level, Severity } from './severity.ts';
import type { Range } from './source-tree.ts';
import { describeUnexplained, describeUnused, type Suppression, suppressionsIn } from './suppressions.ts';

export interface ValidateOptions {
  readonly vendor: string;
  readonly isTemplate?: boolean;
  /** Severities that differ from the defaults. */
  readonly levels?: ReadonlyMap<RuleId, Level>;
  /** Format of the text; by default derived from the file name. */
  readonly format?: ManifestFormat;
}

/** A manifest with its findings. */
export interface Validated {
  readonly file: string;
  readonly source: ManifestSource;
  /** Sorted by position and rule. */
  readonly findings: readonly Finding[];
}

/** Checks the text of a manifest with all rules (WEB §2.6, §9). Never throws for invalid input. */
export async function validateText(file: string, text: string, options: ValidateOptions): Promise<Validated> {
  const source = await readManifest(text, options.format ?? formatOf(file, text));
  return validateSource(file, source, options);
}

export function validateSource(file: string, source: ManifestSource, options: ValidateOptions): Validated {
  const problems =
    source.data === undefined
      ? []
      : checkManifest(source.data, { vendor: options.vendor, isTemplate: options.isTemplate === true });
  const isClean =
    problems.length === 0 && source.faults.length === 0 && !source.text.includes('orgctl-disable-');
  return { file, source, findings: isClean ? [] : place(file, source, problems, options) };
}

/** Releases the text of a manifest without findings, which needs no excerpts. */
export function withoutText(validated: Validated): Validated {
  if (validated.findings.length > 0) return validated;
  const { file, findings, source } = validated;
  return { file, findings, source: unreadable('', source.format, syntaxFault([0, 0], '')) };
}

interface Placed {
  readonly problem: Problem;
  readonly range: Range;
}

function place(
  file: string,
  source: ManifestSource,
  problems: readonly Problem[],
  options: ValidateOptions,
): readonly Finding[] {
  const lines = indexLines(source.text);
  const placed = [...source.faults.map(fromFault), ...mergeAliasProblems(source, problems)];
  const all = placed.map((entry): Leveled => {
    const severity = severityOf(entry.problem, options.levels);
    // Why a text cannot be read is always shown: otherwise a file that was not checked would seem valid.
    const isOff = severity === undefined && source.data !== undefined;
    return { finding: toFinding(file, entry, severity ?? RULES[entry.problem.rule].severity, lines), isOff };
  });
  const suppressions = source.data === undefined ? [] : suppressionsIn(source, lines);
  const shown = all.filter(
    ({ finding, isOff }) =>
      !isOff && !suppressions.some((suppression) => isSuppressedBy(finding, suppression)),
  );
  return sorted([
    ...shown.map(({ finding }) => finding),
    ...suppressionFindings(file, all, suppressions, lines, options),
  ]);
}

/** A finding, and whether its rule is switched off by a level. */
interface Leveled {
  readonly finding: Finding;
  readonly isOff: boolean;
}

function fromFault({ rule, path, range, message, hint, fix }: TextProblem): Placed {
  return {
    range,
    problem: {
      rule,
      path,
      at: 'key',
      message,
      ...defined({ hint, fix }),
    },
  };
}

/**
 * Merges problems of a value that several aliases share: they are one mistake, shown where it is written and
 * fixed in all places.
 */
function mergeAliasProblems(source: ManifestSource, problems: readonly Problem[]): readonly Placed[] {
  const placed = problems.map((problem) => placeProblem(source, problem));
  const keyOf = (rule: string, [start, end]: Range) => `${rule} ${start} ${end}`;
  const direct = new Set(placed.map(({ problem, range }) => keyOf(problem.rule, range)));
  const groups = new Map<string, PlacedProblem[]>();
  const byAlias = new Map<string, PlacedProblem[]>();
  for (const one of placed) {
    const { problem, range, declared } = one;
    const at = declared === undefined ? undefined : keyOf(problem.rule, declared);
    if (at !== undefined && direct.has(at)) {
      byAlias.set(at, [...(byAlias.get(at) ?? []), one]);
      continue;
    }
    // Two missing inputs at one place are two findings; equal messages at one place are one, whatever path
    // leads there.
    const key = `${keyOf(problem.rule, range)} ${withoutName(problem)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const shown = group.find(({ via }) => via === undefined) ?? group[0];
    if (shown === undefined) return [];
    // A value that is invalid only where an alias uses it is reported at the alias: the text is correct at
    // its own place.
    const echoes = byAlias.get(keyOf(shown.problem.rule, shown.range)) ?? [];
    return [
      { problem: withAllChanges(shown.problem, [...group, ...echoes]), range: shown.via ?? shown.range },
    ];
  });
}

/** Returns the message about a value without the name of its place. */
function withoutName({ message, path }: Problem): string {
  return message.replaceAll(lastKeyOf(path), '').replaceAll(lastKeyOf(path.slice(0, -1)), '');
}

function withAllChanges(problem: Problem, group: readonly PlacedProblem[]): Problem {
  const { fix } = problem;
  if (fix === undefined || group.length === 1) return problem;
  const changes = group.flatMap((one) => (one.problem.fix === undefined ? [] : [one.problem.fix.change]));
  return { ...problem, fix: { ...fix, change: { do: 'all', changes } } };
}

function severityOf(problem: Problem, levels: ValidateOptions['levels']): Severity | undefined {
  const level = levels?.get(problem.rule) ?? problem.severity ?? RULES[problem.rule].severity;
  return level === 'off' ? undefined : level;
}

function toFinding(file: string, { problem, range }: Placed, severity: Severity, lines: LineIndex): Finding {
  const { rule, message, hint, path, fix } = problem;
  return {
    rule,
    severity,
    message,
    ...defined({ hint }),
    path,
    pointer: pointerOf(path),
    file,
    start: lines.position(range[0]),
    end: lines.position(range[1]),
    ...defined({ fix }),
  };
}

function isSuppressedBy(finding: Finding, suppression: Suppression): boolean {
  if (finding.rule !== suppression.rule || finding.rule === 'syntax') return false;
  return suppression.line === undefined || suppression.line === finding.start.line;
}

/** Returns a finding for each suppression that has no effect or no reason. */
function suppressionFindings(
  file: string,
  all: readonly Leveled[],
  suppressions: readonly Suppression[],
  lines: LineIndex,
  options: ValidateOptions,
): readonly Finding[] {
  return suppressions.flatMap((suppression) => {
    const isUsed = all.some(({ finding }) => isSuppressedBy(finding, suppression));
    if (isUsed && suppression.reason !== undefined) return [];
    const problem: Problem = isUsed
      ? { rule: 'suppression-reason', path: [], at: 'key', ...describeUnexplained(suppression) }
      : { rule: 'unused-suppression', path: [], at: 'key', ...describeUnused(suppression) };
    const severity = severityOf(problem, options.levels);
    return severity === undefined
      ? []
      : [toFinding(file, { problem, range: suppression.range }, severity, lines)];
  });
}

function sorted(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (one, other) =>
      one.start.offset - other.start.offset ||
      one.rule.localeCompare(other.rule, 'en') ||
      one.pointer.localeCompare(other.pointer, 'en'),
  );
}
