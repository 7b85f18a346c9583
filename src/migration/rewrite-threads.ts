import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure } from '../failure/failure.ts';
import { defined } from '../values/defined.ts';
import type { DumpFile } from './dump-files.ts';
import type { IdTableMemory } from './id-table.ts';
import type { Selection } from './rewrite-dump.ts';
import { type RewriteContext, type RewriteFault, type RewrittenFile, rewriteFile } from './rewrite-file.ts';

/** Initial data of a thread. */
export interface ThreadContext {
  readonly memory: IdTableMemory;
  readonly invalid: ReadonlySet<string>;
  readonly selection: Selection;
  readonly folder: string | undefined;
  /** A single number; anything but 0 requests a stop. */
  readonly stop: SharedArrayBuffer;
}

/** Response of a thread for one file. */
export type ThreadAnswer =
  | { readonly at: number; readonly file: RewrittenFile }
  | { readonly at: number; readonly fault: RewriteFault };

/**
 * Returns the program for threads; undefined when running from source or as the single executable, which use
 * one thread.
 */
function threadProgram(): string | undefined {
  const path = typeof __dirname === 'string' ? join(__dirname, 'rewrite-thread.cjs') : undefined;
  return path !== undefined && existsSync(path) ? path : undefined;
}

/**
 * Rewrites files one at a time or in parallel. The results are the same, in the order of the files.
 * @param threads maximum number of threads; with 1, no thread is started
 * @throws Failure of the first file that cannot be rewritten; the error of `checkStop`
 */
export async function rewriteFiles(
  files: readonly DumpFile[],
  means: RewriteContext,
  threads: number,
  onFile: (done: number) => void,
): Promise<readonly RewrittenFile[]> {
  const results: RewrittenFile[] = [];
  const count = Math.min(threads, files.length);
  const program = count > 1 ? threadProgram() : undefined;
  if (program !== undefined) return rewriteInParallel(files, means, { program, count }, onFile);
  for (const file of files) {
    means.checkStop();
    results.push(await rewriteFile(file, means));
    onFile(results.length);
  }
  return results;
}

async function rewriteInParallel(
  files: readonly DumpFile[],
  { table, invalid, selection, folder, checkStop }: RewriteContext,
  { program, count }: { readonly program: string; readonly count: number },
  onFile: (done: number) => void,
): Promise<readonly RewrittenFile[]> {
  const stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const workerData: ThreadContext = { memory: table.memory, invalid, selection, folder, stop };
  const results = new Array<RewrittenFile | undefined>(files.length).fill(undefined);
  const faults = new Map<number, RewriteFault>();
  let next = 0;
  let done = 0;
  // Files are assigned in order, so that all files before a failing one are completed.
  const work = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      const assignNextFile = () => {
        const file = files[next];
        if (file === undefined || faults.size > 0 || isStopped(checkStop)) return resolve();
        worker.postMessage({ at: next, file });
        next += 1;
      };
      worker.on('message', (answer: ThreadAnswer) => {
        if ('fault' in answer) faults.set(answer.at, answer.fault);
        else results[answer.at] = answer.file;
        done += 1;
        onFile(done);
        assignNextFile();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      assignNextFile();
    });
  const watch = setInterval(() => {
    if (isStopped(checkStop)) Atomics.store(new Int32Array(stop), 0, 1);
  }, STOP_POLL_INTERVAL);
  const workers = Array.from({ length: count }, () => new Worker(program, { workerData }));
  try {
    await Promise.all(workers.map(work));
  } finally {
    clearInterval(watch);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  checkStop();
  const fault = faults.get(Math.min(...faults.keys()));
  if (fault !== undefined) throw new Failure(fault.kind, fault.message, defined({ hint: fault.hint }));
  return results.flatMap((result) => result ?? []);
}

/** Milliseconds between checks for a requested stop. */
const STOP_POLL_INTERVAL = 50;

function isStopped(checkStop: () => void): boolean {
  try {
    checkStop();
    return false;
  } catch {
    return true;
  }
}
