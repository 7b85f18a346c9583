import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { Failure } from '../../failure/failure.ts';
import { type DatedRecord, type JournalRecord, NOT_JOINED, readLine } from './journal-record.ts';

/** Reads the records of a journal without changing the file. */
export function readJournal(path: string): {
  records: readonly DatedRecord[];
  checksum: string;
  validBytes: number;
} {
  return readJournalText(readFileSync(path, 'utf8'), path);
}

/** Reads the records of a journal that was read from a file of this name. @throws Failure `storage` when it is damaged */
export function readJournalText(
  text: string,
  path: string,
): {
  records: readonly DatedRecord[];
  checksum: string;
  validBytes: number;
} {
  const records: DatedRecord[] = [];
  let checksum = '';
  let validBytes = 0;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '' && index === lines.length - 1) break;
    const record = index === lines.length - 1 ? undefined : readLine(line, checksum);
    if (record === undefined) {
      // Only what was being written when the power went may be missing. A disk may keep the end of it without its beginning.
      if (!lines.slice(index + 1).some((later) => NOT_JOINED.test(later))) break;
      throw new Failure(
        'storage',
        `the journal ${path} is damaged: line ${index + 1} does not follow line ${index}`,
        {
          hint: 'nothing was sent; move the folder of the run away, and plan again',
        },
      );
    }
    records.push(record.record);
    checksum = record.checksum;
    validBytes += Buffer.byteLength(line) + 1;
  }
  return { records, checksum, validBytes };
}

/** Longest first line of a journal, in bytes: its texts are bounded, and a character takes up to six. */
const START_BYTES = 32_768;

/** Returns what a run is, from the first line alone; undefined when it was not written whole. */
export function readStart(path: string): Extract<JournalRecord, { type: 'run.start' }> | undefined {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(START_BYTES);
    const text = buffer.toString('utf8', 0, readSync(file, buffer));
    const record = text.includes('\n') ? readLine(text.slice(0, text.indexOf('\n')), '')?.record : undefined;
    return record?.type === 'run.start' ? record : undefined;
  } finally {
    closeSync(file);
  }
}
