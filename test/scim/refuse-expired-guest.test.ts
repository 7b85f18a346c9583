import { describe, expect, it } from 'vitest';
import { refuseExpiredGuest } from '../../src/scim/refuse-expired-guest.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { patchOp, URNS } from '../support/test-sandbox.ts';

const NOW = Date.UTC(2026, 5, 30, 12, 0, 0);
const { guest } = URNS['2.0'];

describe('SCIM §2.1: refusal of a past guest expiration before sending', () => {
  it.each<[string, (expiration: string) => JsonObject]>([
    ['attributes of SCIM 2.0', (expiration) => ({ [guest]: { type: 'multi', expiration } })],
    ['attributes of SCIM 1.1', (expiration) => ({ [URNS['1.1'].guest]: { type: 'multi', expiration } })],
    ['an operation with a path', (value) => patchOp({ op: 'replace', path: `${guest}:expiration`, value })],
    [
      'an operation on the object',
      (expiration) => patchOp({ op: 'add', path: guest, value: { type: 'multi', expiration } }),
    ],
    [
      'an operation without a path',
      (expiration) => patchOp({ op: 'add', value: { [guest]: { expiration } } }),
    ],
  ])('checks %s', (_, body) => {
    const check = (expiration: string) => () => refuseExpiredGuest(body(expiration), NOW);
    expect(check('2026-06-30T11:59:59Z')).toThrow('the guest expiration 2026-06-30T11:59:59Z is in the past');
    expect(check('2026-06-30T12:00:00Z')).toThrow('nothing was sent');
    expect(check('2026-06-30T12:00:01Z')).not.toThrow();
    expect(check(' ')).not.toThrow();
  });

  it('ignores other dates', () => {
    const past = '2001-01-01T00:00:00Z';
    expect(() => refuseExpiredGuest({ [URNS['2.0'].profile]: { expiration: past } }, NOW)).not.toThrow();
    expect(() =>
      refuseExpiredGuest(patchOp({ op: 'replace', path: 'title', value: past }), NOW),
    ).not.toThrow();
  });
});
