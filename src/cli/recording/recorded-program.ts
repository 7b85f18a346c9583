import { Failure } from '../../failure/failure.ts';
import type { RecordedProgram, Recording } from '../../recording/recording.ts';
import type { ReplayedTime } from '../../recording/replayed-time.ts';
import type { SteppedTime } from '../../recording/stepped-time.ts';
import type { RunningCommand } from '../../terminal/run-command.ts';

/** Starts a program, and tells how and when it ended; nothing of what it prints. */
export async function recordedProgram(
  start: () => Promise<RunningCommand>,
  time: SteppedTime,
  tell: (program: RecordedProgram) => void,
): Promise<RunningCommand> {
  const running = await start();
  return {
    ...running,
    ended: running.ended.then((exit) => {
      tell({ exit, at: time.mark() });
      return exit;
    }),
  };
}

/**
 * A program that ends as it did, and does nothing. @throws Failure `unreachable` where it did not start, or
 * not end
 */
export function replayedProgram({ program }: Recording, file: string, time: ReplayedTime): RunningCommand {
  if (program === undefined)
    throw new Failure('unreachable', `${file} does not hold how the program ended that the command ran`, {
      code: 'not_recorded',
    });
  return { ended: time.at(program.at).then(() => program.exit), pass: () => {} };
}
