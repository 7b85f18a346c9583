import { Failure } from '../../failure/failure.ts';
import { openAppendFile } from '../../storage/append-file.ts';
import type { ShownExchange } from './exchange.ts';

/** A file to which every request is appended, one per line. */
export interface RecordFile {
  add(exchange: ShownExchange): void;
  /** Why recording has stopped; undefined while it works. */
  readonly failure: Failure | undefined;
  close(): void;
}

/** Opens a file for recording; existing content is kept. @throws Failure `storage` */
export function openRecordFile(path: string): RecordFile {
  const file = openAppendFile(path);
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
