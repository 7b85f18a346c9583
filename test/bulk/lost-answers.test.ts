import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeSnapshot } from '../../src/bulk/plan/snapshot.ts';
import { sendChange } from '../../src/bulk/run/send-change.ts';
import { Failure } from '../../src/failure/failure.ts';
import { Interrupted } from '../../src/failure/interrupted.ts';
import type { Transport } from '../../src/http/transport.ts';
import { createScimClient, type ScimClient } from '../../src/scim/scim-client.ts';
import { bulkWorld, type Fate } from '../support/bulk-world.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { account, idOf, team } from '../support/organization-world.ts';
import { VERSIONS } from '../support/test-sandbox.ts';

const CSV = `email,userName,title,active,groups
ann@example.com,,Cook,,Team
bob@example.com,,,false,
cat@example.com,,,true,Fresh
new1@example.com,new1,Smith,,Fresh;Team
new2@example.com,new2,,,Fresh
`;
const users = [account('ann'), account('bob'), account('cat', { active: false })];
const RUNS = runsOf(40);

describe('lost responses', () => {
  it('lead to the same result as complete ones, and no finished request is sent twice', async () => {
    const fates = fc.infiniteStream(
      fc.oneof(
        { weight: 3, arbitrary: fc.constant<Fate>('answered') },
        { weight: 1, arbitrary: fc.constantFrom<Fate>('lostBefore', 'lostAfter') },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fates, fc.constantFrom(...VERSIONS), async (stream, version) => {
        const world = await bulkWorld({
          users,
          groups: [team()],
          version,
          fate: () => stream.next().value,
        });
        const run = world.begin(await world.plan(CSV, { createGroups: true }));
        // Three consecutive lost responses leave a change in doubt; resuming settles it.
        let result = await world.complete(run);
        for (let turn = 0; turn < 20 && result.outcomes.size < run.changes.length; turn += 1)
          result = await world.complete(run);
        expect([...result.outcomes.values()].map(({ state }) => state)).toEqual(
          run.changes.map(() => 'succeeded'),
        );
        expect(await world.plan(CSV, { createGroups: true })).toEqual([]);
        expect(world.sent.filter((request) => /POST .*Users/.test(request))).toHaveLength(2);
        expect(world.sent.filter((request) => /POST .*Groups/.test(request))).toHaveLength(1);
      }),
      { numRuns: RUNS },
    );
  });

  it('never adopt a user that another admin created in the meantime', async () => {
    let isLost = true;
    const fate = (): Fate => {
      const now = isLost ? 'lostBefore' : 'answered';
      isLost = false;
      return now;
    };
    const world = await bulkWorld({ users, version: '2.0', fate });
    const changes = await world.plan('email,userName,title\nnew@example.com,new,Cook\n');
    await world.service.post('/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'new',
      emails: [{ value: 'new@example.com', primary: true }],
      title: 'Somebody else',
    });
    const { outcomes } = await world.complete(world.begin(changes));
    expect([...outcomes.values()]).toEqual([expect.objectContaining({ state: 'failed', code: 'conflict' })]);
    expect((await world.planUndo(world.begin(changes))).changes).toEqual([]);
  });

  it('leave a group in doubt if two have its name, and the other changes are applied', async () => {
    let posts = 0;
    const world = await bulkWorld({
      users,
      version: '2.0',
      fate: () => {
        posts += 1;
        return posts === 1 ? 'lostAfter' : 'answered';
      },
    });
    const changes = await world.plan('group,member\nTwin,ann\nOther,bob\n');
    const twin = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Twin' };
    await world.service.post('/Groups', twin);
    const run = world.begin(changes);
    const result = await world.complete(run);
    expect(result.inDoubt).toBe(1);
    expect(result.doubt?.message).toContain('2 groups named "Twin" were created in the meantime');
    const other = [...(await world.groups()).groups.values()].find(
      ({ displayName }) => displayName === 'Other',
    );
    expect([...(other?.members ?? [])]).toEqual([idOf('bob')]);
    expect(world.sent.filter((request) => request.startsWith('POST'))).toHaveLength(2);
  });
});

describe('lost response that cannot be checked', () => {
  it.each([
    ['a signal', new Interrupted('SIGINT')],
    ['a service with too long a wait', new Failure('throttled', 'asks to wait 600 s')],
    ['a lost connection', new Failure('unreachable', 'no connection')],
  ])('leaves the change in doubt after %s', async (_, trouble) => {
    const world = await bulkWorld({ users, version: '2.0', groups: [team()] });
    for (const csv of ['email,title\nann@example.com,Cook\n', 'group,member\nTeam,ann\n']) {
      const [change] = await world.plan(csv);
      if (change === undefined) throw new Error('nothing is planned');
      let isLost = false;
      // Applies the first write and loses its response; from then on every request fails.
      const scim: ScimClient = {
        ...world.scim,
        send: async (request) => {
          if (isLost) throw trouble;
          const answer = await world.scim.send(request);
          if (request.method === 'GET') return answer;
          isLost = true;
          throw new Failure('unknownOutcome', 'the connection was reset');
        },
      };
      const context = {
        scim,
        serverNow: Date.now,
        sleep: async () => {},
        readSecrets: () => ({}),
        createdId: () => '',
      };
      await expect(sendChange(change, context)).rejects.toMatchObject({ kind: 'unknownOutcome' });
    }
  });
});

describe('lists that change while they are read', () => {
  /** Returns the next of these pages for each request: total, and the numbers of the users on it. */
  function moving(pages: readonly (readonly [total: number, users: readonly number[]])[]): ScimClient {
    let next = 0;
    const transport: Transport = async () => {
      const [totalResults, numbers] = pages[Math.min(next, pages.length - 1)] ?? [0, []];
      next += 1;
      const Resources = numbers.map((n) => ({ id: `W${n}`, userName: `u${n}`, active: true }));
      const body = Buffer.from(JSON.stringify({ totalResults, Resources }));
      return { status: 200, headers: {}, body };
    };
    return createScimClient(transport, 'https://scim.example', { version: '2.0', vendor: 'service' });
  }
  const idsOf = async (scim: ScimClient) => [...(await takeSnapshot(scim, () => {})).users.keys()];

  it('are read again if the total changes or a user appears twice', async () => {
    const grows = moving([
      [3, [1, 2]],
      [4, [3, 4]],
      [4, [1, 2]],
      [4, [3, 4]],
    ]);
    expect(await idsOf(grows)).toEqual(['W1', 'W2', 'W3', 'W4']);
    const repeats = moving([
      [4, [1, 2]],
      [4, [2, 3]],
      [4, [1, 2]],
      [4, [3, 4]],
    ]);
    expect(await idsOf(repeats)).toEqual(['W1', 'W2', 'W3', 'W4']);
  });

  it('are refused if they stay shorter than their total', async () => {
    const short = moving(Array.from({ length: 12 }, (_, page) => [3, page % 2 === 0 ? [1, 2] : []]));
    await expect(idsOf(short)).rejects.toMatchObject({
      kind: 'stale',
      message: 'the list of users is incomplete: the service returned 2 of 3, in 3 attempts',
      hint: 'try again later',
    });
  });

  it('are read again if they are short only once', async () => {
    const cut = moving([
      [3, [1, 2]],
      [3, []],
      [3, [1, 2]],
      [3, [3]],
    ]);
    expect(await idsOf(cut)).toEqual(['W1', 'W2', 'W3']);
  });

  it('are refused if they never settle', async () => {
    let users = 0;
    const transport: Transport = async ({ url }) => {
      users += 1;
      const totalResults = new URL(url).searchParams.get('startIndex') === '1' ? 3 : 2;
      const Resources = [{ id: `W${users}`, userName: `u${users}`, active: true }];
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ totalResults, Resources })) };
    };
    const scim = createScimClient(transport, 'https://scim.example', { version: '2.0', vendor: 'service' });
    const failed = await takeSnapshot(scim, () => {}).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Failure);
    expect(failed).toMatchObject({ kind: 'stale' });
  });
});
