import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { applyPlan } from '../../src/bulk/run/apply-plan.ts';
import { replay } from '../../src/bulk/run/replay.ts';
import { Failure } from '../../src/failure/failure.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import type { ScimClient } from '../../src/scim/scim-client.ts';
import { changeId } from '../../src/values/ids.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it('a run that loses its permission leaves all remaining rows to be resumed', async () => {
  const forbidden = {
    method: 'POST',
    do: 'answer',
    status: 403,
    body: { Errors: { description: 'permission_denied', code: 403 } },
    nth: 6,
    times: 'always',
  };
  const service = await faultySandbox(demoOrganization(), [forbidden]);
  const machine = freshMachine();
  const rows = Array.from({ length: 30 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  const words = `--scim-url ${service.origin} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes -o csv`;
  const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
  const stopped = await machine.orgctl(words, { env });
  expect(stopped.exit).toBe(4);
  expect(stopped.stderr).toContain('5 created, 25 left\n');
  expect(stopped.stderr).toMatch(
    /error: \d+ changes in a row were refused: the token lacks permission for this action \[permission_denied\]\n/,
  );
  expect(stopped.stderr).toMatch(
    new RegExp(
      `hint: 5 done, 25 left; resume: orgctl --scim-url ${service.origin} --scim-version 2.0 bulk resume \\S+ --yes\n$`,
    ),
  );
  expect(service.met.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(5 + 8 + 3);
  service.queue.clear();
  const resumed = await machine.orgctl('bulk resume latest --yes --scim-url '.concat(service.origin), {
    env,
  });
  expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining('30 created') });
});

it('a resumed run ends if its only other change was checked and waits to be sent', async () => {
  const world = await bulkWorld({ users: [], version: '2.0' });
  const names = ['ann', 'bea', 'cai', 'dan'];
  const changes = await world.plan(
    `userName,email\n${names.map((name) => `${name},${name}@x.example\n`).join('')}`,
  );
  const [doubtful] = changes;
  let refused = 0;
  const othersRefused = async () => {
    while (refused < names.length - 1) await setImmediate();
  };
  const scim: ScimClient = {
    ...world.scim,
    send: async (request) => {
      if (request.method !== 'POST') {
        await othersRefused();
        return world.scim.send(request);
      }
      refused += 1;
      throw new Failure('unauthorized', 'no permission', { code: 'permission_denied', status: 403 });
    },
    read: async (...given) => {
      await othersRefused();
      return world.scim.read(...given);
    },
  };
  const run = applyPlan({
    changes,
    replayed: { ...replay([], changes), intents: new Map([[doubtful?.id ?? changeId(''), 1]]) },
    journal: { write: async () => {}, close: () => {} },
    context: { scim, serverNow: Date.now, sleep: async () => {}, readSecrets: () => ({}) },
    concurrency: names.length,
    stop: new AbortController().signal,
    onOutcome: () => {},
  });
  const turns = async () => {
    for (let turn = 0; turn < 5000; turn += 1) await setImmediate();
    return { stoppedBy: 'nothing: it waits for ever' };
  };
  const { stoppedBy } = await Promise.race([run, turns()]);
  expect(stoppedBy).toMatchObject({
    kind: 'unauthorized',
    message: expect.stringContaining('3 changes in a row'),
  });
  expect(refused).toBe(3);
});
