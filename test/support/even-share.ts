import { type Scenario, seeded } from './rate-simulation.ts';
import { simulatedQuota } from './simulated-quota.ts';

/** Number of requests sent at each tried rate. */
const REQUESTS = 6000;
const MOST_REFUSED = 0.02;

/**
 * Returns the share of a quota used by a client that knows the quota, its changes and the jitter, and sends
 * evenly at the highest rate with at most 2 % refusals: the maximum that jitter allows
 * (docs/design/pacing.md).
 */
export function evenShare(scenario: Scenario): number {
  let low = 0;
  let high = 1;
  if (refusedAt(scenario, high) <= MOST_REFUSED) return 1;
  for (let step = 0; step < 8; step += 1) {
    const middle = (low + high) / 2;
    if (refusedAt(scenario, middle) <= MOST_REFUSED) low = middle;
    else high = middle;
  }
  return low;
}

/** Share of refused requests if requests are sent evenly at this share of the quota. */
function refusedAt({ shape, latency, jitter, seed }: Scenario, part: number): number {
  const random = seeded(seed);
  const quota = simulatedQuota(shape, 0, [], random());
  const gap = 1000 / (shape.perSecond * part);
  const arrivals = Array.from(
    { length: REQUESTS },
    (_, index) => index * gap + random() + (latency / 2) * (1 + jitter * (2 * random() - 1)),
  ).sort((one, other) => one - other);
  const refused = arrivals.filter((at) => !quota.letIn(at)).length;
  return refused / REQUESTS;
}
