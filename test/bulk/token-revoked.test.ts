import { writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/sandbox/listen.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { organizationOf, TOKENS } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const CONCURRENCY = 4;

/** A service that refuses the token from the n-th write on, until it is restored. */
async function forgetfulService(nth: number) {
  const sandbox = await openSandbox({ initial: organizationOf({}), now: Date.now });
  const state = { writes: 0, isGivenBack: false, refused: 0 };
  const server = await listen(
    {
      ...sandbox,
      answer: (request) => {
        if (request.method === 'POST') state.writes += 1;
        if (state.isGivenBack || state.writes < nth) return sandbox.answer(request);
        state.refused += 1;
        return sandbox.answer({ ...request, headers: { ...request.headers, authorization: 'Bearer gone' } });
      },
    },
    0,
    Date.now,
  );
  onTestFinished(() => server.close());
  return { url: server.origin, state, organization: sandbox.organization };
}

it('stops at the first 401 without failed rows, and completes with a valid token (SCIM §7)', async () => {
  const service = await forgetfulService(20);
  const machine = freshMachine();
  const rows = Array.from({ length: 60 }, (_, n) => `u${n},u${n}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  const words = `--scim-url ${service.url} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes -o json --concurrency ${CONCURRENCY}`;
  const env = { ORGCTL_TOKEN: TOKENS.primaryOwner };
  const stopped = await machine.orgctl(words, { env });
  expect(stopped.exit).toBe(4);
  expect(stopped.stderr).toContain('left; resume: orgctl');
  expect(service.state.refused).toBeGreaterThan(0);
  expect(service.state.refused).toBeLessThanOrEqual(CONCURRENCY);
  const created = service.organization.userCount;
  const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
  expect(report).toMatchObject({ state: 'paused', succeeded: created, failed: 0, left: 60 - created });

  service.state.isGivenBack = true;
  expect(await machine.orgctl(words, { env })).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('60 created'),
  });
  expect(service.organization.userCount).toBe(60);
});
