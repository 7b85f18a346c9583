import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../failure/failure.ts';
import { unnamedFileError } from '../failure/file-error.ts';
import type { DumpFile } from './dump-files.ts';
import { openIdTable } from './id-table.ts';
import { rewriteFile } from './rewrite-file.ts';
import type { ThreadAnswer, ThreadContext } from './rewrite-threads.ts';

// Entry point of a worker thread of "migrate rewrite": rewrites the files it receives, one at a time.

const { memory, invalid, selection, folder, stop }: ThreadContext = workerData;
const stopping = new Int32Array(stop);
const means = {
  table: openIdTable(memory, true),
  invalid,
  selection,
  folder,
  checkStop() {
    if (Atomics.load(stopping, 0) !== 0) throw new Failure('internal', 'stopped');
  },
};

parentPort?.on('message', ({ at, file }: { readonly at: number; readonly file: DumpFile }) => {
  const answer = (message: ThreadAnswer) => parentPort?.postMessage(message);
  rewriteFile(file, means).then(
    (done) => answer({ at, file: done }),
    (error: unknown) => {
      // Any other error is a defect and ends the thread, and with it the run.
      const failure = error instanceof Failure ? error : unnamedFileError(error);
      if (failure === undefined) throw error;
      const { kind, message, hint } = failure;
      answer({ at, fault: { kind, message, hint } });
    },
  );
});
