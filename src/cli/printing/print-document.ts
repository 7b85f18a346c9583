import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { type Annotation, printAnnotations } from '../../output/github-annotations.ts';
import { printJunit, type TestCase } from '../../output/junit.ts';
import { escapeMarkdown, markdownTable } from '../../output/markup.ts';
import { type DocumentFormat, isDocumentFormat } from '../../output/view.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';

/** Returns the document format of -o; undefined if -o is not a document format. */
export function documentFormat({ common }: Context): DocumentFormat | undefined {
  return isDocumentFormat(common.output) ? common.output : undefined;
}

/** @throws Failure `usage` for --columns or --query with a document format: a document is printed whole */
export function refuseShapedDocument(context: Context): void {
  const format = documentFormat(context);
  const { columns, query } = context.common;
  if (format === undefined || (columns ?? query) === undefined) return;
  const flag = columns === undefined ? '--query' : '--columns';
  throw new Failure('usage', `-o ${format} prints the whole document: ${flag} has no effect`, {
    hint: `omit ${flag}, or use -o csv`,
  });
}

/**
 * Maximum number of table rows in a comment; the rest are counted. GitHub limits comments to 65,536
 * characters.
 */
export const LINES_IN_A_COMMENT = 200;

/**
 * Returns the findings in a file as a document: annotations of its lines, one failed test per finding, or a
 * table.
 */
export function issuesDocument(format: DocumentFormat, file: string, issues: readonly Issue[]): string {
  switch (format) {
    case 'github':
      return printAnnotations(issues.map(annotationOf));
    case 'junit': {
      const clean: TestCase = { name: 'no findings', file };
      return printJunit(`bulk check ${file}`, issues.length === 0 ? [clean] : issues.map(caseOf), 0);
    }
    case 'md':
      return markdownOf(file, issues);
  }
}

function markdownOf(file: string, issues: readonly Issue[]): string {
  const count = issues.length === 1 ? '1 finding' : `${issues.length} findings`;
  const heading = `### ${issues.length === 0 ? 'No findings' : count} in ${escapeMarkdown(file)}\n`;
  if (issues.length === 0) return heading;
  const rows = issues
    .slice(0, LINES_IN_A_COMMENT)
    .map(({ at, path, message, code }) => [String(at?.line ?? ''), path, message, code]);
  const rest = issues.length - rows.length;
  const table = markdownTable(['Line', 'Column', 'Finding', 'Code'], rows);
  return `${heading}\n${table}\n${rest > 0 ? `\nand ${rest} more\n` : ''}`;
}

function annotationOf({ at, path, message, code }: Issue): Annotation {
  const { file, line, column } = at ?? {};
  return {
    level: 'error',
    ...defined({ file, line, column }),
    title: code,
    message: path === '' ? message : `${path}: ${message}`,
  };
}

function caseOf({ at, path, message, code }: Issue): TestCase {
  const place = at === undefined ? '' : `line ${at.line} `;
  return {
    name: `${place}${path}`.trim(),
    file: at?.file ?? '',
    ...(at === undefined ? {} : { line: at.line }),
    failure: { code, message },
  };
}
