import { Failure } from '../failure/failure.ts';
import { durationInWords } from '../output/duration-words.ts';
import type { ServiceHealth } from './service-health.ts';
import type { WaitBudget } from './wait-budget.ts';

/** What an outage is measured with; milliseconds of a clock that never jumps. */
export interface OutageMeasure {
  readonly health: ServiceHealth;
  readonly budget: WaitBudget;
  readonly clock: () => number;
}

/**
 * Returns for how much longer writes may meet nothing but trouble, in milliseconds. By the clock: a lost
 * write is looked for, and sent again at the known quota, which is no waiting and must not prolong the
 * outage.
 */
export function leftOfOutage({ health, budget, clock }: OutageMeasure): number {
  const trouble = health.trouble('write');
  const away = trouble === undefined ? 0 : clock() - trouble.since;
  return Math.min(budget.left(), budget.most - away);
}

/** The failure of a service that is away for longer than may be waited (exit 10). */
export function awayTooLong(says: string, { most }: Pick<WaitBudget, 'most'>, cause?: unknown): Failure {
  const allowed = durationInWords(most);
  return new Failure('unavailable', `${says} for longer than the ${allowed} allowed by --max-wait`, {
    cause,
  });
}

/**
 * @throws Failure `unavailable` for a write that is about to leave although the outage has lasted as long as
 * may be waited
 */
export function refuseAfterOutage(measure: OutageMeasure): void {
  const { health, budget } = measure;
  const trouble = health.trouble('write');
  if (trouble === undefined || !health.isPatient || leftOfOutage(measure) > 0) return;
  throw awayTooLong(trouble.says, budget);
}
