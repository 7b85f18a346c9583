import { Failure } from '../../failure/failure.ts';
import { type AppendFile, openAppendFile } from '../../storage/append-file.ts';
import { readFrom } from '../../storage/read-from.ts';
import type { ShownExchange } from './exchange.ts';

/** A file to which every request is appended, one per line. */
export interface RecordFile {
  add(exchange: ShownExchange): void;
  /** Why recording has stopped; undefined while it works. */
  readonly failure: Failure | undefined;
  close(): void;
}

/** Start of each line: the first member of a recorded request. */
const LINE_START = '{"seq":';
/** Maximum length of a line, in bytes. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024;
const LINE_END = 0x0a;

/**
 * Opens a file for recording; existing requests are kept.
 * @throws Failure `storage` if it cannot be written, or has other content
 */
export function openRecordFile(path: string): RecordFile {
  const file = openAppendFile(path);
  try {
    cutTornLine(file);
  } catch (error) {
    file.close();
    throw error;
  }
  let failure: Failure | undefined;
  return {
    add(exchange) {
      if (failure !== undefined) return;
      try {
        file.append(`${JSON.stringify(exchange)}\n`);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        failure = error;
      }
    },
    get failure() {
      return failure;
    },
    close: () => file.close(),
  };
}

/** Removes the incomplete last line that a killed sandbox leaves: the next request would continue it. */
function cutTornLine(file: AppendFile): void {
  const { path } = file;
  const size = file.size();
  if (size === 0) return;
  const start = readFrom(path, 0, LINE_START.length).toString();
  if (!LINE_START.startsWith(start))
    throw new Failure('storage', `${path} is not a recording of requests; nothing was appended`, {
      hint: 'name another file: --record requests.ndjson',
    });
  const end = readFrom(path, Math.max(0, size - MAX_LINE_LENGTH));
  const torn = end.length - (end.lastIndexOf(LINE_END) + 1);
  if (torn > 0) file.truncate(size - torn);
}
