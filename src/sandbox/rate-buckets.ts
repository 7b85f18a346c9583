import type { RateLimits, ScimRate } from '../spec/limits.ts';
import type { ScimEndpoint } from '../spec/scim-endpoints.ts';
import { ScimError } from './scim-error.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

const MINUTE = 60_000;

/** What is left of the quotas of an organization, over all that call it (service-facts §8). */
export class RateBuckets {
  private readonly limitsNow: () => RateLimits;
  private readonly now: () => number;
  private readonly buckets = new Map<ScimRate, Bucket>();

  /** @param now milliseconds. */
  constructor(limitsNow: () => RateLimits, now: () => number) {
    this.limitsNow = limitsNow;
    this.now = now;
  }

  /**
   * Counts a request against the quota of all reads or all writes and against its endpoint's own; one that is refused counts
   * against none (SCIM §8).
   * @throws ScimError resource_locked for updates of groups, too_many_requests for others, with the seconds to wait.
   */
  take({ method, rate }: ScimEndpoint): void {
    const limits = this.limitsNow();
    const filled = new Set<ScimRate>([method === 'GET' ? 'read' : 'write', rate]);
    const buckets = [...filled].flatMap((name) => {
      const limit = limits[name];
      return limit === undefined ? [] : [{ name, ...limit, bucket: this.filled(name, limit) }];
    });
    for (const { name, perMinute, bucket } of buckets) {
      if (bucket.tokens >= 1) continue;
      const retryAfter = Math.max(1, Math.ceil(((1 - bucket.tokens) / perMinute) * 60));
      throw new ScimError(name === 'changeGroup' ? 'resource_locked' : 'too_many_requests', { retryAfter });
    }
    for (const { bucket } of buckets) bucket.tokens -= 1;
  }

  private filled(name: ScimRate, { perMinute, burst }: { perMinute: number; burst: number }): Bucket {
    const now = this.now();
    const bucket = this.buckets.get(name) ?? { tokens: burst, filledAt: now };
    const gained = (Math.max(0, now - bucket.filledAt) / MINUTE) * perMinute;
    bucket.tokens = Math.min(burst, bucket.tokens + gained);
    bucket.filledAt = now;
    this.buckets.set(name, bucket);
    return bucket;
  }
}
