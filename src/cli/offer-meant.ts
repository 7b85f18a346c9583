import { Interrupted } from '../failure/interrupted.ts';
import type { Host } from './host.ts';
import type { CommonOptions } from './options/common-options.ts';

/** Asks a person at a terminal whether to run the command that is meant, which the hint has shown. */
export async function offerMeant(
  { env, streams }: Host,
  { input, output }: Partial<CommonOptions>,
): Promise<boolean> {
  const isTerminal = streams.stdin.isTTY === true && streams.stderr.isTTY === true;
  const isJson = output === 'json' || output === 'ndjson';
  if (!isTerminal || input === false || isJson || (env['CI'] ?? '') !== '') return false;
  const { createPrompts } = await import('../terminal/prompts.ts');
  // Who stops here declines: what is wrong was said already.
  return createPrompts(streams, true)
    .confirm('Run it?')
    .catch((error: unknown) => {
      if (error instanceof Interrupted) return false;
      throw error;
    });
}
