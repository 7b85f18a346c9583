import type { Layer } from '../../http/transport.ts';
import type { Progress } from '../../terminal/progress.ts';
import type { Messages } from './messages.ts';

/** Shows the host that requests are waiting for, after a short delay; retries count as part of the wait. */
export function waitProgress(messages: Messages, origin: string): Layer {
  const { host } = new URL(origin);
  let inFlight = 0;
  let progress: Progress | undefined;
  return (next) => async (request, signal) => {
    inFlight += 1;
    if (inFlight === 1) {
      progress = messages.progress();
      progress.update(`waiting for ${host}`);
    }
    try {
      return await next(request, signal);
    } finally {
      inFlight -= 1;
      if (inFlight === 0) progress?.stop();
    }
  };
}
