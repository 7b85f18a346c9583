import { existsSync } from 'node:fs';
import { Failure } from '../../failure/failure.ts';
import { demoOrganization } from '../../sandbox/demo-organization.ts';
import { inventedBaseOrganization } from '../../sandbox/invented-organization.ts';
import type { Organization } from '../../sandbox/organization.ts';
import type { Seed } from '../../sandbox/read-seed.ts';
import { openSandbox } from '../../sandbox/sandbox.ts';
import type { Context } from '../context.ts';
import { confirm } from '../identity/confirm.ts';

/**
 * Tries a setup without keeping it, on the organization of the state file or on a new one.
 * @param invented users of the new organization that would replace the stored one
 * @returns what was set up, in words
 * @throws what `setUp` throws
 */
export async function dryRunSetup(
  { host }: Context,
  stateFile: string,
  invented: Seed['users'] | undefined,
  setUp: (organization: Organization) => string,
): Promise<string> {
  if (invented?.length === 0) throw new Failure('invalidInput', 'no users for the new organization');
  const initial = invented === undefined ? demoOrganization() : inventedBaseOrganization(invented);
  const isKept = invented === undefined && existsSync(stateFile);
  const sandbox = await openSandbox({ initial, now: host.now, ...(isKept ? { stateFile } : {}) });
  let what = '';
  try {
    await sandbox.setUp((organization) => {
      what = setUp(organization);
      throw new SetupDiscarded();
    });
  } catch (error) {
    if (!(error instanceof SetupDiscarded)) throw error;
  } finally {
    sandbox.close();
  }
  return what;
}

/** Thrown to discard a setup that was only a trial. */
class SetupDiscarded extends Error {}

/**
 * Replaces the organization of a state file, after a confirmation, by a new one with these users. They are
 * not added to the stored organization, whose size would then differ from that of the organization being
 * imitated.
 * @throws what `setUp` throws; the stored organization then stays
 */
export async function replaceWithSetup(
  context: Context,
  stateFile: string,
  people: Seed['users'],
  setUp: (organization: Organization) => string,
): Promise<void> {
  await dryRunSetup(context, stateFile, people, setUp);
  if (existsSync(stateFile))
    await confirm(context, `Replace the organization in ${stateFile}?`, { undone: 'nothing was changed' });
  const { replaceOrganization } = await import('./replace-organization.ts');
  await replaceOrganization(
    context,
    stateFile,
    inventedBaseOrganization(people),
    'the sandbox holds another organization',
  );
}
