import { Failure, type FailureKind } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { durationInWords } from '../../output/duration-words.ts';
import { defined } from '../../values/defined.ts';
import { recordedWords } from '../command-words.ts';
import type { Context } from '../context.ts';
import { stoppedBeforeSending } from '../stopped-words.ts';

/** Why nothing could be read, each with the words in front of the command that begins again. */
const AGAIN: { readonly [Kind in FailureKind]?: string } = {
  unavailable: 'when the service is back',
  throttled: 'when the service takes requests again',
  unauthorized: 'with a token that works',
  unreachable: 'orgctl profile check finds the cause; then',
};

/** Shorter waits are not worth a word; in milliseconds. */
const LEAST_WAIT_TOLD = 500;

/**
 * Reads what a run needs before its first change.
 * @param hint says how to go on; the same command again when absent
 * @throws Interrupted that says so, too; Failure of a service that cannot be used with how long was waited
 * for it, that nothing was sent, and the command that begins again
 */
export async function beforeRun<T>(
  context: Context,
  work: () => Promise<T>,
  hint?: () => string,
): Promise<T> {
  const again = recordedWords(context.host.argv, context.secrets.redact);
  const stopped = () => stoppedBeforeSending(context, hint?.());
  // Also behind the work, until the run says where it stands: nothing is sent in between.
  context.shutdown.lastWords(() => context.messages.endAtOnce(stopped()));
  try {
    return await work();
  } catch (error) {
    if (error instanceof Interrupted) throw new Interrupted(error.signal, error.hint ?? stopped());
    if (!(error instanceof Failure)) throw error;
    const { kind, message, code, status, issues } = error;
    const when = AGAIN[kind];
    if (when === undefined || message.endsWith('nothing was sent')) throw error;
    const waited = waitedSince(context);
    const after =
      waited < LEAST_WAIT_TOLD ? '' : ` (waited ${durationInWords(Math.round(waited / 1000) * 1000)})`;
    throw new Failure(kind, `${message}${after}; nothing was sent`, {
      ...defined({ code, status }),
      issues,
      hint: hint?.() ?? `${when}: ${again}`,
      cause: error,
    });
  }
}

/**
 * For how long the service has met the requests of this command with nothing but trouble, in milliseconds.
 */
function waitedSince({ health, host }: Context): number {
  const trouble = health.trouble('read');
  return trouble === undefined ? 0 : host.clock() - trouble.since;
}
