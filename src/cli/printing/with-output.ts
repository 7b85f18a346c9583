import { writeInPieces } from '../../storage/atomic-file.ts';
import { createWriter } from '../../terminal/streams.ts';
import type { Context } from '../context.ts';
import { refuseExisting } from './refuse-existing.ts';

/** Where text goes: stdout, or a file that is complete or not there. */
export interface Output {
  readonly isTerminal: boolean;
  write(text: string): Promise<void>;
  /** Leaves no trace in the file; what stdout was given already stays there. */
  abandon(): void;
}

/** How a file is written that a person names. */
export interface OutputFile {
  /** Stdout when absent. */
  readonly file: string | undefined;
  /** Whether a file that is there may be replaced. */
  readonly force: boolean | undefined;
}

const WRITE_SIZE = 64 * 1024;

/**
 * Opens the file or stdout, and ends it when everything was written; after an error the file is closed, and
 * as it was.
 * @returns what `write` returns
 * @throws Failure `usage` when the file exists and may not be replaced, `storage` when it cannot be written,
 * or what `write` throws
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

/** The same for a file that may not have been asked for: without a name nothing is written. */
export async function withOptionalFile<T>(
  context: Context,
  { file, force }: OutputFile,
  write: (output: Output | undefined) => Promise<T>,
): Promise<T> {
  return file === undefined ? write(undefined) : withOutput(context, { file, force }, write);
}
