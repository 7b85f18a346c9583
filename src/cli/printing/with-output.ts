import { writeInPieces } from '../../storage/atomic-file.ts';
import { createWriter } from '../../terminal/streams.ts';
import type { Context } from '../context.ts';
import { refuseExisting } from './refuse-existing.ts';

/** A destination for text: stdout, or a file that is either complete or not written. */
export interface Output {
  readonly isTerminal: boolean;
  write(text: string): Promise<void>;
  /** Discards the file; text already written to stdout stays. */
  abandon(): void;
}

/** An output file given by a flag. */
export interface OutputFile {
  /** Stdout if absent. */
  readonly file: string | undefined;
  /** Whether an existing file may be replaced. */
  readonly force: boolean | undefined;
}

const WRITE_SIZE = 64 * 1024;

/**
 * Opens the file or stdout, and completes it after `write`; on an error the file is left as it was.
 * @returns what `write` returns
 * @throws Failure `usage` if the file exists and may not be replaced, `storage` if it cannot be written, or
 * what `write` throws
 */
export async function withOutput<T>(
  { host }: Context,
  { file, force }: OutputFile,
  write: (output: Output) => Promise<T>,
): Promise<T> {
  refuseExisting(file, force);
  if (file !== undefined)
    return writeInPieces(file, { clears: true }, (target) =>
      write({
        isTerminal: false,
        write: async (text) => target.write(text),
        abandon: () => target.abandon(),
      }),
    );
  const writer = createWriter(host.streams.stdout, 'stdout');
  let collected = '';
  const result = await write({
    isTerminal: writer.isTerminal,
    write: async (text) => {
      collected += text;
      if (collected.length < WRITE_SIZE) return;
      await writer.write(collected);
      collected = '';
    },
    abandon: () => {
      collected = '';
    },
  });
  await writer.write(collected);
  return result;
}

/** Like `withOutput` for an optional file: without a name, nothing is written. */
export async function withOptionalFile<T>(
  context: Context,
  { file, force }: OutputFile,
  write: (output: Output | undefined) => Promise<T>,
): Promise<T> {
  return file === undefined ? write(undefined) : withOutput(context, { file, force }, write);
}
