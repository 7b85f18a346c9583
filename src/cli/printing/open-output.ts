import { createAtomicFile } from '../../storage/atomic-file.ts';
import { createWriter } from '../../terminal/streams.ts';
import type { Context } from '../context.ts';
import { refuseExisting } from './refuse-existing.ts';

/** Where text goes: stdout, or a file that is complete or not there. */
export interface Output {
  readonly isTerminal: boolean;
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  /** Leaves no trace in the file; what stdout was given already stays there. */
  abandon(): void;
}

const WRITE_SIZE = 64 * 1024;

/** @throws Failure `usage` when the file exists and may not be replaced. */
export async function openOutput(
  { world }: Context,
  file: string | undefined,
  mayReplace: boolean,
): Promise<Output> {
  refuseExisting(file, mayReplace);
  if (file !== undefined) {
    const target = createAtomicFile(file, { clears: true });
    return {
      isTerminal: false,
      write: async (text) => target.write(text),
      finish: async () => target.commit(),
      abandon: () => target.abandon(),
    };
  }
  const writer = createWriter(world.streams.stdout, 'stdout');
  let collected = '';
  return {
    isTerminal: writer.isTerminal,
    write: async (text) => {
      collected += text;
      if (collected.length < WRITE_SIZE) return;
      await writer.write(collected);
      collected = '';
    },
    finish: () => writer.write(collected),
    abandon: () => undefined,
  };
}
