import type { RateLimit } from '../../src/http/rate-limits.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../src/http/transport.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** What a simulated service saw. */
export interface Sightings {
  accepted: number;
  refused: number;
  /** When each request came, and whether it was let in. */
  readonly requests: { readonly at: number; readonly isAccepted: boolean; readonly url: string }[];
}

export interface SimulatedServiceOptions {
  readonly time: SimulatedTime;
  readonly quota: RateLimit;
  /** Milliseconds from sending to the answer. */
  readonly latency: number;
  /** What a refusal says, in seconds. */
  readonly retryAfter: string;
}

/** A service with one bucket for all requests, as any number of clients see it. */
export function simulatedService(options: SimulatedServiceOptions): {
  transport: Transport;
  seen: Sightings;
} {
  const { time, quota, latency, retryAfter } = options;
  const seen: Sightings = { accepted: 0, refused: 0, requests: [] };
  let tokens = quota.burst;
  let filledAt = time.now();
  const isLetIn = (): boolean => {
    tokens = Math.min(quota.burst, tokens + ((time.now() - filledAt) / 1000) * quota.perSecond);
    filledAt = time.now();
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
  const transport: Transport = async ({ url }) => {
    await time.sleep(latency / 2);
    const isAccepted = isLetIn();
    seen[isAccepted ? 'accepted' : 'refused'] += 1;
    seen.requests.push({ at: time.now(), isAccepted, url });
    await time.sleep(latency / 2);
    return isAccepted ? response(201) : response(429, { 'retry-after': retryAfter });
  };
  return { transport, seen };
}

export function response(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): HttpResponse {
  return { status, headers, body: Buffer.from(body) };
}

/** A request that creates a user. */
export function creation(number = 0): HttpRequest {
  return {
    method: 'POST',
    url: `https://api.example/scim/v2/Users?${number}`,
    headers: {},
    body: '{}',
    effect: 'write',
    rates: ['write', 'createUser'],
  };
}

/** Sends `count` requests with bounded concurrency. @returns how many failed */
export async function sendMany(
  transport: Transport,
  count: number,
  atOnce: number,
  request: (number: number) => HttpRequest = creation,
): Promise<number> {
  let next = 0;
  let failed = 0;
  const worker = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      const status = await transport(request(number)).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 201) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}
