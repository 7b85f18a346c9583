import { Failure } from '../../failure/failure.ts';
import type { Outcome } from './journal-record.ts';

/** Failures that end a run: a count, a percentage, or certain codes. */
export interface StopRule {
  readonly count?: number;
  /** Percentage of the ended changes. */
  readonly percent?: number;
  readonly codes: readonly string[];
}

export interface StopOptions {
  /** Number of changes that are made first; the rest starts only if none of them failed. */
  readonly canary?: number | undefined;
  readonly stopOn?: StopRule | undefined;
}

/** Delays or ends a run, depending on the outcomes of its changes. */
export interface StopConditions {
  /** Whether another change may start now. */
  mayBegin(): boolean;
  recordStart(): void;
  /**
   * Called with the outcome of a change; undefined if it stays unknown.
   * @returns why the run must end
   */
  ended(outcome: Outcome | undefined): Failure | undefined;
  /**
   * Called before each write: one that waited for its turn is not sent after the failure that ends the run.
   * @throws Failure `limit` if the run must end
   */
  checkOpen(): void;
}

/** Minimum number of ended changes before a percentage applies. */
const MIN_FOR_A_SHARE = 20;

/** Creates the stop conditions of a run; without options they never delay it. */
export function createStopConditions({ canary = 0, stopOn }: StopOptions): StopConditions {
  let begun = 0;
  let ended = 0;
  let failed = 0;
  let end: Failure | undefined;
  return {
    mayBegin: () => canary === 0 || begun < canary || ended >= canary,
    recordStart: () => {
      begun += 1;
    },
    ended: (outcome) => {
      ended += 1;
      const isCanary = ended <= canary;
      const isFailure = outcome === undefined || outcome.state === 'failed';
      const isBlocked = outcome?.state === 'failed' && outcome.code === 'blocked';
      // A change that is blocked by a failed one is not a failure of its own.
      if (!isFailure || isBlocked) return undefined;
      failed += 1;
      const code = outcome?.state === 'failed' ? outcome.code : 'unknown_outcome';
      const canaryFailed = `a canary change failed with ${code}`;
      const why = isCanary ? canaryFailed : stopOn && reason(stopOn, code, failed, ended);
      if (why === undefined) return undefined;
      const failure = stopFailure(why);
      end ??= failure;
      return failure;
    },
    checkOpen: () => {
      if (end !== undefined) throw end;
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
  if (percent !== undefined && ended >= MIN_FOR_A_SHARE && failed * 100 > percent * ended)
    return `${failed} of ${ended} changes failed, more than ${percent} %`;
  return undefined;
}

function stopFailure(why: string): Failure {
  return new Failure('limit', `stopped: ${why}`);
}
