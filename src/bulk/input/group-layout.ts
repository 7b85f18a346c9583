import { DELIMITERS } from '../../csv/delimiters.ts';
import { cellsOf } from '../../csv/read-cell.ts';
import { namedSeparator } from '../../csv/separator.ts';
import type { Issue, Place } from '../../failure/issue.ts';
import { defined } from '../../values/defined.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import { isReasonHeading, columnOf as userColumnOf } from './columns.ts';
import { GROUP_COLUMNS, type GroupColumn } from './group-columns.ts';
import { type Headings, placeOfHeading } from './input-row.ts';

/** Maximum number of title lines above the header row. */
const MAX_TITLES = 20;

/** Whether a file starts with the header row of a group file, or with an object that has a group. */
export function looksLikeGroups(start: string): boolean {
  const text = start.replace(/^\ufeff/, '');
  if (/^[\s[]*\{/.test(text)) return /^[\s[]*\{[^{}]*"group"\s*:/i.test(text);
  const lines = text.split(/\r\n|\r|\n/, MAX_TITLES).filter((line) => namedSeparator(line) === undefined);
  return DELIMITERS.some(({ character }) => {
    const columns = lines.map((line) => cellsOf(line, character).map(columnOf));
    const [first = []] = columns;
    if (columns.some((names) => names.includes('group') && names.includes('member'))) return true;
    // With two columns of users, "group" is a misspelled "groups".
    return first.includes('group') && userColumnsIn(lines[0] ?? '', character) < 2;
  });
}

function userColumnsIn(line: string, separator: string): number {
  return cellsOf(line, separator).filter((heading) => userColumnOf(heading) !== undefined).length;
}

/** The column of each cell, for rows with the same headings. */
export type GroupLayout = readonly (GroupColumn | undefined)[];

/** Reads the headings of a group file. Problems are reported with their place. */
export function groupLayout(headings: Headings, file: string, report: (issue: Issue) => void): GroupLayout {
  const { names, format } = headings;
  const columns = names.map(columnOf);
  const at = (index: number): Place => ({ file, ...placeOfHeading(headings, index) });
  for (const [index, column] of columns.entries()) {
    const heading = names[index] ?? '';
    if (column === undefined) {
      for (const issue of unknownHeading(heading)) report({ ...issue, at: at(index) });
    } else if (columns.indexOf(column) < index) {
      const message = `column "${heading}" appears twice`;
      report({ code: 'duplicate_column', path: heading, message, at: at(index) });
    }
  }
  // An object may omit keys.
  for (const needed of format === 'csv' ? (['group', 'member'] as const) : (['group'] as const)) {
    if (columns.includes(needed)) continue;
    const message = `there is no column "${needed}"`;
    report({ code: 'missing_key_column', path: needed, message, at: at(0) });
  }
  return columns;
}

/** Returns the finding about an unknown heading; for the elements of a list there is only one finding. */
function unknownHeading(heading: string): readonly Omit<Issue, 'at'>[] {
  if (isReasonHeading(heading) || heading.trim() === '') return [];
  const [, element] = /^members?\[(\d+)\]/i.exec(heading) ?? [];
  if (element !== undefined) {
    const message = 'the members are a list; write one object per member';
    return element === '0' ? [{ code: 'several_members', path: 'member', message }] : [];
  }
  const suggestion = suggest(heading, GROUP_COLUMNS);
  const message = `unknown column "${heading}"${asQuestion(suggestion)}`;
  const expected = suggestion === undefined ? `one of ${GROUP_COLUMNS.join(', ')}` : undefined;
  return [{ code: 'unknown_column', path: heading, message, ...defined({ expected }) }];
}

function columnOf(heading: string): GroupColumn | undefined {
  const name = heading.trim().toLowerCase();
  return GROUP_COLUMNS.find((column) => column === name);
}
