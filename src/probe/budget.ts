import type { Layer } from '../http/transport.ts';
import { pluralize } from '../output/pluralize.ts';
import { WEB_API_METHODS } from '../spec/webapi-methods.ts';

/** Requests of a probe that are not about one method of the Web API. */
const OTHER_CALLS = 49;

/**
 * Requests that a probe sends at most when nothing else is said: a new method adds the one that asks who may
 * call it.
 */
export const USUAL_BUDGET = OTHER_CALLS + Object.keys(WEB_API_METHODS).length;

/** A request for which there is no budget left; it did not leave. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** How many requests were sent, and how many may be. */
export interface CallBudget {
  readonly most: number;
  sent(): number;
  left(): number;
  /** Counts every request that leaves, retries included. @throws BudgetSpent instead of one too many */
  readonly layer: Layer;
}

/** @param most requests in all */
export function createCallBudget(most: number): CallBudget {
  let sent = 0;
  return {
    most,
    sent: () => sent,
    left: () => most - sent,
    layer: (next) => async (request, signal) => {
      if (sent >= most) throw new BudgetSpent(`the budget of ${pluralize(most, 'call')} is spent`);
      sent += 1;
      return next(request, signal);
    },
  };
}
