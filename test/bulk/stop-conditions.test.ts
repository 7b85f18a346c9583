// cspell:ignore takn chanel foun blockd usernam
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/bulk/run/apply-plan.ts';
import { replay } from '../../src/bulk/run/replay.ts';
import { createStopConditions } from '../../src/bulk/run/stop-conditions.ts';
import { Failure } from '../../src/failure/failure.ts';
import type { ScimClient } from '../../src/scim/scim-client.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { account, idOf } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';

/** In a pair both rows lead to the same userName, and the second one fails. */
function pairs(from: number, count: number, failing: (index: number) => boolean): string {
  return Array.from({ length: count }, (_, index) => {
    const name = `p${from + index}`;
    const first = `${name}@x.example,${name}@x.example\n`;
    return failing(index) ? `${first}${name},${name}@y.example\n` : first;
  }).join('');
}

/**
 * Applies changes of which the third is refused, with a journal that takes many turns of the event loop for
 * an outcome. Returns the users whose first request left after the refusal.
 */
async function startedAfterRefusal(concurrency: number): Promise<readonly string[]> {
  const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
  const world = await bulkWorld({ users: names.map((name) => account(name)), version: '2.0' });
  const changes = await world.plan(
    `email,title\n${names.map((name) => `${name}@example.com,Cook\n`).join('')}`,
  );
  const pass = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
  };
  const started = new Set<string>();
  const late: string[] = [];
  let isRefused = false;
  const scim: ScimClient = {
    ...world.scim,
    send: async (request) => {
      const name = names.find((one) => request.path.endsWith(idOf(one))) ?? '';
      if (isRefused && !started.has(name)) late.push(name);
      started.add(name);
      await pass(2);
      if (request.method !== 'GET' && name === 'n2') {
        isRefused = true;
        throw new Failure('refused', 'no', { code: 'user_update_failed', status: 400 });
      }
      return world.scim.send(request);
    },
  };
  await applyPlan({
    changes,
    replayed: replay([], changes),
    journal: { write: async ({ type }) => (type === 'outcome' ? pass(40) : undefined), close: () => {} },
    context: { scim, serverNow: Date.now, sleep: async () => {}, readSecrets: () => ({}) },
    concurrency,
    stop: new AbortController().signal,
    onOutcome: () => {},
    stopConditions: createStopConditions({ stopOn: { count: 1, codes: [] } }),
  });
  expect(isRefused).toBe(true);
  return late;
}

describe('--canary', () => {
  it('stops before the rest if a change of the canary failed, and can be resumed', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), `userName,email\n${pairs(0, 20, (index) => index === 0)}`);
    const apply = `-p sandbox bulk apply ${machine.path('people.csv')} --yes -o json --canary 3`;
    const stopped = await machine.orgctl(`${apply} --concurrency 1`);
    expect(stopped.exit).toBe(9);
    expect(stopped.stderr).toContain('stopped: a canary change failed with username_taken');
    expect(stopped.stderr).toMatch(/resume: orgctl -p sandbox .*bulk resume \S+/);
    const { stdout } = await machine.orgctl('bulk report latest -o json');
    expect(JSON.parse(stdout)).toMatchObject({ state: 'paused', succeeded: 1, failed: 1, left: 19 });
    const resumed = await machine.orgctl('-p sandbox bulk resume latest --yes -o json');
    expect(resumed).toMatchObject({ exit: 3, stderr: expect.stringContaining('20 created, 1 failed') });
  });

  it('continues with the rest if the canary succeeded', async () => {
    const { exit, stderr } = await freshMachine().orgctl(
      '-p sandbox bulk apply examples/people.csv --yes --canary 2',
    );
    expect({ exit, says: stderr.includes('10 created') }).toEqual({ exit: 0, says: true });
  });
});

describe('--stop-on', () => {
  it.each([1, 2, 8])('starts no change while the failure is written, %i at once', async (concurrency) => {
    expect(await startedAfterRefusal(concurrency)).toEqual([]);
  });

  it.each([
    [19, 9, 'stopped: a change failed', '18 done, 1 failed, 1 left; resume: '],
    [20, 3, '1 of 20 changes failed', '19 done, 1 failed, 0 left; '],
  ])(
    'stops only a run with changes left, if row %i of 20 fails: exit %i',
    async (failing, exit, error, hint) => {
      const machine = freshMachine();
      const rows = pairs(0, 19, (index) => index === failing - 2);
      writeFileSync(machine.path('people.csv'), `userName,email\n${rows}`);
      const apply = `-p sandbox bulk apply ${machine.path('people.csv')} --yes -o json --concurrency 1`;
      const ended = await machine.orgctl(`${apply} --stop-on 1`);
      expect(ended.exit).toBe(exit);
      expect(ended.stderr).toContain(error);
      expect(ended.stderr).toContain(hint);
    },
  );

  it('pauses the run and prints the resume command', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), `userName,email\n${pairs(0, 30, (index) => index % 3 === 0)}`);
    const apply = `-p sandbox bulk apply ${machine.path('people.csv')} --yes -o json --concurrency 1`;
    const stopped = await machine.orgctl(`${apply} --stop-on 2,permission_denied`);
    expect(stopped.exit).toBe(9);
    expect(stopped.stderr).toContain('stopped: 2 changes failed');
    const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
    expect(report).toMatchObject({ state: 'paused', failed: 2 });
    expect(report.left).toBeGreaterThan(0);
  });

  it.each([
    ['email_takn', 2, 'There is no error code "email_takn" (did you mean "email_taken"?)'],
    ['no_such_chanel,channel_not_foun', 2, 'did you mean "channel_not_found"?'],
    ['5,blockd', 2, 'did you mean "blocked"?'],
    ['long_usernam', 2, 'did you mean "long_username"?'],
    ['email_taken,channel_not_found,blocked,own_code_of_another', 0, ''],
  ])('refuses a misspelled code: %s', async (rule, exit, said) => {
    const machine = freshMachine();
    writeFileSync(machine.path('one.csv'), 'userName,title\nclara.voss,Cook\n');
    const ran = await machine.orgctl(
      `-p sandbox bulk apply ${machine.path('one.csv')} --yes --stop-on ${rule}`,
    );
    expect(ran).toMatchObject({ exit, stderr: expect.stringContaining(said) });
  });

  it.each([
    ['bulk apply FILE --stop-on email_taken,blocked,channel_not_found', ''],
    [
      'bulk apply FILE -n --stop-on 5,code_of_theirs',
      '--stop-on: code_of_theirs is not a documented error code; the run stops only if the service returns exactly this code\n',
    ],
    [
      'bulk apply FILE --stop-on code_of_theirs,email_taken,other_code',
      '--stop-on: code_of_theirs and other_code are not documented error codes; the run stops only if the service returns exactly one of them\n',
    ],
    [
      'undo latest --stop-on code_of_theirs',
      '--stop-on: code_of_theirs is not a documented error code; the run stops only if the service returns exactly this code\n',
    ],
  ])('tells which codes are not documented: %s', async (line, said) => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('one.csv'), 'userName,title\nclara.voss,Cook\n');
    await orgctl('-p sandbox users patch clara.voss --title Chef');
    const ran = await orgctl(`-p sandbox --yes ${line.replace('FILE', path('one.csv'))}`);
    expect(ran.exit).toBe(0);
    expect(
      ran.stderr
        .split('\n')
        .filter((text) => text.startsWith('--stop-on'))
        .join('\n'),
    ).toBe(said.trimEnd());
  });

  it.each(['0', '100%', 'Foo', '1.5', ''])('refuses the rule "%s"', async (rule) => {
    const line = `-p sandbox bulk apply examples/people.csv --yes --stop-on "${rule}"`;
    expect(await freshMachine().orgctl(line)).toMatchObject({ exit: 2, stdout: '' });
  });
});
