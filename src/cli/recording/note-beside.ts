import { MARK } from '../../gate/find-pieces.ts';
import { withoutTokens } from '../../gate/token-shape.ts';
import { forTerminal } from '../../output/sanitize.ts';
import { guardStreams } from '../../terminal/guard-streams.ts';
import { createWriter } from '../../terminal/streams.ts';
import { parseBoolean } from '../../values/boolean-word.ts';
import type { Host } from '../host.ts';

/** -q, also after other short flags without a value. */
const QUIET = /^(?:-[nyv]*q|--quiet$)/;

/** Prints a note about a recording on stderr, beside the output of its command, but not with --quiet. */
export async function noteBeside(
  { argv, env, streams }: Pick<Host, 'argv' | 'env' | 'streams'>,
  note: string,
): Promise<void> {
  if (argv.some((word) => QUIET.test(word)) || parseBoolean(env['ORGCTL_QUIET'] ?? '') === true) return;
  const stderr = createWriter(guardStreams(streams, env).stderr, 'stderr');
  await stderr.write(`${forTerminal(withoutTokens(note, MARK))}\n`);
}
