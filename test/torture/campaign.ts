import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { listen } from '../../src/sandbox/listen.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { account, organisationOf, TOKENS } from '../support/organisation-world.ts';
import { BIN } from '../support/real-bin.ts';
import type { KillPoint } from './points.ts';

/** What one campaign found: how often it killed at what, and what was not as it had to be. */
export interface CampaignReport {
  readonly kills: ReadonlyMap<string, number>;
  readonly findings: readonly string[];
  readonly runs: number;
}

const KILL_AT = resolve('test/torture/kill-at.cjs');
const EXISTING = 20;
const NEW = 24;
const users = Array.from({ length: EXISTING }, (_, n) =>
  account(`old${n}`, { title: 'Before', active: n % 5 !== 4 }),
);
const TEAM = {
  id: 'S1',
  created: '2024-01-02T03:04:05-08:00',
  displayName: 'Team',
  members: ['WOLD0', 'WOLD1'],
};

/** Creates, changes, deactivations, reactivations, a new group, members of both groups. */
const PEOPLE = [
  'email,userName,title,active,department,groups',
  ...users.map(({ values }, n) => {
    const active = n % 5 === 4 ? 'true' : n % 5 === 3 ? 'false' : '';
    return `${values.email},,After ${n},${active},Dept ${n % 3},${n % 5 < 2 ? 'Team;Fresh' : ''}`;
  }),
  ...Array.from(
    { length: NEW },
    (_, n) => `new${n}@example.com,new${n},New ${n},,Dept,${n % 2 === 0 ? 'Fresh' : ''}`,
  ),
].join('\n');

/**
 * Carries one file out on a service of its own, killed at each of these points, then takes it back, killed at each of those; looks at the
 * service after either.
 */
export async function runCampaign(
  version: '1.1' | '2.0',
  applyPoints: readonly KillPoint[],
  undoPoints: readonly KillPoint[],
): Promise<CampaignReport> {
  const home = mkdtempSync(join(tmpdir(), 'orgctl-torture-'));
  const sandbox = await openSandbox({ initial: organisationOf({ users, groups: [TEAM] }), now: Date.now });
  const state = () => stateOf(sandbox.organisation);
  const created = new Map<string, number>();
  let onWrite: (when: 'before' | 'after') => Promise<void> = async () => {};
  const server = await listen(
    {
      ...sandbox,
      answer: async (request) => {
        if (request.method === 'GET') return sandbox.answer(request);
        await onWrite('before');
        const answer = await sandbox.answer(request);
        if (request.method === 'POST' && answer.status < 300) {
          const name = String(answer.body?.['userName'] ?? answer.body?.['displayName']);
          created.set(name, (created.get(name) ?? 0) + 1);
        }
        await onWrite('after');
        return answer;
      },
    },
    0,
    Date.now,
  );
  writeFileSync(join(home, 'people.csv'), PEOPLE);
  const kills = new Map<string, number>();
  const findings: string[] = [];
  let runs = 0;

  /** Runs the program, killed at a point when there is one. @returns its exit code; undefined when it was killed. */
  const orgctl = async (words: readonly string[], point?: KillPoint) => {
    runs += 1;
    const isInside = point !== undefined && point.name !== 'random' && !point.name.startsWith('service.');
    const child = execa(
      process.execPath,
      ['--require', KILL_AT, BIN, '--scim-url', server.origin, '--scim-version', version, ...words],
      {
        reject: false,
        cwd: home,
        extendEnv: false,
        env: {
          PATH: process.env['PATH'] ?? '',
          ORGCTL_HOME: home,
          ORGCTL_TOKEN: TOKENS.primaryOwner,
          ...(isInside ? { ORGCTL_KILL_AT: `${point.name}:${point.nth}` } : {}),
        },
      },
    );
    let writes = 0;
    onWrite = async (when) => {
      if (point === undefined || point.name === 'random' || point.name !== `service.${when}-write`) return;
      writes += 1;
      if (writes !== point.nth) return;
      child.kill('SIGKILL');
      // Before: the request is refused as the connection is gone, or carried out all the same.
      await child;
    };
    const timer = point?.name === 'random' ? setTimeout(() => child.kill('SIGKILL'), point.after) : undefined;
    const ended = await child;
    clearTimeout(timer);
    onWrite = async () => {};
    // What reached the service before the kill is carried out before the next start.
    await new Promise((done) => setTimeout(done, 5));
    if (ended.signal === 'SIGKILL') {
      const name = point?.name ?? 'none';
      kills.set(name, (kills.get(name) ?? 0) + 1);
      return undefined;
    }
    return { exit: ended.exitCode, stdout: ended.stdout, stderr: ended.stderr };
  };
  const untilDone = async (words: readonly string[], points: readonly KillPoint[]) => {
    for (const point of points) await orgctl(words, point);
    const last = await orgctl(words);
    if (last?.exit !== 0)
      findings.push(`${words.join(' ')} ended with ${last?.exit}: ${last?.stderr.slice(-300)}`);
    return last;
  };

  try {
    const before = state();
    await untilDone(
      ['bulk', 'apply', 'people.csv', '--yes', '--create-groups', '--max-deactivate', '99', '-o', 'json'],
      applyPoints,
    );
    findings.push(...differences(expected(), state(), 'after apply'));
    for (const [name, times] of created) if (times !== 1) findings.push(`${name} was created ${times} times`);
    findings.push(...(await wrongIds(orgctl, sandbox.organisation)));
    const again = await orgctl(['bulk', 'apply', 'people.csv', '--yes', '--create-groups', '-o', 'json']);
    if (again?.stdout !== '[]') findings.push(`a further apply did something: ${again?.stdout}`);

    const undo = ['--max-deactivate', '99', '--max-delete-groups', '9', '--yes'];
    const id = JSON.parse((await orgctl(['bulk', 'runs', 'list', '-o', 'json']))?.stdout ?? '[]').at(-1)?.id;
    await untilDone(['bulk', 'undo', String(id), ...undo], undoPoints);
    const taken = state();
    const ofOld = taken.filter((line) => !line.startsWith('user new'));
    findings.push(...differences(before, ofOld, 'after undo'));
    const active = taken.filter((line) => line.startsWith('user new') && !line.includes('active=false'));
    findings.push(...active.map((line) => `after undo: ${line}`));
  } finally {
    await server.close();
    sandbox.close();
    rmSync(home, { recursive: true, force: true });
  }
  return { kills, findings, runs };
}

/** What the organization has to be when the file is carried out. */
function expected(): readonly string[] {
  const [teamBefore = '', freshBefore = ''] = [
    TEAM.members.map((id) => id.slice(1).toLowerCase()).join(','),
    '',
  ];
  const joining = users.filter((_, n) => n % 5 < 2).map(({ values }) => values.userName);
  const fresh = Array.from({ length: NEW }, (_, n) => `new${n}`).filter((_, n) => n % 2 === 0);
  return [
    ...users.map(({ values }, n) => {
      const active = n % 5 === 4 ? true : n % 5 === 3 ? false : values.active;
      return `user ${values.userName} active=${active} title=After ${n} department=Dept ${n % 3}`;
    }),
    ...Array.from({ length: NEW }, (_, n) => `user new${n} active=true title=New ${n} department=Dept`),
    `group Team ${[...new Set([...teamBefore.split(','), ...joining])].sort().join(',')}`,
    `group Fresh ${[...new Set([...freshBefore.split(',').filter(Boolean), ...joining, ...fresh])].sort().join(',')}`,
  ];
}

type Organisation = Awaited<ReturnType<typeof openSandbox>>['organisation'];

function stateOf(organisation: Organisation): readonly string[] {
  const nameOf = (id: string) => organisation.user(id)?.values.userName ?? id;
  return [
    ...[...organisation.users()].map(
      ({ values }) =>
        `user ${values.userName} active=${values.active} title=${values.title} department=${values.department}`,
    ),
    ...[...organisation.groups()].map(
      ({ displayName, members }) => `group ${displayName} ${members.map(nameOf).sort().join(',')}`,
    ),
  ];
}

function differences(wanted: readonly string[], found: readonly string[], when: string): readonly string[] {
  const [one, other] = [new Set(wanted), new Set(found)];
  return [
    ...wanted.filter((line) => !other.has(line)).map((line) => `${when}: missing ${line}`),
    ...found.filter((line) => !one.has(line)).map((line) => `${when}: unexpected ${line}`),
    ...(found.length === other.size ? [] : [`${when}: something is there twice`]),
  ];
}

/** The IDs that the journal has must be those of the service. */
async function wrongIds(
  orgctl: (words: readonly string[]) => Promise<{ readonly stdout: string } | undefined>,
  organisation: Organisation,
): Promise<readonly string[]> {
  const shown = await orgctl(['bulk', 'runs', 'show', 'latest', '-o', 'json']);
  const results: { action: string; user: string; id?: string; outcome: string }[] = JSON.parse(
    shown?.stdout ?? '[]',
  );
  return results.flatMap(({ action, user, id, outcome }) => {
    if (outcome !== 'succeeded') return [`${user}: ${outcome}`];
    const real =
      action.includes('group') || action.includes('members')
        ? [...organisation.groups()].find(({ displayName }) => displayName === user)?.id
        : organisation.userByUserName(user)?.id;
    return real === id ? [] : [`${user} has the ID ${real}, the journal says ${id}`];
  });
}
