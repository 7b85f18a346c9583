import type { DocumentedRate, DocumentedRates, ScimRate, WebApiRate } from '../spec/limits.ts';
import type { ScimEndpoint } from '../spec/scim-endpoints.ts';
import type { SandboxToken } from './organization-data.ts';
import { ScimError } from './scim-error.ts';
import { WebError } from './web-error.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

const MINUTE = 60_000;

/** Enforces the quotas of an organization with token buckets (OBSERVED §8, §10). */
export class RateBuckets {
  private readonly limitsNow: () => DocumentedRates;
  private readonly now: () => number;
  private readonly buckets = new Map<string, Bucket>();

  /** @param now returns milliseconds */
  constructor(limitsNow: () => DocumentedRates, now: () => number) {
    this.limitsNow = limitsNow;
    this.now = now;
  }

  /**
   * Counts a SCIM request of any caller against the quota of all reads or all writes, and against that of its
   * endpoint. A refused request counts against neither (SCIM §8).
   * @throws ScimError resource_locked for updates of groups, too_many_requests for others, with the seconds
   * to wait
   */
  take({ method, rate }: ScimEndpoint): void {
    const filled = new Set<ScimRate>([method === 'GET' ? 'read' : 'write', rate]);
    const refused = this.takeFrom([...filled].map((name) => ({ name, key: name })));
    if (refused === undefined) return;
    const { name, retryAfter } = refused;
    throw new ScimError(name === 'changeGroup' ? 'resource_locked' : 'too_many_requests', { retryAfter });
  }

  /**
   * Counts a call against the tier of its method, separately for each method, workspace and app (WEB §8;
   * OBSERVED §10).
   * @throws WebError ratelimited, with the seconds to wait
   */
  takeCall({ name, rate }: { readonly name: string; readonly rate: WebApiRate }, token: SandboxToken): void {
    const { appId = '', teams = [] } = token;
    const refused = this.takeFrom([{ name: rate, key: `${name} ${appId} ${teams.join()}` }]);
    if (refused !== undefined) throw new WebError('ratelimited', {}, refused.retryAfter);
  }

  private takeFrom<Rate extends keyof DocumentedRates>(
    wanted: readonly { readonly name: Rate; readonly key: string }[],
  ): { readonly name: Rate; readonly retryAfter: number } | undefined {
    const limits = this.limitsNow();
    const buckets = wanted.flatMap(({ name, key }) => {
      const limit: DocumentedRate | undefined = limits[name];
      return limit === undefined ? [] : [{ name, ...limit, bucket: this.filled(key, limit) }];
    });
    for (const { name, perMinute, bucket } of buckets) {
      if (bucket.tokens >= 1) continue;
      return { name, retryAfter: Math.max(1, Math.ceil(((1 - bucket.tokens) / perMinute) * 60)) };
    }
    for (const { bucket } of buckets) bucket.tokens -= 1;
    return undefined;
  }

  private filled(key: string, { perMinute, burst }: DocumentedRate): Bucket {
    const now = this.now();
    const bucket = this.buckets.get(key) ?? { tokens: burst, filledAt: now };
    const gained = (Math.max(0, now - bucket.filledAt) / MINUTE) * perMinute;
    bucket.tokens = Math.min(burst, bucket.tokens + gained);
    bucket.filledAt = now;
    this.buckets.set(key, bucket);
    return bucket;
  }
}
