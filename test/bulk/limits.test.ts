import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, isUserUpdate } from '../../src/bulk/plan/change.ts';
import { checkLimits } from '../../src/bulk/plan/limits.ts';
import { applyPlan } from '../../src/bulk/run/apply-plan.ts';
import { replay } from '../../src/bulk/run/replay.ts';
import { Failure } from '../../src/failure/failure.ts';
import type { Transport } from '../../src/http/transport.ts';
import { createScimClient, type ScimClient } from '../../src/scim/scim-client.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { changeId, userId } from '../../src/values/ids.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const RUNS = Number(process.env['ORGCTL_TEST_RUNS'] ?? 60) * 10;

function machineWith(files: Readonly<Record<string, string>>): Machine {
  const machine = freshMachine();
  for (const [name, content] of Object.entries(files)) writeFileSync(machine.path(name), content);
  return machine;
}

const twelve = (active: string) =>
  `email,userName,active\n${Array.from({ length: 12 }, (_, n) => `u${n}@x.example,u${n},${active}\n`).join('')}`;

describe('limits on the whole plan', () => {
  const update = (kind: 'deactivateUser' | 'reactivateUser' | 'patchUser', n: number): Change => ({
    id: changeId(`L${n}`),
    line: n,
    after: [],
    name: `u${n}`,
    kind,
    target: { id: userId(`W${n}`) },
    before: { active: kind === 'deactivateUser', title: 'a' },
    set: kind === 'patchUser' ? { title: 'b' } : { active: kind === 'reactivateUser' },
    clear: [],
  });
  const plans = fc.record({
    kinds: fc.array(fc.constantFrom('deactivateUser', 'reactivateUser', 'patchUser'), { maxLength: 40 }),
    activeUsers: fc.integer({ min: 0, max: 1000 }),
    maxDeactivate: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
    maxReactivate: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
    maxChanges: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
  });

  it('sends no request of a plan that exceeds a limit', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(plans, async ({ kinds, activeUsers, ...limits }) => {
        const changes = kinds.map((kind, n) => update(kind, n));
        let deactivations = 0;
        let reactivations = 0;
        let writes = 0;
        try {
          checkLimits({ changes }, limits, { activeUsers, groups: 0, members: {} });
          await applyPlan({
            changes,
            replayed: replay([], changes),
            journal: { write: async () => {}, close: () => {} },
            context: {
              scim: recording(changes, (body) => {
                writes += 1;
                if (body?.includes('"active":false') === true) deactivations += 1;
                if (body?.includes('"active":true') === true) reactivations += 1;
              }),
              serverNow: () => 0,
              sleep: async () => {},
              readSecrets: () => ({}),
            },
            concurrency: 8,
            stop: new AbortController().signal,
            onOutcome: () => {},
          });
          expect(writes).toBe(changes.length);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          expect(error.kind).toBe('limit');
          expect(writes).toBe(0);
          refused += 1;
        }
        const usual = Math.max(10, Math.floor(activeUsers * 0.05));
        const half = Math.max(1, Math.floor(activeUsers / 2));
        expect(deactivations).toBeLessThanOrEqual(limits.maxDeactivate ?? Math.min(usual, half));
        expect(reactivations).toBeLessThanOrEqual(limits.maxReactivate ?? usual);
        expect(writes).toBeLessThanOrEqual(limits.maxChanges ?? Number.POSITIVE_INFINITY);
      }),
      { numRuns: RUNS },
    );
    expect(refused).toBeGreaterThan(RUNS / 10);
  });

  it('refuses twelve deactivations by default, names the users, and allows them with the flag', async () => {
    const machine = machineWith({ 'on.csv': twelve('true'), 'off.csv': twelve('false') });
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('on.csv')} --yes`);
    for (const command of ['plan', 'apply --yes']) {
      const refused = await machine.orgctl(`-p sandbox bulk ${command} ${machine.path('off.csv')} --debug`);
      expect(refused.exit).toBe(9);
      expect(refused.stderr).toContain('the plan deactivates 12 users, but only 10 are allowed: u0, u1, u2');
      expect(refused.stderr).toContain('hint: to allow this: --max-deactivate 12');
      expect(refused.stderr).not.toMatch(/PATCH|DELETE/);
    }
    const done = await machine.orgctl(
      `-p sandbox bulk apply ${machine.path('off.csv')} --yes --max-deactivate 12`,
    );
    expect(done.exit).toBe(0);
  });

  it('counts the users that --prune deactivates, and refuses --prune with --first', async () => {
    const machine = machineWith({ 'some.csv': 'userName\nclara.voss\ntomas.rey\n' });
    await machine.orgctl('-p sandbox bulk apply examples/people.csv --yes');
    const pruned = await machine.orgctl(`-p sandbox bulk plan ${machine.path('some.csv')} --prune`);
    expect(pruned.exit).toBe(9);
    expect(pruned.stderr).not.toContain('clara.voss');
    const some = await machine.orgctl(`-p sandbox bulk plan ${machine.path('some.csv')} --prune --first 1`);
    expect(some.exit).toBe(2);
    const all = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('some.csv')} --prune --max-deactivate 99 -o json`,
    );
    const { changes } = JSON.parse(all.stdout) as { changes: { kind: string; name: string }[] };
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['deactivateUser']));
    expect(changes.map(({ name }) => name)).not.toContain('clara.voss');
  });

  it.each([
    ['an empty file', '', 'the file has no header row'],
    ['a file without rows', 'email,title\n', 'the file has no rows'],
    ['a file without a key column', 'title\nVP\n', 'no column identifies the user'],
    ['a row without a key', 'email,title\n,VP\n', 'row has no id, employeeNumber, email or userName'],
  ])('deactivates no user with %s', async (_, content, message) => {
    const machine = machineWith({ 'people.csv': content });
    for (const flags of ['--prune --max-deactivate 99', '--mode deactivate']) {
      const ran = await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes ${flags}`);
      expect(ran.exit).toBe(5);
      expect(ran.stderr).toContain(message);
    }
  });

  it('exits with 8 for drift with --detailed-exitcode, and with 0 without drift', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox bulk apply examples/people.csv --yes');
    const plan = '-p sandbox bulk plan examples/people.csv --detailed-exitcode';
    expect((await machine.orgctl(plan)).exit).toBe(0);
    await machine.orgctl("-p sandbox scim users patch magnus.dahl --title 'Somebody else'");
    const drift = await machine.orgctl(plan);
    expect(drift.exit).toBe(8);
    expect(drift.stdout).toContain('Somebody else');
  });
});

describe('profile with --protect and --read-only', () => {
  async function withProfile(flags: string): Promise<Machine> {
    const machine = machineWith({ 'people.csv': 'userName,title\nclara.voss,VP\nwalt.finch,VP\n' });
    const { origin } = await listeningSandbox({ token: 'an-owner-of-acme' });
    const added = await machine.orgctl(`profile add acme --scim-url ${origin} --token-stdin ${flags}`, {
      stdin: 'an-owner-of-acme',
    });
    expect(added.exit).toBe(0);
    return machine;
  }

  it('sends no write with --read-only', async () => {
    const machine = await withProfile('--read-only');
    for (const words of [
      'scim users patch clara.voss --title VP',
      'scim users deactivate clara.voss --yes',
      `bulk apply ${machine.path('people.csv')} --yes`,
    ]) {
      const ran = await machine.orgctl(`-p acme ${words}`);
      expect(ran.exit).toBe(9);
      expect(ran.stderr).toContain('the profile "acme" is read-only; nothing was sent');
    }
    expect((await machine.orgctl(`-p acme bulk plan ${machine.path('people.csv')}`)).exit).toBe(0);
    expect((await machine.orgctl('bulk runs list -o json')).stdout).toBe('[]\n');
  });

  it('refuses a plan for protected users, and never prunes them', async () => {
    const machine = await withProfile('--protect "WALT*,*voss@*"');
    const apply = `-p acme bulk apply ${machine.path('people.csv')} --yes --debug`;
    const refused = await machine.orgctl(apply);
    expect(refused.exit).toBe(9);
    expect(refused.stderr).toContain('the plan touches protected users or groups: clara.voss, walt.finch');
    expect(refused.stderr).not.toContain('PATCH');
    writeFileSync(machine.path('people.csv'), 'userName\ntomas.rey\n');
    const pruned = await machine.orgctl(`-p acme bulk plan ${machine.path('people.csv')} --prune -o json`);
    expect(pruned.stdout).toContain('mei.tanaka');
    expect(JSON.stringify(JSON.parse(pruned.stdout).changes)).not.toMatch(/walt\.finch|clara\.voss/);
  });

  it('is stored with all its settings', async () => {
    const machine = await withProfile('--read-only --protect "walt*,IT" --max-deactivate 3');
    const { stdout } = await machine.orgctl('profile list -o json');
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({
        name: 'acme',
        readOnly: true,
        protected: ['walt*', 'IT'],
        planLimits: { maxDeactivate: 3 },
      }),
    );
  });
});

/** Returns each user as in the plan, and passes the body of every write to `onWrite`. */
function recording(changes: readonly Change[], onWrite: (body: string | undefined) => void): ScimClient {
  const byId = new Map<string, Change>(
    changes.flatMap((change) =>
      'target' in change && 'id' in change.target ? [[change.target.id, change] as const] : [],
    ),
  );
  const transport: Transport = async ({ method, url, body }) => {
    if (method !== 'GET') onWrite(body);
    const id = url.split('/').at(-1) ?? '';
    const change = byId.get(id);
    const before: UserValues = change !== undefined && isUserUpdate(change) ? change.before : {};
    const resource = { id, userName: 'x', active: before.active ?? true, title: before.title ?? '' };
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(resource)) };
  };
  return createScimClient(transport, 'https://scim.example', { version: '1.1', vendor: 'service' });
}
