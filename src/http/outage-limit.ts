import { Failure } from '../failure/failure.ts';
import { durationInWords } from '../output/duration-words.ts';
import type { ServiceHealth } from './service-health.ts';
import type { WaitBudget } from './wait-budget.ts';

/** The state that determines the length of an outage; times in milliseconds on a monotonic clock. */
export interface OutageMeasure {
  readonly health: ServiceHealth;
  readonly budget: WaitBudget;
  readonly clock: () => number;
}

/**
 * Returns for how many more milliseconds writes may meet only transient errors. Measured by the clock:
 * looking up a lost write and sending it again at the known quota do not count as waits, but must not prolong
 * the outage.
 */
export function remainingOutageTime({ health, budget, clock }: OutageMeasure): number {
  const trouble = health.trouble('write');
  const away = trouble === undefined ? 0 : clock() - trouble.since;
  return Math.min(budget.left(), budget.most - away);
}

/** Returns the Failure (exit 10) for an outage that lasts longer than allowed. */
export function outageTooLong(says: string, { most }: Pick<WaitBudget, 'most'>, cause?: unknown): Failure {
  const allowed = durationInWords(most);
  return new Failure('unavailable', `${says} for longer than the ${allowed} allowed by --max-wait`, {
    cause,
  });
}

/** @throws Failure `unavailable` if a write is about to be sent after the outage has reached the limit */
export function refuseAfterOutage(measure: OutageMeasure): void {
  const { health, budget } = measure;
  const trouble = health.trouble('write');
  if (trouble === undefined || !health.isPatient || remainingOutageTime(measure) > 0) return;
  throw outageTooLong(trouble.says, budget);
}
