import { Failure, type FailureKind } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { durationInWords } from '../../output/duration-words.ts';
import { defined } from '../../values/defined.ts';
import { recordedWords } from '../command-words.ts';
import type { Context } from '../context.ts';
import { hintAtConnection } from '../hint-at-connection.ts';
import { nothingSentMessage } from '../stopped-words.ts';

/** Condition for each kind of failed read, printed before the command that retries it. */
const AGAIN: { readonly [Kind in FailureKind]?: (argv: readonly string[]) => string } = {
  unavailable: () => 'when the service is back',
  throttled: () => 'when the service accepts requests again',
  unauthorized: () => 'with a valid token',
  unreachable: (argv) => `${hintAtConnection('orgctl profile check', argv)} finds the cause; then`,
};

/** Shorter waits are not reported; in milliseconds. */
const MIN_REPORTED_WAIT = 500;

/**
 * Runs `work`, which reads what a run needs before its first change.
 * @param hint returns how to continue; the same command again if absent
 * @throws Interrupted with the command to continue; Failure if the service is not usable, with the time
 * waited, that nothing was sent, and the command that retries
 */
export async function beforeRun<T>(
  context: Context,
  work: () => Promise<T>,
  hint?: () => string,
): Promise<T> {
  const again = recordedWords(context.host.argv, context.secrets.redact);
  const stopped = () => nothingSentMessage(context, hint?.());
  // Stays in effect after `work`, until the run sets its own last words: nothing is sent in between.
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
      waited < MIN_REPORTED_WAIT ? '' : ` (waited ${durationInWords(Math.round(waited / 1000) * 1000)})`;
    throw new Failure(kind, `${message}${after}; nothing was sent`, {
      ...defined({ code, status }),
      issues,
      hint: hint?.() ?? `${when(context.host.argv)}: ${again}`,
      cause: error,
    });
  }
}

/** Returns for how long every read request of this command has failed, in milliseconds. */
function waitedSince({ health, host }: Context): number {
  const trouble = health.trouble('read');
  return trouble === undefined ? 0 : host.clock() - trouble.since;
}
