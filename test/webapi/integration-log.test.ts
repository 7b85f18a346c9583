import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import type { LogRecord } from '../../src/sandbox/record-kinds.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { followLog, readLog } from '../../src/webapi/integration-log.ts';
import { webClientOver } from '../support/web-client.ts';
import { openWebSandbox } from '../support/web-service.ts';

const entry = (number: number, date: number): LogRecord => ({
  kind: 'log',
  id: `x${number}`,
  teamId: 'T0HARBOUR',
  appId: 'A0POLLS',
  userId: 'W12L3NPDN',
  date,
  changeType: 'updated',
  scope: 'commands',
});

/**
 * A log that grows by these numbers of entries before each request, within a few seconds, so that many
 * entries are identical.
 */
async function growingLog(growth: readonly number[], atFirst: number) {
  let number = 0;
  const next = () => {
    number += 1;
    return entry(number, 1_720_000_000 + Math.floor(number / 40));
  };
  const { sandbox } = await openWebSandbox({ records: Array.from({ length: atFirst }, next) });
  let request = 0;
  const added: number[] = [];
  const transport: Transport = async (sent) => {
    const grows = growth[request % Math.max(1, growth.length)] ?? 0;
    request += 1;
    for (let count = 0; count < grows; count += 1) {
      const record = next();
      added.push(record.date);
      sandbox.organization.apply({ record });
    }
    return sandbox.handle(sent);
  };
  return { client: webClientOver(transport), added };
}

const datesOf = (entries: readonly JsonObject[]) => entries.map(({ date }) => Number(date));

it('does not report a log as incomplete if it grows while it is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 450 }),
      async (growth, atFirst) => {
        const { client } = await growingLog(growth, atFirst);
        const short: unknown[] = [];
        let read = 0;
        const log = readLog(client, { count: 100 }, undefined, (given, total) => short.push([given, total]));
        for await (const _ of log) {
          read += 1;
          // A log that grows as fast as it is read never ends.
          if (read > 2000) break;
        }
        expect(short).toEqual([]);
      },
    ),
    { numRuns: 20 },
  );
});

describe('following a log that grows while its pages are read (WEB §4.2)', () => {
  it('returns each entry once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 1, max: 4 }),
        async (growth, atFirst, looks) => {
          const { client, added } = await growingLog(growth, atFirst);
          const known: JsonObject[] = [];
          let total: number | undefined;
          for await (const read of readLog(client, {}, (now) => {
            total = now;
          })) {
            known.push(read);
          }
          // Entries written before the first response are already known.
          const before = growth[0] ?? 0;
          const follower = followLog(client, {}, { entries: known, total });
          const shown: JsonObject[] = [];
          for (let look = 0; look < looks; look += 1) shown.push(...(await follower.readNew()));
          const expected = added.slice(before);
          expect(datesOf(shown)).toEqual(expected.slice(0, shown.length));
          // Only entries written after a read has started may be missing.
          const late = growth.reduce((most, grows) => Math.max(most, grows), 0) * 8;
          expect(expected.length - shown.length).toBeLessThanOrEqual(late);
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);

  it('returns each entry once if the log is read without following', async () => {
    const { client } = await growingLog([0, 7, 0, 130], 250);
    let total: number | undefined;
    const read: JsonObject[] = [];
    for await (const one of readLog(client, { count: 60 }, (now) => {
      total = now;
    })) {
      read.push(one);
    }
    expect(read).toHaveLength(total ?? 0);
    expect(datesOf(read)).toEqual(datesOf(read).sort((one, other) => other - one));
  });
});
