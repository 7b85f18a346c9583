import type { Issue } from '../../failure/issue.ts';
import { readBoundedJson } from '../../rules/bounded-json.ts';
import { findJsonFault } from '../../terminal/json-place.ts';
import { placeInText } from './csv-row.ts';
import type { InputRow } from './input-row.ts';
import { ObjectRows } from './parse-ndjson.ts';

/** Longest object, in characters, as of a CSV record. */
const LONGEST_OBJECT = 1024 * 1024;

/**
 * Reads the objects of a JSON array as they come: the array is the whole document, or the list of an answer of a directory. What is nested
 * becomes a path, as in NDJSON. An object that is not JSON is reported with its place, and ends the reading.
 * @returns batches of rows in the order of the file.
 */
export async function* parseJsonList(
  texts: AsyncIterable<string>,
  file: string,
  vendor: string,
  report: (issue: Issue) => void,
): AsyncGenerator<readonly InputRow[]> {
  const rows = new ObjectRows(vendor);
  const scanner = new ObjectScanner();
  for await (const text of texts) {
    const batch: InputRow[] = [];
    for (const { raw, line, column } of scanner.push(text)) {
      const read = readBoundedJson(raw);
      if ('value' in read && typeof read.value === 'object' && read.value !== null) {
        batch.push(rows.rowOf({ ...read.value }, line, ' '.repeat(column - 1) + raw));
        continue;
      }
      if (batch.length > 0) yield batch;
      return report(damaged(raw, line, column, file));
    }
    if (batch.length > 0) yield batch;
    if (scanner.pending > LONGEST_OBJECT)
      return report(issueAt(file, scanner.start, 'this object is longer than 1 MiB'));
  }
  if (scanner.pending > 0) report(issueAt(file, scanner.start, 'this object is never closed'));
}

function damaged(raw: string, line: number, column: number, file: string): Issue {
  const { offset, found } = findJsonFault(raw);
  const place = placeInText(raw, offset, line);
  const at = place.line === line ? { line, column: column + place.column - 1 } : place;
  return issueAt(file, at, `this is not JSON: ${found} is not expected here`);
}

function issueAt(
  file: string,
  at: { readonly line: number; readonly column: number },
  message: string,
): Issue {
  return {
    code: 'damaged_record',
    path: '',
    message,
    expected: 'an array of JSON objects',
    at: { file, ...at },
  };
}

/** Finds the objects of the first array of objects in a text that comes in pieces. */
class ObjectScanner {
  /** Where the object begins that is not whole yet. */
  start = { line: 1, column: 1 };
  private readonly place = { line: 1, column: 1 };
  private raw: string[] = [];
  private size = 0;
  private depth = 0;
  private isInArray = false;
  private isInText = false;
  private isEscaped = false;

  /** Characters of an object that is not whole yet. */
  get pending(): number {
    return this.size;
  }

  /** Takes the next piece. @returns the objects that it makes whole */
  push(text: string): readonly { readonly raw: string; readonly line: number; readonly column: number }[] {
    const found: { raw: string; line: number; column: number }[] = [];
    let from = this.depth > 0 ? 0 : -1;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at] ?? '';
      const before = this.depth;
      this.take(character);
      if (before === 0 && this.depth === 1) {
        from = at;
        this.start = { ...this.place };
      }
      this.advance(character);
      if (before === 1 && this.depth === 0) {
        this.raw.push(text.slice(from, at + 1));
        found.push({ raw: this.raw.join(''), ...this.start });
        this.raw = [];
        this.size = 0;
        from = -1;
      }
    }
    if (this.depth > 0) {
      const piece = text.slice(Math.max(0, from));
      this.raw.push(piece);
      this.size += piece.length;
    }
    return found;
  }

  private take(character: string): void {
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (character === '\\') this.isEscaped = true;
      else if (character === '"') this.isInText = false;
    } else if (character === '"') this.isInText = true;
    else if (!this.isInArray) this.isInArray = character === '[';
    else if (character === '{') this.depth += 1;
    else if (character === '}' && this.depth > 0) this.depth -= 1;
    else if (character === ']' && this.depth === 0) this.isInArray = false;
  }

  private advance(character: string): void {
    if (character === '\n') {
      this.place.line += 1;
      this.place.column = 1;
    } else this.place.column += 1;
  }
}
