import { createHash } from 'node:crypto';
import type { Issue, Place } from '../../failure/issue.ts';
import { unguarded } from '../../output/csv.ts';
import { nearest } from '../../rules/nearest.ts';
import { DEFAULT_VENDOR } from '../../spec/scim-schemas.ts';
import { foldedName } from '../plan/group-snapshot.ts';
import type { ColumnMap } from './column-map.ts';
import { isReasonHeading } from './columns.ts';
import { wrongCount } from './csv-row.ts';
import { FOREIGN_ID_CODE, ForeignIdReader, type ForeignIds } from './foreign-ids.ts';
import { GROUP_COLUMNS, type GroupColumn } from './group-columns.ts';
import { hashing } from './hashing.ts';
import { type Headings, placeOfHeading, placeOfInput } from './input-row.ts';
import { knownHeadings } from './known-headings.ts';
import { underNoHeading, unnamedIn } from './layout.ts';
import { MappedMemberships } from './mapped-memberships.ts';
import { readRows } from './read-rows.ts';
import { RowPicker, type RowSelection } from './row-selection.ts';
import { selectableMembership } from './selectable-rows.ts';
import { namedSeparator } from './separator.ts';
import { isGroupInShard } from './shard.ts';

/** What one row wants of one membership. */
export interface DesiredMembership {
  readonly line: number;
  /** Name or ID. */
  readonly group: string;
  /** ID, e-mail or userName; undefined where the row only says that there is such a group. */
  readonly member: string | undefined;
  readonly action: 'add' | 'remove';
}

export interface ReadGroupsCsvOptions {
  readonly file: string;
  readonly selection?: RowSelection;
  /** How headings become columns; without one, headings are columns. */
  readonly map?: ColumnMap | undefined;
  /** The IDs that the file has from another organization. */
  readonly foreign?: ForeignIds | undefined;
  readonly onMembership: (membership: DesiredMembership) => void;
  /** Is told of the rows of other shards. */
  readonly onOther?: (membership: DesiredMembership) => void;
  readonly onIssue: (issue: Issue) => void;
  /** Called with a row with findings instead of `onIssue`, with the group where it is known. */
  readonly onBadRow?: (issue: Issue, group: string | undefined) => void;
}

/** Lines above a heading that may be titles. */
const MOST_TITLES = 20;

/** Whether a file begins with the heading of a group file, or with an object that names a group. */
export function looksLikeGroups(start: string): boolean {
  const text = start.replace(/^\ufeff/, '');
  if (/^[\s[]*\{/.test(text)) return /^[\s[]*\{[^\r\n{}]*"group"\s*:/i.test(text);
  const lines = text.split(/\r\n|\r|\n/, MOST_TITLES).filter((line) => namedSeparator(line) === undefined);
  const columns = lines.map((line) =>
    line.split(/[,;\t|]/).map((name) => columnOf(name.replaceAll('"', ''))),
  );
  const [first = []] = columns;
  return (
    first.includes('group') || columns.some((names) => names.includes('group') && names.includes('member'))
  );
}

/**
 * Reads and checks a group file, offline and as it comes: every finding with its file, line and column. Of a row that is not selected
 * there are no findings.
 * @throws Failure `invalidInput` when the selection cannot be read.
 */
export async function readGroupsCsv(
  bytes: AsyncIterable<Buffer>,
  {
    file,
    selection = {},
    map,
    foreign,
    onMembership,
    onOther,
    onIssue,
    onBadRow = onIssue,
  }: ReadGroupsCsvOptions,
): Promise<{ readonly rows: number; readonly digest: string; readonly dialect: string | undefined }> {
  const hash = createHash('sha256');
  const seen = new Map<string, number>();
  const picker = new RowPicker(selection);
  const ids = foreign === undefined ? undefined : new ForeignIdReader(foreign);
  const { shard } = selection;
  const layouts = new Map<Headings, Layout>();
  let rows = 0;
  const mapped = map?.memberships === undefined ? undefined : new MappedMemberships(map);
  const onHeadings = (headings: Headings) => {
    mapped?.reportMissing(headings, file, onIssue);
    layouts.set(headings, mapped === undefined ? readHeadings(headings, file, onIssue) : []);
  };
  let isDamaged = false;
  const onDamage = (issue: Issue) => {
    isDamaged = true;
    onIssue(issue);
  };
  // A membership is written alike whatever the vendor's word is.
  let dialect: string | undefined;
  const how = {
    dialect: selection.dialect,
    isKnown: knownHeadings(map),
    onDialect: (words: string) => {
      dialect = words;
    },
  };
  for await (const batch of readRows(hashing(bytes, hash), file, DEFAULT_VENDOR, onDamage, onHeadings, how)) {
    for (const row of batch) {
      rows += 1;
      const known = layouts.get(row.headings) ?? [];
      const at = (cell: number): Place => ({ file, ...placeOfInput(row, Math.max(0, cell)) });
      const width = row.headings.names.length;
      if (row.cells.length !== width) {
        const message = wrongCount(row.cells.length, width);
        onBadRow({ code: 'wrong_cell_count', path: '', message, at: at(0) }, undefined);
        continue;
      }
      const text = (column: GroupColumn) => row.cells[known.indexOf(column)] ?? '';
      const cell = (column: GroupColumn) =>
        (row.headings.format === 'csv' ? unguarded(text(column)) : text(column)).trim();
      for (const issue of underNoHeading(row, unnamedIn(row.headings), file)) onBadRow(issue, undefined);
      let isRead = true;
      const onProblem = (issue: Issue) => {
        isRead = false;
        onBadRow(issue, undefined);
      };
      const made = (column: GroupColumn) =>
        mapped === undefined ? cell(column) : mapped.text(row, column, file, onProblem);
      const cells = { group: made('group'), member: made('member'), action: made('action').toLowerCase() };
      if (!isRead) continue;
      if (!picker.takes(selectableMembership(cells))) continue;
      const report = (code: string, column: GroupColumn, message: string) =>
        onBadRow(
          {
            code,
            path: column,
            message,
            at: mapped === undefined ? at(known.indexOf(column)) : { file, ...mapped.place(row, column) },
          },
          cells.group || undefined,
        );
      const membership = translated(ids, readMembership(cells, row.line, report), report);
      if (membership === undefined) continue;
      const before = lineOfTwin(seen, membership);
      if (before !== undefined)
        report('same_member', 'member', `lines ${before} and ${row.line} mean the same membership`);
      else if (shard === undefined || isGroupInShard(membership.group, shard)) onMembership(membership);
      else onOther?.(membership);
    }
  }
  const empty = emptyFile(layouts.size, rows, file);
  if (empty !== undefined && !isDamaged) onIssue(empty);
  return { rows, digest: hash.digest('hex'), dialect };
}

function emptyFile(headings: number, rows: number, file: string): Issue | undefined {
  if (headings === 0)
    return { code: 'empty_file', path: '', message: 'the file has no heading', at: { file, line: 1 } };
  if (rows > 0) return undefined;
  return { code: 'empty_file', path: '', message: 'the file has no rows', at: { file, line: 2 } };
}

/** The line of the same membership, of which there is one already. */
function lineOfTwin(
  seen: Map<string, number>,
  { group, member, line }: DesiredMembership,
): number | undefined {
  const key = JSON.stringify([foldedName(group), member?.toLowerCase() ?? '']);
  const before = seen.get(key);
  if (before === undefined) seen.set(key, line);
  return before;
}

/** The row with the IDs of this organization; undefined when one is unknown, which is reported. */
function translated(
  ids: ForeignIdReader | undefined,
  membership: DesiredMembership | undefined,
  report: (code: string, column: GroupColumn, message: string) => void,
): DesiredMembership | undefined {
  if (ids === undefined || membership === undefined) return membership;
  const { group, member } = membership;
  const inB = {
    group: ids.reference(group, 'group'),
    member: member === undefined ? { word: undefined } : ids.reference(member, 'user'),
  };
  if ('problem' in inB.group) report(FOREIGN_ID_CODE, 'group', inB.group.problem);
  if ('problem' in inB.member) report(FOREIGN_ID_CODE, 'member', inB.member.problem);
  if ('problem' in inB.group || 'problem' in inB.member) return undefined;
  return { ...membership, group: inB.group.word, member: inB.member.word };
}

function readMembership(
  { group, member, action }: Readonly<Record<GroupColumn, string>>,
  line: number,
  report: (code: string, column: GroupColumn, message: string) => void,
): DesiredMembership | undefined {
  if (group === '') {
    report('missing_key', 'group', 'no group is named');
    return undefined;
  }
  if (action !== '' && action !== 'add' && action !== 'remove') {
    report('invalid_action', 'action', `"${action}" is neither add nor remove`);
    return undefined;
  }
  if (member === '' && action === 'remove') {
    report('missing_key', 'member', 'nobody is named who is to be taken out');
    return undefined;
  }
  return {
    line,
    group,
    member: member === '' ? undefined : member,
    action: action === 'remove' ? action : 'add',
  };
}

/** What stands in each cell of rows with the same headings. */
type Layout = readonly (GroupColumn | undefined)[];

function readHeadings(headings: Headings, file: string, report: (issue: Issue) => void): Layout {
  const { names, format } = headings;
  const columns = names.map(columnOf);
  const at = (index: number): Place => ({ file, ...placeOfHeading(headings, index) });
  for (const [index, column] of columns.entries()) {
    const heading = names[index] ?? '';
    if (column === undefined) {
      if (isReasonHeading(heading) || heading.trim() === '') continue;
      const suggestion = nearest(heading, GROUP_COLUMNS);
      const like = suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
      const message = `unknown column "${heading}"${like}`;
      report({ code: 'unknown_column', path: heading, message, at: at(index) });
    } else if (columns.indexOf(column) < index) {
      const message = `column "${heading}" stands there twice`;
      report({ code: 'duplicate_column', path: heading, message, at: at(index) });
    }
  }
  // An object says nothing by what it leaves out.
  for (const needed of format === 'csv' ? (['group', 'member'] as const) : (['group'] as const)) {
    if (columns.includes(needed)) continue;
    const message = `there is no column "${needed}"`;
    report({ code: 'missing_key_column', path: needed, message, at: at(0) });
  }
  return columns;
}

function columnOf(heading: string): GroupColumn | undefined {
  const name = heading.trim().toLowerCase();
  return GROUP_COLUMNS.find((column) => column === name);
}
