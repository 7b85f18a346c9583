import { createHash } from 'node:crypto';
import type { DamagedRecord } from '../../failure/damaged-record.ts';
import type { Issue } from '../../failure/issue.ts';
import type { ColumnMap } from './column-map.ts';
import { type DetectedDialect, type Dialect, unusualDialect } from './dialect.ts';
import { emptyFile } from './empty-file.ts';
import { hashBytes } from './hash-bytes.ts';
import type { Headings, InputRow } from './input-row.ts';
import { knownHeadings } from './known-headings.ts';
import { readRows } from './read-rows.ts';

/** Facts about a file of rows after it was read to the end. */
export interface FileFacts {
  readonly rows: number;
  /** SHA-256 of the bytes, in hex. */
  readonly digest: string;
  /** Description of the detected syntax, if it is unusual. */
  readonly dialect: string | undefined;
  /** The detected syntax in machine-readable form. */
  readonly written: DetectedDialect | undefined;
}

/** The options for reading a file, and the callbacks for its rows. */
interface FileListeners {
  readonly file: string;
  readonly vendor: string;
  readonly dialect: Dialect | undefined;
  /** The map, whose headings are recognized as well. */
  readonly map: ColumnMap | undefined;
  readonly onIssue: (issue: Issue) => void;
  /** Called with each set of headings before its first row. */
  readonly onHeadings: (headings: Headings) => void;
  readonly onRow: (row: InputRow) => void;
  /**
   * Called for damaged records with certain boundaries, which count as rows; without this callback they are
   * reported like any other damage.
   */
  readonly onDamaged: ((record: DamagedRecord) => void) | undefined;
}

/**
 * Reads a file of rows as a stream.
 * @returns facts about the file, and a finding if it is empty; a damaged file is never reported as empty
 */
export async function readFileOfRows(
  bytes: AsyncIterable<Buffer>,
  { file, vendor, dialect: given, map, onIssue, onHeadings, onRow, onDamaged }: FileListeners,
): Promise<FileFacts & { readonly empty: Issue | undefined }> {
  const hash = createHash('sha256');
  let rows = 0;
  let hasHeadings = false;
  let isDamaged = false;
  let dialect: string | undefined;
  let written: DetectedDialect | undefined;
  const how = {
    file,
    vendor,
    dialect: given,
    isKnown: knownHeadings(map),
    report: (issue: Issue) => {
      isDamaged = true;
      onIssue(issue);
    },
    onHeadings: (headings: Headings) => {
      hasHeadings = true;
      written ??= unusualDialect(headings);
      onHeadings(headings);
    },
    onDialect: (words: string) => {
      dialect = words;
    },
    onDamaged:
      onDamaged === undefined
        ? undefined
        : (record: DamagedRecord) => {
            rows += 1;
            onDamaged(record);
          },
  };
  for await (const batch of readRows(hashBytes(bytes, hash), how)) {
    rows += batch.length;
    for (const row of batch) onRow(row);
  }
  const empty = isDamaged ? undefined : emptyFile(hasHeadings, rows, file);
  return { rows, digest: hash.digest('hex'), dialect, written, empty };
}
