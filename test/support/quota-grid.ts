import type { RetryAfterForm, Scenario } from './rate-simulation.ts';
import type { QuotaShape } from './simulated-quota.ts';

/** One cell of the grid: a scenario and its family. */
export interface Cell extends Scenario {
  readonly family: string;
}

const RETRY_AFTER: readonly RetryAfterForm[] = [0, 1, 30, 'next', 'absent'];
const LATENCIES = [5, 50, 300];
const JITTERS = [0, 0.5, 1];
/** Changes of a quota during a run, as factors at equal parts of its expected duration. */
const CHANGES: Readonly<Record<string, readonly number[]>> = {
  halves: [0.5],
  doubles: [2],
  'halves and doubles': [0.5, 1],
};

/** Every shape of a quota: buckets, fixed windows, changes during a run, and several clients. */
export function quotaGrid(): readonly Cell[] {
  const cells: Omit<Cell, 'seed' | 'rows' | 'inFlight'>[] = [];
  for (const latency of LATENCIES) {
    for (const retryAfter of RETRY_AFTER) {
      for (const jitter of JITTERS) {
        for (const [family, shape] of plainShapes())
          cells.push({ family, shape, latency, jitter, retryAfter, clients: 1 });
      }
      for (const jitter of [0, 1]) {
        for (const [family, shape, factors] of changingShapes())
          cells.push({
            family,
            shape,
            latency,
            jitter,
            retryAfter,
            clients: 1,
            changes: changesOf(shape, factors),
          });
        for (const [family, shape, clients] of sharedShapes())
          cells.push({ family, shape, latency, jitter, retryAfter, clients });
      }
    }
  }
  return cells.map((cell, index) => ({
    ...cell,
    seed: index + 1,
    rows: rowsOf(cell.shape),
    inFlight: Math.max(32, Math.ceil((3 * cell.shape.perSecond * cell.latency) / 1000)),
  }));
}

/** Rows for a minute and a half, and enough that finding the quota takes a small part of the run. */
function rowsOf(shape: QuotaShape): number {
  const windows = shape.kind === 'window' && shape.seconds === 60 ? shape.perSecond * 1200 : 0;
  return Math.max(8000, shape.perSecond * 90, windows);
}

function plainShapes(): readonly (readonly [string, QuotaShape])[] {
  const shapes: [string, QuotaShape][] = [];
  for (const perSecond of [3, 20, 200]) {
    for (const burst of [1, 5, 20, 60, 200])
      shapes.push([`bucket, burst ${burst}`, { kind: 'bucket', perSecond, burst }]);
    shapes.push(['window of a second', { kind: 'window', perSecond, seconds: 1 }]);
    if (perSecond < 200) shapes.push(['window of a minute', { kind: 'window', perSecond, seconds: 60 }]);
  }
  return shapes;
}

function changingShapes(): readonly (readonly [string, QuotaShape, readonly number[]])[] {
  return Object.entries(CHANGES).flatMap(([name, factors]) =>
    [20, 200].flatMap((perSecond) => [
      [`bucket that ${name}`, { kind: 'bucket', perSecond, burst: 60 }, factors] as const,
      [`window that ${name}`, { kind: 'window', perSecond, seconds: 1 }, factors] as const,
    ]),
  );
}

function changesOf(shape: QuotaShape, factors: readonly number[]) {
  const length = (rowsOf(shape) / shape.perSecond) * 1000;
  return factors.map((factor, index) => ({ from: (length * (index + 1)) / (factors.length + 1), factor }));
}

function sharedShapes(): readonly (readonly [string, QuotaShape, number])[] {
  return [2, 4].flatMap((clients) => [
    [`${clients} clients, bucket`, { kind: 'bucket', perSecond: 200, burst: 60 }, clients] as const,
    [`${clients} clients, slow bucket`, { kind: 'bucket', perSecond: 20, burst: 20 }, clients] as const,
    [`${clients} clients, window`, { kind: 'window', perSecond: 200, seconds: 1 }, clients] as const,
  ]);
}
