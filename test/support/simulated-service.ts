import type { RateLimit } from '../../src/http/rate-limits.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../src/http/transport.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Requests that a simulated service received. */
export interface Sightings {
  accepted: number;
  refused: number;
  /** Time of each request, and whether it was accepted. */
  readonly requests: { readonly at: number; readonly isAccepted: boolean; readonly url: string }[];
}

export interface SimulatedServiceOptions {
  readonly time: SimulatedTime;
  readonly quota: RateLimit;
  /** Milliseconds from request to response. */
  readonly latency: number;
  /** Retry-After of a refusal, in seconds. */
  readonly retryAfter: string;
}

/** A service with one bucket for all requests of any number of clients. */
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

/** Sends `count` requests with limited concurrency. @returns the number of failures */
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
