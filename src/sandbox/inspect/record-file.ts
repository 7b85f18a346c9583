import { Failure } from '../../failure/failure.ts';
import { openAppendFile } from '../../storage/append-file.ts';
import type { ShownExchange } from './exchange.ts';

/** A file that every request is added to, one line each. */
export interface RecordFile {
  add(exchange: ShownExchange): void;
  /** Why nothing more is recorded; undefined while all is well. */
  readonly failure: Failure | undefined;
  close(): void;
}

/** Opens a file for recording; what is in it stays. @throws Failure `storage` */
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
