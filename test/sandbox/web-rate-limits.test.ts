import { describe, expect, it } from 'vitest';
import { DOCUMENTED_RATES } from '../../src/spec/limits.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { WEB_API_METHODS } from '../../src/spec/webapi-methods.ts';
import { openWebSandbox, WEB_NOW, type WebService } from '../support/web-service.ts';

/** A method, its arguments and the number of calls allowed per minute (OBSERVED §11; WEB §8). */
const TIERS: readonly (readonly [string, JsonObject, number])[] = [
  ['admin.auth.policy.assignEntities', {}, 100],
  ['team.integrationLogs', {}, 20],
  ['admin.inviteRequests.denied.list', {}, 20],
  ['admin.users.session.list', { limit: 1 }, 20],
  ['functions.workflows.steps.list', {}, 50],
  ['assistant.threads.setStatus', {}, 600],
  ['conversations.mark', {}, 50],
  ['functions.distributions.permissions.set', {}, 50],
  ['admin.conversations.convertToPrivate', {}, 20],
  ['migration.exchange', {}, 20],
];

/** Returns the number of accepted calls before the first refusal, and that refusal. */
async function callUntilRefused(service: WebService, method: string, args: JsonObject) {
  for (let taken = 0; taken < 1000; taken += 1) {
    const answer = await service.call(method, args);
    if (answer.status === 429) return { taken, retryAfter: answer.headers['retry-after'], body: answer.body };
  }
  throw new Error(`${method} was never refused`);
}

describe('WEB §8: documented rate limit tiers', () => {
  it('WEB §8: each method has a row in TIERS', () => {
    const named = Object.keys(WEB_API_METHODS).filter((method) => method !== 'auth.test');
    expect(TIERS.map(([method]) => method).sort()).toEqual(named.sort());
  });

  it.each(TIERS)('WEB §8: %s with %j may be called %i times per minute', async (method, args, perMinute) => {
    let now = WEB_NOW;
    const service = await openWebSandbox({ now: () => now, settings: { limits: DOCUMENTED_RATES } });
    const { taken, retryAfter, body } = await callUntilRefused(service, method, args);
    expect([taken, body]).toEqual([perMinute, { ok: false, error: 'ratelimited' }]);
    now += Number(retryAfter) * 1000;
    expect((await service.call(method, args)).status).toBe(200);
  });

  it('WEB §8: applies the limit per method, workspace and app', async () => {
    const service = await openWebSandbox({ now: () => WEB_NOW, settings: { limits: DOCUMENTED_RATES } });
    await callUntilRefused(service, 'migration.exchange', {});
    const statuses = await Promise.all([
      service.call('migration.exchange', {}),
      service.call('conversations.mark', {}),
      service.call('migration.exchange', {}, 'sandbox-user-token'),
      service.call('migration.exchange', {}, 'sandbox-owner-token'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([429, 200, 200, 200]);
  });

  it('WEB §8: has no limits without settings', async () => {
    const service = await openWebSandbox({ now: () => WEB_NOW });
    for (let count = 0; count < 50; count += 1)
      expect((await service.call('admin.users.session.list', { limit: 1 })).status).toBe(200);
  });
});
