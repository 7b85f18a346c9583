import { Interrupted } from '../failure/interrupted.ts';
import type { Host } from './host.ts';
import type { CommonOptions } from './options/common-options.ts';

/** Asks whether to run the suggested command, which the hint has already printed. Only on a terminal. */
export async function offerCorrection(
  { env, streams }: Host,
  { input, output }: Partial<CommonOptions>,
): Promise<boolean> {
  const isTerminal = streams.stdin.isTTY === true && streams.stderr.isTTY === true;
  const isJson = output === 'json' || output === 'ndjson';
  if (!isTerminal || input === false || isJson || (env['CI'] ?? '') !== '') return false;
  const { createPrompts } = await import('../terminal/prompts.ts');
  // Ctrl-C means no: the error was already reported.
  return createPrompts(streams, true)
    .confirm('Run it?')
    .catch((error: unknown) => {
      if (error instanceof Interrupted) return false;
      throw error;
    });
}
