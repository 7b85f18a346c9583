import { parseCsvText } from '../../bulk/input/parse-csv.ts';
import { Failure } from '../../failure/failure.ts';
import type { Place } from '../../failure/issue.ts';
import { isJsonObject, objectsIn } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/wire.ts';
import { inputName, readText } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';

/** A user or group as a list names it, and where. */
export interface ListedName {
  readonly name: string;
  readonly at: Place;
}

/** More than an organization has, however long the names. */
const LARGEST_LIST = 64 * 1024 * 1024;

/** The columns and members that name a user or a group, best first. */
const NAMING: readonly string[] = [
  'id',
  'userid',
  'user_id',
  'username',
  'email',
  'user',
  'displayname',
  'group',
];

/**
 * Returns the names in a file, or on stdin for `-`: one on a line (blank lines and # are left out); a CSV with a column such as id, userName
 * or email; NDJSON or a JSON array of objects with such a member.
 * @throws Failure `invalidInput` for a file that cannot be read, or a row without a name.
 */
export async function readNameList({ world }: Context, file: string): Promise<readonly ListedName[]> {
  const text = (await readText(file, world.streams.stdin, LARGEST_LIST)).replace(/^\ufeff/, '');
  const name = inputName(file);
  const start = text.trimStart()[0];
  if (start === '[') return namesInArray(text, name);
  if (start === '{')
    return linesOf(text).map(({ line, number }) => ({
      name: nameInJson(line, name, number),
      at: { file: name, line: number },
    }));
  const [heading] = linesOf(text);
  if (heading !== undefined && namingColumn(heading.line) !== undefined) return namesInCsv(text, name);
  return linesOf(text).map(({ line, number }) => ({ name: line, at: { file: name, line: number } }));
}

interface Line {
  readonly line: string;
  readonly number: number;
}

function linesOf(text: string): readonly Line[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
}

/** The column of a heading that names somebody; undefined for a line that is no heading. */
function namingColumn(heading: string): number | undefined {
  const names = heading.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, '').toLowerCase());
  const best = NAMING.find((name) => names.includes(name));
  return best === undefined ? undefined : names.indexOf(best);
}

async function namesInCsv(text: string, file: string): Promise<readonly ListedName[]> {
  const found: ListedName[] = [];
  let column: number | undefined;
  const refuse = (at: Place, message: string) =>
    new Failure('invalidInput', `${at.file}:${at.line}: ${message}`);
  for await (const rows of parseCsvText(once(text), file, ({ at, message, expected }) => {
    throw refuse(
      at ?? { file, line: 1 },
      expected === undefined ? message : `${message}; expected ${expected}`,
    );
  })) {
    for (const { line, cells } of rows) {
      if (column === undefined) {
        column = namingColumn(cells.join(',')) ?? 0;
        continue;
      }
      const name = cells[column]?.trim() ?? '';
      if (name === '') throw refuse({ file, line }, 'the row names no user');
      found.push({ name, at: { file, line } });
    }
  }
  return found;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

function nameInJson(line: string, file: string, number: number): string {
  try {
    const value: unknown = JSON.parse(line);
    const name = isJsonObject(value) ? nameOf(value) : undefined;
    if (name !== undefined) return name;
  } catch {
    throw new Failure('invalidInput', `${file}:${number}: this line is not JSON`);
  }
  throw new Failure('invalidInput', `${file}:${number}: no id, userName or email names a user`);
}

function namesInArray(text: string, file: string): readonly ListedName[] {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    throw new Failure('invalidInput', `${file} starts like a JSON array but is not one`);
  }
  if (!Array.isArray(values)) return [];
  return values.map((value: unknown, index) => {
    const name = typeof value === 'string' ? value : isJsonObject(value) ? nameOf(value) : undefined;
    if (name === undefined || name === '')
      throw new Failure('invalidInput', `${file}: element ${index + 1} has no id, userName or email`);
    return { name, at: { file, line: 1 } };
  });
}

function nameOf(resource: JsonObject): string | undefined {
  const members = new Map(Object.entries(resource).map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of NAMING) {
    const value = members.get(name);
    if (typeof value === 'string' && value !== '') return value;
  }
  const email = objectsIn(members.get('emails'))[0]?.['value'];
  return typeof email === 'string' && email !== '' ? email : undefined;
}
