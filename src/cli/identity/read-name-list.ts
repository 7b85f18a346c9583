import { hasEscapes } from '../../csv/tsv-rows.ts';
import { Failure } from '../../failure/failure.ts';
import { forTerminal } from '../../output/sanitize.ts';
import { inputName } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { isTsv, refuseUnclearEscapes } from './list-as-tsv.ts';
import type { NamedKind } from './list-columns.ts';
import { mayBeGroup } from './list-comments.ts';
import { formOf, type ListUse } from './list-form.ts';
import { type Line, linesOf, nameInLine, rawLinesOf, withoutFirstComments } from './list-lines.ts';
import type { ListedName } from './listed-name.ts';
import { namesInCsv } from './names-in-csv.ts';
import { namesInArray, namesInJsonLine } from './names-in-json.ts';
import { refuseContradictions } from './one-person-a-row.ts';
import { readListText } from './read-list-text.ts';
import { withIdsOfNumbers } from './users-by-number.ts';

/**
 * Returns the users in a list, or the groups.
 * @param use as for `withIdsOfNumbers`
 * @throws Failure `invalidInput` for a row that names two users, and as `withIdsOfNumbers` and `namesInList`
 */
export async function readNameList(
  context: Context,
  file: string,
  kind: NamedKind,
  use: 'read' | 'write',
): Promise<readonly ListedName[]> {
  const listed = await namesInList(context, file, { kind, use });
  return kind === 'users'
    ? refuseContradictions(context, await withIdsOfNumbers(context, listed, use))
    : listed;
}

/**
 * Returns the names in a file, or on stdin for `-`: one per line (blank lines and lines starting with # are
 * ignored); a CSV or TSV with a column such as id, userName or email; NDJSON or a JSON array of objects with
 * such a member. The users of a group file are its members.
 * @throws Failure `invalidInput` for a file that cannot be read, or a row without a name
 */
async function namesInList(context: Context, file: string, how: ListUse): Promise<readonly ListedName[]> {
  const { kind } = how;
  const text = await readListText(context, file);
  const name = inputName(file);
  const start = text.trimStart()[0];
  if (start === '[') return namesInArray(text, name, kind);
  const lines = linesOf(text);
  if (start === '{')
    return lines.flatMap(({ line, number }) => namesInJsonLine(line, { file: name, line: number }, kind));
  const { delimiter, heading, ...form } = formOf(text, lines, name, how);
  if (heading !== undefined) await noteHeading(context, heading, name, kind);
  // userNames and addresses have no backslash.
  if (delimiter === undefined ? kind === 'groups' : form.mayBeTsv === true)
    refuseUnclearEscapes(lines, name, kind);
  if (delimiter !== undefined)
    return namesInCsv(withoutFirstComments(text, lines), name, kind, { ...form, delimiter });
  if (kind === 'groups') await noteComments(context, text, name);
  const isEscaped = isTsv(name) && hasEscapes(lines.map(({ line }) => line).join('\n'));
  return lines.map(({ line, number }) => ({
    name: nameInLine(line, isEscaped),
    at: { file: name, line: number },
  }));
}

/** Prints which line of a plain list of groups is read as a comment, although it could be a name. */
async function noteComments({ messages }: Context, text: string, file: string): Promise<void> {
  const [first, ...others] = rawLinesOf(text).filter(({ line }) => mayBeGroup(line));
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `, and ${others.length} more like it`;
  await messages.note(
    `${file}:${first.number}: "${forTerminal(first.line)}" is read as a comment${more}; if it is a name, put it in quotes`,
  );
}

/** Prints that the first line is read as a heading, because it could also be a name. */
async function noteHeading(
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
  const listed = await readNameList(context, file, 'users', 'write');
  const [first] = listed;
  const other = listed.find(({ group }) => group !== undefined && group !== first?.group);
  if (first === undefined || other === undefined) return listed;
  throw new Failure(
    'invalidInput',
    `${inputName(file)}:${other.at.line}: the file has the members of several groups: ${first.group} and ${other.group}`,
    { hint },
  );
}
