import { Failure } from '../../failure/failure.ts';
import type { RecordedProgram, Recording } from '../../recording/recording.ts';
import type { ReplayedTime } from '../../recording/replayed-time.ts';
import type { SteppedTime } from '../../recording/stepped-time.ts';
import type { RunningCommand } from '../../terminal/run-command.ts';

/** Starts a program and records its exit code and the time of its end, but not its output. */
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
 * Imitates a program that ends with the recorded exit code at the recorded time.
 * @throws Failure `unreachable` if the recording has no such program, or not its end
 */
export function replayedProgram({ program }: Recording, file: string, time: ReplayedTime): RunningCommand {
  if (program === undefined)
    throw new Failure('unreachable', `${file} does not record how the started program ended`, {
      code: 'not_recorded',
    });
  return { ended: time.at(program.at).then(() => program.exit), pass: () => {} };
}
