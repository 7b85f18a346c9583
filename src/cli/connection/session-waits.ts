import type { OutageWait } from '../../bulk/run/wait-out-outage.ts';
import type { Wait } from '../../http/wait.ts';
import type { retryNotes } from '../printing/retry-notes.ts';

/** Receives each wait while a run is applied, instead of a printed note. */
export interface WaitListener {
  /** The request was throttled. */
  readonly onThrottled: (wait: Wait) => void;
  /** The service is unavailable. */
  readonly onOutage: (wait: OutageWait) => void;
}

/** Passes waits of a command to the listener if there is one, else prints a note. */
export interface SessionWaits {
  notify(wait: Wait): void;
  notifyOutage(wait: OutageLike): void;
  /** Sets the listener. @returns a function that removes it */
  follow(listener: WaitListener): () => void;
}

type OutageLike = Pick<Wait, 'milliseconds' | 'says' | 'left'>;

/**
 * @param note prints a wait
 * @param isPatient whether the command waits for an unavailable service; its notes then tell how much longer
 */
export function createSessionWaits(note: ReturnType<typeof retryNotes>, isPatient: boolean): SessionWaits {
  let listener: WaitListener | undefined;
  const tellOutage = ({ milliseconds, says, left }: OutageLike) => {
    if (listener !== undefined && says !== undefined && left !== undefined)
      listener.onOutage({ milliseconds, says, left });
    else if (isPatient) note({ milliseconds, why: 'trouble', says, left });
    else note({ milliseconds, why: 'trouble' });
  };
  return {
    notify(wait) {
      if (wait.why === 'trouble') tellOutage(wait);
      else if (listener === undefined) note(wait);
      else listener.onThrottled(wait);
    },
    notifyOutage: tellOutage,
    follow(next) {
      listener = next;
      return () => {
        listener = undefined;
      };
    },
  };
}
