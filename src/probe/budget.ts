import type { Layer } from '../http/transport.ts';
import { pluralize } from '../output/pluralize.ts';
import { WEB_API_METHODS } from '../spec/webapi-methods.ts';

/** Requests of a probe besides one per Web API method. */
const OTHER_CALLS = 49;

/**
 * Default maximum number of requests of a probe. It includes one request per Web API method, to find out
 * whether the token may call it.
 */
export const DEFAULT_BUDGET = OTHER_CALLS + Object.keys(WEB_API_METHODS).length;

/** Thrown instead of sending a request that exceeds the budget. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** Counts requests, up to a maximum. */
export interface CallBudget {
  readonly most: number;
  sent(): number;
  left(): number;
  /** Counts every request sent, including retries. @throws BudgetSpent if the budget is exhausted */
  readonly layer: Layer;
}

/** @param most maximum number of requests */
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
