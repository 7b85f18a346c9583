import { Failure } from '../../failure/failure.ts';
import type { Outcome } from './journal-record.ts';

/** When failures end a run: this many, such a share, or one of these codes. */
export interface StopRule {
  readonly count?: number;
  /** Percent of the changes that ended. */
  readonly percent?: number;
  readonly codes: readonly string[];
}

export interface StopOptions {
  /** This many changes come first; the rest is begun when none of them failed. */
  readonly canary?: number | undefined;
  readonly stopOn?: StopRule | undefined;
}

/** Holds a run back, or ends it, by how its changes go. */
export interface StopConditions {
  /** Whether one more change may be begun now. */
  mayBegin(): boolean;
  begun(): void;
  /**
   * Called with how a change ended; undefined for an outcome that stays unknown. @returns why the run must
   * end.
   */
  ended(outcome: Outcome | undefined): Failure | undefined;
}

/** A share of fewer changes says nothing. */
const FEWEST_FOR_A_SHARE = 20;

/** @returns a stopConditions; one without rules never holds anything back. */
export function createStopConditions({ canary = 0, stopOn }: StopOptions): StopConditions {
  let begun = 0;
  let ended = 0;
  let failed = 0;
  return {
    mayBegin: () => canary === 0 || begun < canary || ended >= canary,
    begun: () => {
      begun += 1;
    },
    ended: (outcome) => {
      ended += 1;
      const isCanary = ended <= canary;
      const isFailure = outcome === undefined || outcome.state === 'failed';
      const isBlocked = outcome?.state === 'failed' && outcome.code === 'blocked';
      // What waits for a change that failed is no failure of its own.
      if (!isFailure || isBlocked) return undefined;
      failed += 1;
      const code = outcome?.state === 'failed' ? outcome.code : 'unknown_outcome';
      if (isCanary) return stopped(`a change of the canary failed with ${code}`);
      const why = stopOn === undefined ? undefined : reason(stopOn, code, failed, ended);
      return why === undefined ? undefined : stopped(why);
    },
  };
}

function reason(
  { count, percent, codes }: StopRule,
  code: string,
  failed: number,
  ended: number,
): string | undefined {
  if (codes.includes(code)) return `a change failed with ${code}`;
  if (count !== undefined && failed >= count)
    return failed === 1 ? 'a change failed' : `${failed} changes failed`;
  if (percent !== undefined && ended >= FEWEST_FOR_A_SHARE && failed * 100 > percent * ended)
    return `${failed} of ${ended} changes failed, more than ${percent} %`;
  return undefined;
}

function stopped(why: string): Failure {
  return new Failure('limit', `stopped: ${why}`);
}
