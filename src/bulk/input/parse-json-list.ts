import type { DamagedRecord } from '../../failure/damaged-record.ts';
import { type Issue, inRow } from '../../failure/issue.ts';
import type { ReadJson } from '../../json/bounded-json.ts';
import { readExactJson } from '../../json/exact-json.ts';
import { findJsonFault } from '../../json/json-fault.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { type InputRow, placeAtOffset, type RowStart } from './input-row.ts';
import { envelopeFault } from './json-list-envelope.ts';
import { JsonListScanner, type RawElement } from './json-list-scanner.ts';
import { ObjectRows } from './parse-ndjson.ts';

/** Maximum length of an object, in characters, as for a CSV record. */
const MAX_OBJECT_LENGTH = 1024 * 1024;

interface JsonListSource {
  /** The start of the text; independent of how the text is split into pieces. */
  readonly sample: string;
  readonly file: string;
  readonly vendor: string;
}

interface JsonListListeners {
  /** Receives the problem with the list; reading stops then. */
  readonly report: (issue: Issue) => void;
  /** Receives elements that are not objects, instead of `report`. */
  readonly onDamaged: ((record: DamagedRecord) => void) | undefined;
  /** Called if objects share lines: the line numbers of the rows are then positions in the array. */
  readonly onCounted: () => void;
}

/**
 * Reads the objects of a JSON array as a stream. The array is the whole document or the list in the response
 * of a directory. Nested values become paths, as in NDJSON. Rows are identified by their lines; if objects
 * share lines, by their position instead. Invalid JSON is reported with its place and ends the reading, and
 * so does a list that is truncated or has more pages.
 * @returns batches of rows in file order
 */
export async function* parseJsonList(
  texts: AsyncIterable<string>,
  { sample, file, vendor }: JsonListSource,
  { report, onDamaged, onCounted }: JsonListListeners,
): AsyncGenerator<readonly InputRow[]> {
  const rows = new ObjectRows(vendor);
  const scanner = new JsonListScanner();
  const numbers = new RowNumbers(sharesLines(sample), onCounted);
  for await (const text of texts) {
    const batch: InputRow[] = [];
    for (const element of scanner.push(text)) {
      const line = numbers.next(element);
      const { raw, line: startLine, column } = element;
      const read = readExactJson(raw);
      if ('value' in read && isJsonObject(read.value)) {
        batch.push(rows.rowOf(read.value, line, raw, { line: startLine, column }));
        continue;
      }
      const what = describeElement(read);
      if (what !== undefined) {
        const issue = issueAt(file, element, `this element of the array is ${what}`);
        if (onDamaged === undefined) report(inRow(issue, line));
        else onDamaged({ line, raw, issue });
        continue;
      }
      if (batch.length > 0) yield batch;
      return report(damaged(element, file));
    }
    if (batch.length > 0) yield batch;
    if (scanner.pending > MAX_OBJECT_LENGTH)
      return report(issueAt(file, scanner.start, 'this object is longer than 1 MiB'));
  }
  const fault = faultAtEnd(scanner, file);
  if (fault !== undefined) report(fault);
}

/** Describes an element that is complete but not a usable object; undefined if it is not JSON. */
function describeElement(read: ReadJson): string | undefined {
  if ('value' in read) return 'not an object';
  return read.fault === 'not JSON' ? undefined : read.fault;
}

/** The problem with the list as a whole. */
function faultAtEnd(scanner: JsonListScanner, file: string): Issue | undefined {
  if (scanner.isClosed) return envelopeFault(scanner.envelope(), scanner.elements, file);
  if (scanner.isNested) return issueAt(file, scanner.start, 'this object is never closed');
  return issueAt(file, scanner.end, 'the array is never closed: the file is cut off');
}

/** Whether two elements at the start of a list are on the same line. */
function sharesLines(sample: string): boolean {
  const scanner = new JsonListScanner();
  const lines = scanner.push(sample).map(({ line }) => line);
  if (scanner.isInElement) lines.push(scanner.start.line);
  return new Set(lines).size < lines.length;
}

/** Gives every element a unique number: its line, or its position if elements share lines. */
class RowNumbers {
  private last = 0;
  private isCounting: boolean;
  private readonly onCounted: () => void;

  constructor(isCounting: boolean, onCounted: () => void) {
    this.isCounting = isCounting;
    this.onCounted = onCounted;
    if (isCounting) onCounted();
  }

  /** If a line is shared only late in the list, the numbers count up from there and stay unique. */
  next({ line }: RawElement): number {
    if (!this.isCounting && line <= this.last) {
      this.isCounting = true;
      this.onCounted();
    }
    this.last = this.isCounting ? this.last + 1 : line;
    return this.last;
  }
}

function damaged({ raw, line, column }: RawElement, file: string): Issue {
  const { offset, found } = findJsonFault(raw);
  return issueAt(
    file,
    placeAtOffset(raw, offset, { line, column }),
    `this is not JSON: ${found} is not expected here`,
  );
}

function issueAt(file: string, { line, column }: RowStart, message: string): Issue {
  return {
    code: 'damaged_record',
    path: '',
    message,
    expected: 'an array of JSON objects',
    at: { file, line, column },
  };
}
