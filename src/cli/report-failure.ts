import { asFailure, codeOf, FAILURE_KINDS, type Failure } from '../failure/failure.ts';
import { formatPlace, type Issue } from '../failure/issue.ts';
import { brief } from '../output/brief.ts';
import type { Palette } from '../output/palette.ts';
import { escapeJson, forTerminal } from '../output/sanitize.ts';
import { textWidth } from '../output/text-width.ts';
import { defined } from '../values/defined.ts';
import { hintToType } from './hint-at-connection.ts';

/** Findings printed in full; the rest are only counted. */
const ISSUES_SHOWN = 200;
/** Longest word of a hint, in UTF-16 units: a command is of use only as a whole. */
const MAX_HINT_WORD_LENGTH = 2000;

export interface ReportOptions {
  readonly palette: Palette;
  readonly isJson: boolean;
  readonly isDebug: boolean;
  /** The arguments of the failed command line. */
  readonly argv: readonly string[];
}

/** Returns the exit code of a failure. */
export function exitOf(failure: Failure): number {
  return FAILURE_KINDS[failure.kind].exit;
}

/**
 * Returns the report of a failure for stderr: findings, one error line, at most one hint; or one JSON object.
 */
export function describeFailure(error: unknown, options: ReportOptions): string {
  const failure = asFailure(error);
  const typed = failure.hint === undefined ? undefined : hintToType(failure.hint, options.argv);
  const hint = typed === undefined ? undefined : brief(typed, MAX_HINT_WORD_LENGTH);
  if (options.isJson) return `${escapeJson(JSON.stringify(jsonOf(failure, hint)))}\n`;
  const { palette } = options;
  const shown = failure.issues.slice(0, ISSUES_SHOWN).map((issue) => describeIssue(issue, palette));
  const rest = failure.issues.length - shown.length;
  const code = failure.code === undefined ? '' : ` [${forTerminal(failure.code)}]`;
  const lines = [
    ...shown,
    ...(rest > 0 ? [`… and ${rest} more`] : []),
    `${palette.bad('error:')} ${forTerminal(messageOf(failure))}${code}`,
    ...(failure.excerpt === undefined ? [] : caretLines(failure.excerpt)),
    ...(hint === undefined ? [] : [`${palette.faint('hint:')} ${forTerminal(hint)}`]),
    ...(options.isDebug ? [stackOf(failure)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Formats one finding: place, attribute, message, expected value, example and code. */
export function describeIssue(
  { at, path, message, code, expected, example }: Issue,
  palette: Palette,
): string {
  const place = at === undefined ? '' : `${palette.strong(forTerminal(formatPlace(at)))} `;
  const attribute = path === '' ? '' : `${forTerminal(brief(path))}: `;
  const want = expected === undefined ? '' : `; expected ${forTerminal(brief(expected))}`;
  const like = example === undefined ? '' : `; for example ${forTerminal(brief(example))}`;
  return `${place}${attribute}${forTerminal(brief(message))}${want}${like} ${palette.faint(`(${code})`)}`;
}

function messageOf(failure: Failure): string {
  const message = brief(failure.message);
  return failure.kind === 'internal' ? `this is a bug in orgctl: ${message}` : message;
}

function jsonOf(failure: Failure, hint: string | undefined): Record<string, unknown> {
  const { status, issues, excerpt } = failure;
  return {
    code: codeOf(failure),
    exit: exitOf(failure),
    message: messageOf(failure),
    ...defined({ hint, status }),
    ...(issues.length === 0 ? {} : { issues: issues.map(shortenIssue) }),
    ...defined({ excerpt: excerpt && excerptAround(excerpt) }),
  };
}

function shortenIssue(issue: Issue): Issue {
  const { path, message, expected, example } = issue;
  return {
    ...issue,
    path: brief(path),
    message: brief(message),
    ...defined({ expected: expected && brief(expected), example: example && brief(example) }),
  };
}

/** Characters of a line that are shown on each side of a position. */
const BESIDE_CARET = 100;

type Excerpt = NonNullable<Failure['excerpt']>;

/** Returns the part of a long line around the position. */
function excerptAround({ text, at }: Excerpt): Excerpt {
  const [from, to] = [at - BESIDE_CARET, at + BESIDE_CARET];
  const before = from <= 0 ? text.slice(0, at) : `…${text.slice(from, at)}`;
  const after = to >= text.length ? text.slice(at) : `${text.slice(at, to)}…`;
  return { text: before + after, at: before.length };
}

/** The line of input, with a caret under the position. */
function caretLines(excerpt: Excerpt): readonly string[] {
  const { text, at } = excerptAround(excerpt);
  const before = forTerminal(text.slice(0, at));
  return [`  ${before}${forTerminal(text.slice(at))}`, `  ${' '.repeat(textWidth(before))}^`];
}

/** The stack trace for --debug, with every cause. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`;
  return (error.stack ?? error.message) + cause;
}
