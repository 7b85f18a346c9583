import { asFailure } from '../../failure/failure.ts';
import { paletteFor } from '../../output/palette.ts';
import { guardStreams } from '../../terminal/guard-streams.ts';
import { createWriter, hasColor } from '../../terminal/streams.ts';
import type { Host } from '../host.ts';
import { describeFailure, exitOf } from '../report-failure.ts';
import { tapeFlag } from './tape-flags.ts';

type Run = (host: Host, stopNow: (exit: number) => void) => Promise<number>;

/**
 * Runs a command line with --record or --replay. @returns the exit code of the command, or that of an error
 * with the recording
 */
export async function runOnTape(bare: Host, stopNow: (exit: number) => void, run: Run): Promise<number> {
  try {
    const flag = tapeFlag(bare.argv);
    if (flag === undefined) return await run(bare, stopNow);
    if (flag.flag === '--record') {
      const { recordCommand } = await import('./record-command.ts');
      return await recordCommand(flag, bare, (host) => run(host, stopNow));
    }
    const { replayCommand } = await import('./replay-command.ts');
    return await replayCommand(flag, bare, run);
  } catch (error) {
    const failure = asFailure(error);
    const stderr = createWriter(guardStreams(bare.streams, bare.env).stderr, 'stderr');
    await stderr.write(
      describeFailure(failure, {
        palette: paletteFor(hasColor('auto', bare.env, stderr.isTerminal)),
        isJson: bare.argv.some((word) => /^(?:--output=)?n?d?json$/.test(word)),
        isDebug: bare.argv.includes('--debug'),
        argv: bare.argv,
      }),
    );
    return exitOf(failure);
  }
}
