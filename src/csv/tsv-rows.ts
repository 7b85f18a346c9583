import type { Issue } from '../failure/issue.ts';
import type { CsvRow } from './csv-row.ts';
import { damageIssue } from './damage-issue.ts';
import { cellText, readCell } from './read-cell.ts';
import { namedSeparator } from './separator.ts';
import { countLineEnds, placeInText } from './text-places.ts';

const ESCAPE = /\\([tnr\\])/g;

const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };

/**
 * Whether a text may have been escaped by `tsvLine`: it has a backslash, and none that is not part of \t, \n,
 * \r or \\.
 */
export function hasEscapes(text: string): boolean {
  return text.includes('\\') && !text.replaceAll(ESCAPE, '').includes('\\');
}

/** Returns the cell that `tsvLine` escaped. */
export function unescaped(cell: string): string {
  return cell.replaceAll(ESCAPE, (_, letter: string) => ESCAPED[letter] ?? letter);
}

/**
 * Returns the rows of tab-separated values as `tsvLine` and spreadsheets write them: a quote within a cell
 * that does not start with one is part of it, and escapes are removed if the whole text has no other
 * backslash. Empty lines are skipped.
 * @param report receives the first wrong quote, after which nothing is read
 */
export function parseTsvText(text: string, file: string, report: (issue: Issue) => void): readonly CsvRow[] {
  const isEscaped = hasEscapes(text);
  const rows: CsvRow[] = [];
  let line = 1;
  for (let start = 0; start < text.length; ) {
    const { cells, end, wrong } = recordAt(text, start);
    if (wrong !== undefined) {
      const place = placeInText(text.slice(start, wrong.at), wrong.at - start, line);
      report(damageIssue({ kind: wrong.kind, ...place }, file));
      return rows;
    }
    const raw = text.slice(start, end);
    const isNote = line === 1 && namedSeparator(raw) !== undefined;
    if (raw !== '' && !isNote) rows.push({ line, raw, cells: isEscaped ? cells.map(unescaped) : cells });
    line += countLineEnds(raw) + 1;
    start = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return rows;
}

function recordAt(text: string, start: number) {
  const cells: string[] = [];
  for (let at = start; ; ) {
    const cell = readCell(text, at, '\t');
    if (cell.isQuoted && cell.closing === undefined)
      return { cells, end: cell.end, wrong: { kind: 'unclosed_quote' as const, at } };
    if (cell.isQuoted && cell.stray !== undefined)
      return { cells, end: cell.end, wrong: { kind: 'stray_quote' as const, at: cell.stray } };
    cells.push(cellText(text, at, cell));
    if (text[cell.end] !== '\t') return { cells, end: cell.end, wrong: undefined };
    at = cell.end + 1;
  }
}
