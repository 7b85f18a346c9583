import { CHANGE_WORDS } from '../../bulk/plan/change.ts';
import { NO_LINE } from '../../bulk/plan/change-lines.ts';
import { linesOfFailure, type RunReport, reportedRuns, reportTitle } from '../../bulk/report/report.ts';
import { lineList } from '../../bulk/report/report-html.ts';
import { type ChangeResult, describeOutcomes } from '../../bulk/report/summary.ts';
import { type Annotation, printAnnotations } from '../../output/github-annotations.ts';
import { printJunit } from '../../output/junit.ts';
import { escapeMarkdown, markdownTable } from '../../output/markup.ts';
import { numberLabel, timeLabel } from '../../output/plot-scale.ts';
import type { DocumentFormat } from '../../output/view.ts';
import { LINES_IN_A_COMMENT } from '../printing/print-document.ts';
import { connectionName } from './rerun-command.ts';

/**
 * Returns the results of a run as a document: a JUnit test per change, GitHub annotations for the failed
 * rows, or a Markdown summary.
 */
export function runDocument(
  format: DocumentFormat,
  report: RunReport,
  results: readonly ChangeResult[],
): string {
  switch (format) {
    case 'junit':
      return junitOf(report, results);
    case 'github':
      return printAnnotations(annotationsOf(report, results));
    case 'md':
      return markdownOf(report, results);
  }
}

/** Returns the document of a command that had nothing to do. */
export function emptyRunDocument(format: DocumentFormat, why: string): string {
  switch (format) {
    case 'junit':
      return printJunit('orgctl', [], 0);
    case 'github':
      return printAnnotations([{ level: 'notice', title: 'orgctl', message: why }]);
    case 'md':
      return `<!-- orgctl-run -->\n### ${escapeMarkdown(why)}\n`;
  }
}

function junitOf(report: RunReport, results: readonly ChangeResult[]): string {
  const { file, time } = report;
  const cases = results.map(({ change, outcome }) => ({
    name: `${placeWords(change.line)}${CHANGE_WORDS[change.kind].verb} ${change.name}`,
    file,
    ...(change.line === NO_LINE ? {} : { line: change.line }),
    ...(outcome === undefined ? { isSkipped: true } : {}),
    ...(outcome?.state === 'failed' ? { failure: { code: outcome.code, message: outcome.message } } : {}),
  }));
  return printJunit(`orgctl ${reportedRuns(report)}`, cases, time.seconds);
}

/** Returns the line as text; empty for a user who is not in the file. */
function placeWords(line: number): string {
  return line === NO_LINE ? '' : `line ${line} `;
}

/** Returns the annotations, with the summary first: GitHub shows ten of each level per step. */
function annotationsOf(report: RunReport, results: readonly ChangeResult[]): readonly Annotation[] {
  const { failures, file, mode } = report;
  const level = failures.length > 0 ? 'error' : report.left > 0 ? 'warning' : 'notice';
  return [
    { level, title: `orgctl ${reportedRuns(report)}`, message: describeOutcomes(results) },
    ...failures.map(({ line, action, name, code, message }) => ({
      level: 'error' as const,
      // The source of an undo is a run, so there is no file to annotate.
      ...(mode === 'undo' || line === NO_LINE ? {} : { file, line }),
      title: code,
      message: `${action} ${name}: ${message}`,
    })),
  ];
}

function markdownOf(report: RunReport, results: readonly ChangeResult[]): string {
  const { file, codes, failures, time } = report;
  const rate =
    time.perSecond < 2
      ? `${numberLabel(time.perSecond * 60)} a minute`
      : `${numberLabel(time.perSecond)} a second`;
  const throttled = time.throttled < 1 ? '' : `, throttled for ${timeLabel(time.throttled)}`;
  const lines = [
    '<!-- orgctl-run -->',
    `### ${escapeMarkdown(reportTitle(report))}: ${describeOutcomes(results)}`,
    '',
    `${escapeMarkdown(file)} to ${escapeMarkdown(connectionName(report))}, in ${timeLabel(time.seconds)}, ${rate}${throttled}`,
  ];
  if (codes.length > 0) {
    const rows = codes.map(({ code, count, lines: where }) => [code, String(count), lineList(where)]);
    lines.push('', markdownTable(['Code', 'Changes', 'Lines'], rows));
    const failed = failures.slice(0, LINES_IN_A_COMMENT).map((failure) => {
      const { action, name, code, message } = failure;
      return [lineList(linesOfFailure(failure)), action, name, code, message];
    });
    lines.push(
      '',
      '<details><summary>Failed rows</summary>',
      '',
      markdownTable(['Line', 'Action', 'Name', 'Code', 'Message'], failed),
      ...(failures.length > failed.length ? ['', `and ${failures.length - failed.length} more`] : []),
      '',
      '</details>',
    );
  }
  return `${lines.join('\n')}\n`;
}
