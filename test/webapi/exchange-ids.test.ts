import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/failure/failure.ts';
import type { Transport } from '../../src/http/transport.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { type ExchangedId, exchangeIds } from '../../src/webapi/exchange-ids.ts';
import { webClientOver } from '../support/web-client.ts';

/**
 * A service that fails for a call with any of these IDs, and knows all other IDs except those that begin with
 * X.
 */
function serviceWith(poison: ReadonlySet<string>, code = 'internal_error') {
  const calls: number[] = [];
  const transport: Transport = async ({ url }) => {
    const users = (new URL(url).searchParams.get('users') ?? '').split(',');
    calls.push(users.length);
    const known = users.filter((id) => !id.startsWith('X'));
    const body: JsonObject = users.some((id) => poison.has(id))
      ? { ok: false, error: code }
      : {
          ok: true,
          team_id: 'T1',
          enterprise_id: 'E1',
          user_id_map: Object.fromEntries(known.map((id) => [id, `W${id.slice(1)}`])),
          invalid_user_ids: users.filter((id) => id.startsWith('X')),
        };
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    };
  };
  return { client: webClientOver(transport), calls };
}

async function exchanged(client: ReturnType<typeof webClientOver>, ids: readonly string[]) {
  const found: ExchangedId[] = [];
  for await (const batch of exchangeIds(client, ids, { toOld: false })) found.push(...batch.ids);
  return found;
}

const idsFor = (count: number) => Array.from({ length: count }, (_, number) => `U${1000 + number}`);

describe('exchanging many IDs (WEB §4.10)', () => {
  it('sends at most 400 IDs per call', async () => {
    const { client, calls } = serviceWith(new Set());
    expect(await exchanged(client, idsFor(1201))).toHaveLength(1201);
    expect(calls).toEqual([400, 400, 400, 1]);
  });

  it('finds the IDs that make a call fail and exchanges all others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 900 }),
        fc.uniqueArray(fc.nat({ max: 899 }), { maxLength: 5 }),
        fc.uniqueArray(fc.nat({ max: 899 }), { maxLength: 20 }),
        async (count, bad, unknown) => {
          const ids = idsFor(count).map((id, index) => (unknown.includes(index) ? `X${id}` : id));
          const poison = new Set(bad.flatMap((index) => ids[index] ?? []));
          fc.pre(poison.size < ids.length);
          const { client, calls } = serviceWith(poison);
          const found = await exchanged(client, ids);
          expect(found.map(({ from }) => from)).toEqual(ids);
          for (const { from, state } of found) {
            expect(state).toBe(poison.has(from) ? 'refused' : from.startsWith('X') ? 'invalid' : 'exchanged');
          }
          // Each bad ID costs two calls per halving of its call.
          expect(calls.length).toBeLessThanOrEqual(
            Math.ceil(count / 400) + poison.size * 2 * Math.ceil(Math.log2(400)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['internal_error', 'throttled'],
    ['fatal_error', 'refused'],
    ['user_not_found', undefined],
  ])('does not blame the IDs if all of them fail with %s', async (code, kind) => {
    const ids = idsFor(3);
    const { client } = serviceWith(new Set(ids), code);
    if (kind !== undefined) await expect(exchanged(client, ids)).rejects.toMatchObject({ kind, code });
    else expect(await exchanged(client, ids)).toEqual(ids.map((from) => ({ from, state: 'refused', code })));
  });

  it('fails if every single ID is refused', async () => {
    const ids = idsFor(400);
    const { client, calls } = serviceWith(new Set(ids));
    await expect(exchanged(client, ids)).rejects.toThrow(Failure);
    expect(calls.length).toBeLessThan(40);
  });

  it('does not split a call if the error concerns the whole call', async () => {
    const { client, calls } = serviceWith(new Set(idsFor(1)), 'not_enterprise_team');
    await expect(exchanged(client, idsFor(400))).rejects.toMatchObject({ code: 'not_enterprise_team' });
    expect(calls).toHaveLength(1);
  });
});
