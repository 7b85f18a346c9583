import { headingMeaning } from '../../bulk/input/heading-terms.ts';
import { unguarded } from '../../csv/csv-line.ts';
import { cellsWithoutQuotes, quoteIssue } from '../../csv/damage-issue.ts';
import { likelyDelimiter } from '../../csv/likely-delimiter.ts';
import { parseCsvText } from '../../csv/parse-csv.ts';
import { readRecord } from '../../csv/read-cell.ts';
import { namedSeparator } from '../../csv/separator.ts';
import { Failure } from '../../failure/failure.ts';
import type { Place } from '../../failure/issue.ts';
import { forTerminal } from '../../output/sanitize.ts';
import { isJsonObject, objectsIn } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import {
  columnsOf,
  EMPLOYEE_NUMBER,
  NAMING,
  type NamedKind,
  type NamingColumns,
  USER_KEYS,
} from './list-columns.ts';
import { isComment, isRow, mayBeGroup } from './list-comments.ts';
import type { ListedName } from './listed-name.ts';
import { refuseContradictions } from './one-person-a-row.ts';
import { readListText, refuseIssue } from './read-list-text.ts';
import { withIdsOfNumbers } from './users-by-number.ts';

/**
 * Returns the users in a list, or the groups.
 * @throws Failure `invalidInput` for a row that names two users, and as `withIdsOfNumbers` and `namesInList`
 */
export async function readNameList(
  context: Context,
  file: string,
  kind: NamedKind,
): Promise<readonly ListedName[]> {
  const listed = await namesInList(context, file, kind);
  return kind === 'users' ? refuseContradictions(context, await withIdsOfNumbers(context, listed)) : listed;
}

/**
 * Returns the names in a file, or on stdin for `-`: one per line (blank lines and lines starting with # are
 * ignored); a CSV with a column such as id, userName or email, whose rows may start with #; NDJSON or a JSON
 * array of objects with such a member. The users of a group file are its members.
 * @throws Failure `invalidInput` for a file that cannot be read, or a row without a name
 */
async function namesInList(context: Context, file: string, kind: NamedKind): Promise<readonly ListedName[]> {
  const text = await readListText(context, file);
  const name = inputName(file);
  const start = text.trimStart()[0];
  if (start === '[') return namesInArray(text, name, kind);
  const lines = linesOf(text);
  if (start === '{')
    return lines.flatMap(({ line, number }) => nameInJson(line, { file: name, line: number }, kind));
  const { delimiter, heading } = formOf(text, lines, name, kind);
  if (heading !== undefined) await tellHeading(context, heading, name, kind);
  if (delimiter !== undefined) return namesInCsv(withoutFirstComments(text, lines), name, kind, delimiter);
  if (kind === 'groups') await tellComments(context, text, name);
  return lines.map(({ line, number }) => ({ name: line, at: { file: name, line: number } }));
}

/** Prints which line of a plain list of groups is read as a comment, although it could be a name. */
async function tellComments({ messages }: Context, text: string, file: string): Promise<void> {
  const [first, ...others] = rawLinesOf(text).filter(({ line }) => mayBeGroup(line));
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `, and ${others.length} more like it`;
  await messages.note(
    `${file}:${first.number}: "${forTerminal(first.line)}" is read as a comment${more}; if it is a name, put the heading displayName above the list`,
  );
}

/** Format of a list that is not JSON. */
interface ListForm {
  /** Delimiter of a table; undefined for a plain list of names. */
  readonly delimiter?: string;
  /** Heading of a table if it could also be a name. */
  readonly heading?: Line;
}

/** @throws Failure `invalidInput` for a wrong quote in the heading, and for a table without names */
function formOf(text: string, lines: readonly Line[], file: string, kind: NamedKind): ListForm {
  const named = namedSeparator(lines[0]?.line ?? '');
  const heading = lines[named === undefined ? 0 : 1];
  if (heading === undefined) return {};
  const delimiter = named ?? likelyDelimiter(text.slice(heading.start));
  const record = readRecord(text, heading.start, delimiter);
  const cells = record.cells.map((cell) => cell.trim());
  const next = lines.find(({ start }) => start >= record.end);
  const columns = columnsOf(cells, kind);
  // If the file has no other line, a heading of HR systems is a name.
  if (columns !== undefined && !(columns.isByMeaning && next === undefined))
    return columns.mayBeName ? { delimiter, heading: { ...heading, line: cells[0] ?? '' } } : { delimiter };
  const wrong = quoteIssue(text, heading.start, record, file);
  // A name in a plain list may contain quotes.
  if (wrong !== undefined && columnsOf(cellsWithoutQuotes(text, heading.start), kind) !== undefined)
    refuseIssue(wrong);
  if (kind === 'users' && isTable(heading.line))
    throw new Failure(
      'invalidInput',
      `${file}:${heading.number}: the line has several cells; a list has one name a line, or a heading with id, userName or email`,
      defined({ hint: hintOnNumbers(cells) }),
    );
  return {};
}

/** Explains how a list can name users by the number under a heading of another system. */
function hintOnNumbers(cells: readonly string[]): string | undefined {
  const heading = cells.find((cell) => headingMeaning(cell) === 'employeeNumber');
  return heading && `to find users by "${heading}", change this heading to employeeNumber`;
}

/** Prints that the first line is read as a heading, because it could also be a name. */
async function tellHeading(
  { messages }: Context,
  { line, number }: Line,
  file: string,
  kind: NamedKind,
): Promise<void> {
  const column = kind === 'users' ? 'userName' : 'displayName';
  await messages.note(
    `${file}:${number}: "${forTerminal(line)}" is read as a heading; if it is a name, put the heading ${column} above it`,
  );
}

/** Whether a line has several cells, even within quotes; a name may contain a comma followed by a space. */
function isTable(line: string): boolean {
  const delimiter = likelyDelimiter(line.replaceAll('"', ''));
  return delimiter === ',' ? /,(?! )/.test(line) : line.includes(delimiter);
}

/**
 * Returns the names in a list of users. A group file may only have the members of one group.
 * @param hint what to do with a file of several groups
 * @throws Failure `invalidInput` for a file with the members of several groups, and as `readNameList`
 */
export async function readUserList(
  context: Context,
  file: string,
  hint: string,
): Promise<readonly ListedName[]> {
  const listed = await readNameList(context, file, 'users');
  const [first] = listed;
  const other = listed.find(({ group }) => group !== undefined && group !== first?.group);
  if (first === undefined || other === undefined) return listed;
  throw new Failure(
    'invalidInput',
    `${inputName(file)}:${other.at.line}: the file has the members of several groups: ${first.group} and ${other.group}`,
    { hint },
  );
}

interface Line {
  readonly line: string;
  readonly number: number;
  /** Start offset in the text. */
  readonly start: number;
}

/** Returns the lines of a list, without blank lines and comments. */
function linesOf(text: string): readonly Line[] {
  return rawLinesOf(text).filter(({ line }) => line !== '' && !isComment(line));
}

function rawLinesOf(text: string): readonly Line[] {
  let end = 0;
  return text.split(/(?<=\n|\r(?!\n))/).map((line, index) => {
    const start = end;
    end += line.length;
    return { line: line.trim(), number: index + 1, start };
  });
}

/** Empties the comments before the heading, because a quote in them would not be one of a CSV. */
function withoutFirstComments(text: string, [first]: readonly Line[]): string {
  return first === undefined ? text : '\n'.repeat(first.number - 1) + text.slice(first.start);
}

async function namesInCsv(
  text: string,
  file: string,
  kind: NamedKind,
  delimiter: string,
): Promise<readonly ListedName[]> {
  const found: ListedName[] = [];
  let columns: NamingColumns | undefined;
  let headings: readonly string[] = [];
  const noun = kind === 'groups' ? 'group' : 'user';
  for await (const rows of parseCsvText(once(text), file, refuseIssue, delimiter)) {
    for (const { line, cells, raw } of rows) {
      if (isComment(raw) && !isRow(cells, headings, columns, kind)) continue;
      if (columns === undefined) {
        columns = columnsOf(cells, kind);
        headings = cells;
        continue;
      }
      const listed = nameInRow(columns, cells, { file, line }, headings);
      if (listed === undefined) throw new Failure('invalidInput', `${file}:${line}: the row has no ${noun}`);
      if ('problem' in listed) throw new Failure('invalidInput', `${file}:${line}: ${listed.problem}`);
      if (listed.name !== '') found.push(listed);
    }
  }
  return found;
}

/**
 * Returns the name in a row, from the best column that has one; undefined if none has. It is empty for a row
 * of a group file that only declares a group.
 */
function nameInRow(
  { name, names, group, action, isGroupFile, keys, number }: NamingColumns,
  cells: readonly string[],
  at: Place,
  headings: readonly string[],
): ListedName | { readonly problem: string } | undefined {
  const cell = (index: number) => unguarded(cells[index] ?? '').trim();
  if (isGroupFile) return memberIn({ member: cell(name), group: cell(group), action: cell(action) }, at);
  const best = names.find((index) => cell(index) !== '');
  if (best === undefined) return undefined;
  const keyAt = (index: number, isNumber = false) => ({
    heading: headings[index]?.trim() ?? '',
    value: cell(index),
    isNumber,
  });
  const all = [...keys.map((index) => keyAt(index)), ...(number < 0 ? [] : [keyAt(number, true)])];
  const identified = { name: cell(best), at, keys: all.filter(({ value }) => value !== '') };
  return best === number ? { ...identified, isNumber: true } : identified;
}

/** A row of a group file in any format. */
interface GroupRow {
  readonly member: string;
  readonly group: string;
  readonly action: string;
}

function memberIn({ member, group, action }: GroupRow, at: Place): ListedName | { readonly problem: string } {
  if (action.toLowerCase() === 'remove')
    return { problem: `the row removes ${member} from ${group}; a list of users cannot contain such rows` };
  return { name: member, at, group };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

function nameInJson(line: string, at: Place, kind: NamedKind): readonly ListedName[] {
  const place = `${at.file}:${at.line}`;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Failure('invalidInput', `${place}: this line is not JSON`);
  }
  const listed = isJsonObject(value) ? nameInObject(value, at, kind) : undefined;
  if (listed === undefined) throw new Failure('invalidInput', `${place}: no id, userName or email`);
  if ('problem' in listed) throw new Failure('invalidInput', `${place}: ${listed.problem}`);
  return listed.name === '' ? [] : [listed];
}

function namesInArray(text: string, file: string, kind: NamedKind): readonly ListedName[] {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    throw new Failure('invalidInput', `${file} starts like a JSON array but is not valid JSON`);
  }
  if (!Array.isArray(values)) return [];
  return values.flatMap((value: unknown, index) => {
    const at = { file, line: 1 };
    const listed =
      typeof value === 'string' && value.trim() !== ''
        ? { name: value.trim(), at }
        : isJsonObject(value)
          ? nameInObject(value, at, kind)
          : undefined;
    const place = `${file}: element ${index + 1}`;
    if (listed === undefined) throw new Failure('invalidInput', `${place} has no id, userName or email`);
    if ('problem' in listed) throw new Failure('invalidInput', `${place}: ${listed.problem}`);
    return listed.name === '' ? [] : [listed];
  });
}

/** Returns the name in an object, like `nameInRow`; undefined if it has none. */
function nameInObject(
  resource: JsonObject,
  at: Place,
  kind: NamedKind,
): ListedName | { readonly problem: string } | undefined {
  const members = new Map(Object.entries(resource).map(([name, value]) => [name.toLowerCase(), value]));
  const email = objectsIn(members.get('emails'))[0]?.['value'];
  const address = typeof email === 'string' ? email.trim() : '';
  const text = (name: string) => {
    const value = members.get(name);
    if (typeof value === 'number' && name === EMPLOYEE_NUMBER) return String(value);
    return typeof value === 'string' ? value.trim() : '';
  };
  // The address in `emails` names a user like a member `email`: before a number or a display name.
  const nameIn = (name: string) => text(name) || (name === 'email' ? address : '');
  const best = NAMING[kind].find((name) => nameIn(name) !== '' || (name === 'member' && members.has(name)));
  if (best === 'member' && text('group') !== '')
    return memberIn({ member: text('member'), group: text('group'), action: text('action') }, at);
  const name = best === undefined ? '' : nameIn(best);
  if (name === '') return undefined;
  if (best === EMPLOYEE_NUMBER) return { name, at, isNumber: true };
  const keys = [
    ...Object.keys(resource)
      .filter((heading) => USER_KEYS.includes(heading.toLowerCase()))
      .map((heading) => ({ heading, value: text(heading.toLowerCase()), isNumber: false })),
    { heading: 'emails', value: address, isNumber: false },
    { heading: 'employeeNumber', value: text(EMPLOYEE_NUMBER), isNumber: true },
  ];
  return { name, at, ...(kind === 'groups' ? {} : { keys: keys.filter(({ value }) => value !== '') }) };
}
