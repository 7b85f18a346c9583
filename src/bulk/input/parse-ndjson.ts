import type { DamagedRecord } from '../../failure/damaged-record.ts';
import type { Issue } from '../../failure/issue.ts';
import { readExactJson } from '../../json/exact-json.ts';
import { isObject } from '../../json/is-object.ts';
import { findJsonFault } from '../../json/json-fault.ts';
import { defined } from '../../values/defined.ts';
import { columnOf } from './columns.ts';
import type { Headings, InputRow, RowStart } from './input-row.ts';
import { resourceCells } from './resource-cells.ts';

/** Maximum length of a line, in characters, as for a CSV record. */
const MAX_LINE_LENGTH = 1024 * 1024;
/** Maximum nesting: deeper than any attribute path. */
const DEEPEST = 8;

/**
 * Reads NDJSON as a stream: one object per line; blank lines are skipped. Nested values become paths
 * (`name.givenName`, `emails[0].value`); null is an empty cell. A SCIM user is read as such. A line that is
 * not an object is reported with its place and skipped.
 * @param onDamaged receives lines that are not objects, instead of `report`
 * @returns batches of rows in file order
 */
export async function* parseNdjson(
  texts: AsyncIterable<string>,
  file: string,
  vendor: string,
  report: (issue: Issue) => void,
  onDamaged?: (record: DamagedRecord) => void,
): AsyncGenerator<readonly InputRow[]> {
  const rows = new ObjectRows(vendor);
  let line = 0;
  let rest = '';
  const take = (raw: string): InputRow[] => {
    line += 1;
    if (raw.trim() === '') return [];
    // The rest of a line that is too long is unknown.
    const isCertain = raw.length <= MAX_LINE_LENGTH && onDamaged !== undefined;
    const onIssue = isCertain ? (issue: Issue) => onDamaged({ line, raw, issue }) : report;
    const object = parseLine(raw, file, line, onIssue);
    if (object === undefined) return [];
    return [rows.rowOf(object, line, raw)];
  };
  for await (const text of texts) {
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    const batch = lines.flatMap(take);
    if (batch.length > 0) yield batch;
    if (rest.length > MAX_LINE_LENGTH) break;
  }
  yield take(rest);
}

/** Converts objects to rows. Objects with the same keys share their headings. */
export class ObjectRows {
  private readonly known = new Map<string, Headings>();
  private readonly vendor: string;

  constructor(vendor: string) {
    this.vendor = vendor;
  }

  /** @param start start of the object, if it is not the start of a line */
  rowOf(object: Readonly<Record<string, unknown>>, line: number, raw: string, start?: RowStart): InputRow {
    const cells = resourceCells(object, this.vendor) ?? flattened(object);
    const names = [...cells.keys()];
    const key = JSON.stringify(names);
    const begins = defined({ start });
    const headings = this.known.get(key) ?? { names, line, raw, ...begins, format: 'ndjson' as const };
    this.known.set(key, headings);
    return { headings, line, cells: [...cells.values()], raw, ...begins };
  }
}

function parseLine(
  raw: string,
  file: string,
  line: number,
  report: (issue: Issue) => void,
): Readonly<Record<string, unknown>> | undefined {
  const damaged = (offset: number, message: string) => {
    const at = { file, line, column: [...raw.slice(0, offset)].length + 1 };
    const example = '{"userName":"anna.lind","email":"anna.lind@example.com"}';
    report({ code: 'damaged_record', path: '', message, expected: 'one JSON object on a line', example, at });
    return undefined;
  };
  if (raw.length > MAX_LINE_LENGTH) return damaged(0, 'this line is longer than 1 MiB');
  const read = readExactJson(raw);
  if ('value' in read) {
    const { value } = read;
    if (isObject(value)) return { ...value };
    return damaged(raw.search(/\S/), 'this line is not a JSON object');
  }
  if (read.fault !== 'not JSON') return damaged(0, `this line is ${read.fault}`);
  const { offset, found } = findJsonFault(raw);
  return damaged(offset, `this line is not JSON: ${found} is not expected here`);
}

function flattened(object: unknown): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  flatten(object, '', 0, cells);
  return cells;
}

function flatten(value: unknown, path: string, depth: number, into: Map<string, string>): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) {
    into.set(path, value === null || value === undefined ? '' : String(value));
  } else if (
    Array.isArray(value) &&
    columnOf(path) === 'groups' &&
    value.every((name) => typeof name === 'string')
  ) {
    // The same form as in a CSV cell: a backslash escapes a semicolon in a name.
    into.set(path, value.map((name) => name.replace(/[\\;]/g, '\\$&')).join(';'));
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) flatten(element, `${path}[${index}]`, depth + 1, into);
  } else {
    for (const [key, element] of Object.entries(value))
      flatten(element, path === '' ? key : `${path}.${key}`, depth + 1, into);
  }
}
