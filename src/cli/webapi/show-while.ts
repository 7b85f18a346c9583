import { asFailure } from '../../failure/failure.ts';
import { LIMITS } from '../../spec/limits.ts';
import { type Command, startCommand } from '../../terminal/run-command.ts';
import type { WebApiClient } from '../../webapi/webapi-client.ts';
import type { Context } from '../context.ts';
import { renewStatus, type StatusThread } from './thread-status.ts';

/**
 * A status is renewed after three quarters of its lifetime, in case a call is slow or has to wait (WEB §3,
 * §8).
 */
const RENEW_AFTER = (LIMITS.threadStatusLifetime * 3) / 4;

/**
 * Shows a status while a command runs: renews it before it expires and clears it at the end. The command
 * inherits the streams and receives the signals of this process.
 * @returns the exit code of the command
 * @throws Failure if the command cannot be started
 */
export async function showWhile(
  context: Context,
  client: WebApiClient,
  thread: StatusThread,
  status: string,
  command: Command,
): Promise<number> {
  const { host, shutdown, messages } = context;
  const busy = shutdown.drain();
  const isOver = new AbortController();
  try {
    const start = () => startCommand(command, host.streams);
    const running = await (host.tape === undefined ? start() : host.tape.start(start));
    // On a terminal, Ctrl-C reaches the command directly.
    const passOn = () => {
      if (shutdown.cause() !== 'SIGINT' || host.streams.stdin.isTTY !== true) running.pass(shutdown.cause());
    };
    shutdown.signal.addEventListener('abort', passOn, { once: true });
    const renewing = renew(context, client, thread, status, isOver.signal);
    const exit = await running.ended;
    isOver.abort();
    await renewing;
    return exit;
  } finally {
    isOver.abort();
    await renewStatus(client, thread, '').catch((error: unknown) =>
      messages.warn(`the status could not be cleared: ${asFailure(error).message}`),
    );
    busy.done();
  }
}

/** Renews the status; a failed renewal does not stop the command. */
async function renew(
  { host, messages }: Context,
  client: WebApiClient,
  thread: StatusThread,
  status: string,
  isOver: AbortSignal,
): Promise<void> {
  for (;;) {
    await host.sleep(RENEW_AFTER, isOver).catch(() => {});
    if (isOver.aborted) return;
    await renewStatus(client, thread, status).catch((error: unknown) =>
      messages.warn(`the status could not be renewed: ${asFailure(error).message}`),
    );
  }
}
