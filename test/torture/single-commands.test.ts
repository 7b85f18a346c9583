import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, group, organizationOf } from '../support/organization-world.ts';
import { machineAt } from '../support/run-orgctl.ts';
import { skippedWaits } from '../support/skipped-waits.ts';
import { type AuditedService, auditedService, linesOf } from './audited-service.ts';
import { childEnvironment, startChild } from './child-run.ts';
import { MOMENTS_OF_A_CHANGE, MOMENTS_OF_A_RUN, MOMENTS_OF_THE_SERVICE, type MomentName } from './moments.ts';

/** A command, its result in the organization, and its creates, which must happen once. */
const COMMANDS = [
  {
    words: ['scim', 'users', 'create', '--user-name', 'eva', '--email', 'eva@x.example', '--title', 'VP'],
    leaves: /^user eva active=true title=VP /m,
    once: ['POST eva'],
  },
  {
    words: ['scim', 'users', 'patch', 'ada', '--title', 'VP'],
    leaves: /^user ada active=true title=VP /m,
    once: [],
  },
  {
    words: ['scim', 'users', 'deactivate', 'ada', 'bea', '--max-deactivate', '2', '--yes'],
    leaves: /^user ada active=false[\s\S]*^user bea active=false/m,
    once: [],
  },
  {
    words: ['scim', 'groups', 'create', 'Crew', '--member', 'ada'],
    leaves: /^group Crew ada$/m,
    once: ['POST Crew'],
  },
  {
    words: ['scim', 'groups', 'members', 'set', 'Team', 'bea', '--yes'],
    leaves: /^group Team bea$/m,
    once: [],
  },
] as const;

/** A single command takes only the lock of its own run, not that of the organization. */
const MOMENTS: readonly MomentName[] = [
  ...MOMENTS_OF_A_RUN.filter((name) => !name.startsWith('lock.')),
  ...MOMENTS_OF_A_CHANGE,
  ...MOMENTS_OF_THE_SERVICE,
];

/** A campaign kills each command at every moment; otherwise each moment is tested with one command. */
const isCampaign = process.env['ORGCTL_TORTURE_KILLS'] !== undefined;
const momentsOf = (command: number) =>
  MOMENTS.filter((_, index) => isCampaign || index % COMMANDS.length === command);

const WORLD = () => organizationOf({ users: [account('ada'), account('bea')], groups: [group(['ada'])] });

describe.each(COMMANDS.map((command, index) => ({ ...command, moments: momentsOf(index) })))(
  'single command killed at a named moment: $words',
  ({ words, leaves, once, moments }) => {
    let service: AuditedService;
    beforeAll(async () => {
      service = await auditedService(WORLD());
    });
    afterAll(() => service.close());

    it.each(moments)('%s: the same command completes it without repeating a write', async (name) => {
      await service.become(WORLD());
      const home = mkdtempSync(join(tmpdir(), 'orgctl-single-'));
      try {
        const killed = await startChild(home, service, words, { moment: { name, nth: 1 } });
        expect(killed.exit).toBeUndefined();
        const env = childEnvironment(home, service.origin);
        const again = await machineAt(home).words(words, { env, ...skippedWaits() });
        // A create that was complete before the kill is refused as a duplicate.
        const wasComplete = /exit|taken|already/.test(again.stderr) && again.exit === 6;
        expect(again.exit === 0 || wasComplete).toBe(true);
        expect(linesOf(service.organization).join('\n')).toMatch(leaves);
        for (const write of once) expect(service.applied.get(write)).toBe(1);
        const listed = await machineAt(home).orgctl('bulk runs list -o json');
        const runs: readonly { state: string; inDoubt: number }[] = JSON.parse(listed.stdout);
        expect(runs.filter(({ inDoubt }) => inDoubt > 0)).toEqual([]);
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    });
  },
);
