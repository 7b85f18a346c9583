import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { identitiesOf } from '../../src/bulk/plan/people.ts';
import { planMemberships } from '../../src/bulk/plan/plan-memberships.ts';
import { baseOf } from '../../src/bulk/plan/row-names.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import { userUpdates } from '../../src/bulk/plan/user-updates.ts';
import { authorizeLayer } from '../../src/http/authorize.ts';
import type { HttpRequest } from '../../src/http/transport.ts';
import { userId } from '../../src/values/ids.ts';
import { response } from '../support/simulated-service.ts';

/** Whether V8 stores two objects with the same hidden class. */
const haveSameClass = ((): ((one: object, other: object) => boolean) => {
  setFlagsFromString('--allow-natives-syntax');
  try {
    return new Function('one', 'other', 'return %HaveSameMap(one, other)') as (
      a: object,
      b: object,
    ) => boolean;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
})();

/** V8 may use other classes until a function has run a few times. */
const WARM_UP = 20;

/** Whether the objects that a function made share a hidden class. */
function shareClass(objects: readonly object[]): boolean {
  return objects.slice(WARM_UP).every((one) => haveSameClass(one, objects[WARM_UP] ?? {}));
}

const NUMBERS = Array.from({ length: 60 }, (_, index) => index);

const USERS = NUMBERS.map((number) => ({
  id: userId(`U${number}`),
  created: '2026-01-15T00:00:00Z',
  values: { userName: `person${number}`, email: `p${number}@example.com`, familyName: 'F', active: true },
}));

/**
 * The V8 of Node 20 gives each object of a literal that starts with a spread and then adds a property a
 * hidden class of its own: 0.4 KB more per object, and slow access to its properties. In a plan of 100,000
 * changes that is 80 MB and a quarter of the processor time (npm run bench:bulk plan), in 10,000 creates a
 * quarter of the processor time (npm run bench:throughput).
 */
describe('objects of which there are many share a hidden class', () => {
  it('recognizes objects that do not', () => {
    expect(shareClass(NUMBERS.map((number) => ({ number, other: number })))).toBe(true);
    expect(shareClass(NUMBERS.map((number) => ({ number, [`property${number}`]: number })))).toBe(false);
  });

  it('headers of requests with a token', async () => {
    const seen: HttpRequest[] = [];
    const transport = authorizeLayer({
      token: async () => 'canary-1234567890',
      origins: ['https://api.example'],
      allowHttp: false,
    })(async (request) => {
      seen.push(request);
      return response(200);
    });
    for (const number of NUMBERS)
      await transport({
        method: 'GET',
        url: `https://api.example/${number}`,
        headers: { accept: 'application/json', 'x-number': String(number) },
        effect: 'read',
      });
    expect(shareClass(seen.map(({ headers }) => headers))).toBe(true);
  });

  it('changes of a plan, and the identities of their users', () => {
    const changes = USERS.flatMap((user, index) =>
      userUpdates(
        baseOf({ line: index + 2, set: { title: 'After' }, clear: [] }, user),
        { before: { title: 'Before' }, set: { title: 'After' }, clear: [] },
        user,
        undefined,
      ),
    );
    expect(changes).toHaveLength(NUMBERS.length);
    expect(shareClass(changes)).toBe(true);
    expect(shareClass(Object.values(identitiesOf(changes, snapshotOf(USERS))))).toBe(true);
  });

  it('members of a group', () => {
    const { changes } = planMemberships(
      USERS.map(({ id }, index) => ({ line: index + 2, group: 'Engineering', member: id, action: 'add' })),
      snapshotOf(USERS),
      groupSnapshotOf([]),
      { isExact: false, mayCreate: true, userChanges: [] },
      () => undefined,
    );
    const members = changes.flatMap((change) => (change.kind === 'addMembers' ? change.members : []));
    expect(members).toHaveLength(NUMBERS.length);
    expect(shareClass(members)).toBe(true);
  });
});
