import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIds } from '../../src/bulk/run/run-folders.ts';
import { readRunPlan } from '../../src/bulk/run/runs.ts';
import type { Organization } from '../../src/sandbox/organization.ts';
import { runId } from '../../src/values/ids.ts';
import { account, organizationOf } from '../support/organization-world.ts';
import { machineAt } from '../support/run-orgctl.ts';
import { skippedWaits } from '../support/skipped-waits.ts';
import { auditedService, differences, linesOf } from './audited-service.ts';
import { childEnvironment, startChild } from './child-run.ts';
import type { Moment } from './moments.ts';

/** Result of one campaign: number of kills at each moment, and the findings. */
export interface CampaignReport {
  readonly kills: ReadonlyMap<string, number>;
  readonly findings: readonly string[];
  readonly starts: number;
  /** How often a run was resumed by its own command and by `bulk resume`. */
  readonly continued: { readonly bySame: number; readonly byResume: number };
  /** Number of kills of runs that had been killed zero times before, once, twice and so on. */
  readonly killsByGeneration: readonly number[];
}

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

/** Creates, changes, deactivations, reactivations, a new group, and members of both groups. */
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
 * Applies a file with a kill at each of the first moments, then undoes it with a kill at each of the others,
 * and checks the service after both. A killed run is resumed by its own command and by `bulk resume` in turn.
 */
export async function runCampaign(
  version: '1.1' | '2.0',
  applyMoments: readonly Moment[],
  undoMoments: readonly Moment[],
): Promise<CampaignReport> {
  const home = mkdtempSync(join(tmpdir(), 'orgctl-torture-'));
  const runs = join(home, 'state', 'runs');
  const service = await auditedService(organizationOf({ users, groups: [TEAM] }));
  const state = () => linesOf(service.organization);
  writeFileSync(join(home, 'people.csv'), PEOPLE);
  const kills = new Map<string, number>();
  const killsByGeneration: number[] = [];
  const continued = { bySame: 0, byResume: 0 };
  const findings: string[] = [];
  let starts = 0;

  const orgctl = async (words: readonly string[], moment?: Moment) => {
    const all = ['--scim-version', version, ...words];
    if (moment !== undefined) {
      starts += 1;
      return startChild(home, service, all, { moment });
    }
    // Without a kill the program runs in this process, which takes a tenth of the time.
    const env = childEnvironment(home, service.origin);
    const ran = await machineAt(home).words(all, { env, ...skippedWaits() });
    return { ...ran, stdout: ran.stdout.trimEnd() };
  };
  /** Runs until the end, by the same command and by `bulk resume` in turn. */
  const untilDone = async (
    words: readonly string[],
    moments: readonly Moment[],
    isOurs: (run: string) => boolean,
  ) => {
    let generation = 0;
    for (const [turn, moment] of [...moments, undefined].entries()) {
      const run = runIds(runs).find(isOurs);
      const isResume = turn % 2 === 1 && run !== undefined;
      if (run !== undefined && isResume) continued.byResume += 1;
      else if (run !== undefined) continued.bySame += 1;
      const ended = await orgctl(isResume ? ['bulk', 'resume', run, '--yes'] : words, moment);
      if (ended.exit === undefined) {
        const name = moment?.name ?? 'none';
        kills.set(name, (kills.get(name) ?? 0) + 1);
        killsByGeneration[generation] = (killsByGeneration[generation] ?? 0) + 1;
        if (runIds(runs).some(isOurs)) generation += 1;
      } else if (ended.exit !== 0) {
        findings.push(`${words.join(' ')} ended with ${ended.exit}: ${ended.stderr.slice(-300)}`);
      }
    }
  };

  try {
    const before = state();
    const apply = ['bulk', 'apply', join(home, 'people.csv'), '--yes', '--create-groups'];
    const isUndo = (run: string) => readRunPlan(runs, runId(run)).undoes !== undefined;
    await untilDone([...apply, '--max-deactivate', '99', '-o', 'json'], applyMoments, (run) => !isUndo(run));
    findings.push(...differences(expected(), state(), 'after apply'));
    for (const [write, times] of service.applied)
      if (write.startsWith('POST') && times !== 1) findings.push(`${write} was done ${times} times`);
    findings.push(...(await wrongIds(orgctl, service.organization)));
    const again = await orgctl([...apply, '-o', 'json']);
    if (again.stdout !== '[]') findings.push(`a further apply did something: ${again.stdout}`);

    const [run = ''] = runIds(runs);
    const undo = ['bulk', 'undo', run, '--max-deactivate', '99', '--max-delete-groups', '9', '--yes'];
    await untilDone(undo, undoMoments, isUndo);
    const taken = state();
    const ofOld = taken.filter((line) => !line.startsWith('user new'));
    findings.push(...differences(before, ofOld, 'after undo'));
    const active = taken.filter((line) => line.startsWith('user new') && !line.includes('active=false'));
    findings.push(...active.map((line) => `after undo: ${line}`));
    const twice = await orgctl([...undo, '-o', 'json']);
    if (twice.stdout !== '[]') findings.push(`a further undo did something: ${twice.stdout}`);
  } finally {
    await service.close();
    rmSync(home, { recursive: true, force: true });
  }
  return { kills, findings, starts, continued, killsByGeneration };
}

/** The expected organization after the file is applied. */
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

/** Compares the IDs in the journal with those of the service. */
async function wrongIds(
  orgctl: (words: readonly string[]) => Promise<{ readonly stdout: string }>,
  organization: Organization,
): Promise<readonly string[]> {
  const { stdout } = await orgctl(['bulk', 'runs', 'show', 'latest', '-o', 'json']);
  const results: { action: string; user: string; id?: string; state: string }[] = JSON.parse(stdout);
  return results.flatMap(({ action, user, id, state }) => {
    if (state !== 'succeeded') return [`${user}: ${state}`];
    const real =
      action.includes('group') || action.includes('members')
        ? [...organization.groups()].find(({ displayName }) => displayName === user)?.id
        : organization.userByUserName(user)?.id;
    return real === id ? [] : [`${user} has the ID ${real}, the journal says ${id}`];
  });
}
