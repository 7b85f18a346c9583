import type { OutageWait } from '../../bulk/run/outlast-outage.ts';
import type { Wait } from '../../http/retry.ts';
import type { retryNotes } from '../printing/retry-notes.ts';

/** Called for each wait while a run is applied, instead of a note about it. */
export interface WaitListener {
  /** The service asks to wait. */
  readonly onThrottled: (wait: Wait) => void;
  /** The service is away. */
  readonly onOutage: (wait: OutageWait) => void;
}

/** Hands on for what a command waits: to who follows the waits, otherwise as a note. */
export interface SessionWaits {
  tell(wait: Wait): void;
  tellOutage(wait: OutageLike): void;
  /** @returns what ends it */
  follow(listener: WaitListener): () => void;
}

type OutageLike = Pick<Wait, 'milliseconds' | 'says' | 'left'>;

/**
 * @param note prints a wait
 * @param isPatient whether outages are waited for: a note then says how much longer
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
    tell(wait) {
      if (wait.why === 'trouble') tellOutage(wait);
      else if (listener === undefined) note(wait);
      else listener.onThrottled(wait);
    },
    tellOutage,
    follow(next) {
      listener = next;
      return () => {
        listener = undefined;
      };
    },
  };
}
