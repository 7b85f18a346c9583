import { asFailure, type Failure } from '../../failure/failure.ts';
import { unnamedFileError } from '../../failure/file-error.ts';
import { paletteFor } from '../../output/palette.ts';
import { wrapWords } from '../../output/wrap-words.ts';
import { guardStreams } from '../../terminal/guard-streams.ts';
import { createWriter, hasColor } from '../../terminal/streams.ts';
import type { Host } from '../host.ts';
import { describeFailure, exitOf } from '../report-failure.ts';
import { parseCommonFlags } from './common-flags.ts';
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
    return reportFailure(unnamedFileError(error) ?? asFailure(error), bare);
  }
}

/** Reports an error with the recording, as the command would report its own. @returns the exit code */
async function reportFailure(failure: Failure, { argv, env, streams }: Host): Promise<number> {
  const stderr = createWriter(guardStreams(streams, env).stderr, 'stderr');
  const { color = 'auto', output, debug } = parseCommonFlags({ argv, env }).opts();
  const isJson = output === 'json' || output === 'ndjson';
  const text = describeFailure(failure, {
    palette: paletteFor(hasColor(color, env, stderr.isTerminal)),
    isJson,
    isDebug: debug === true,
    argv,
  });
  await stderr.write(isJson ? text : wrapWords(text, stderr.width));
  return exitOf(failure);
}
