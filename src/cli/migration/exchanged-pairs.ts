import type { UserRecord } from '../../migration/compare/organization-copy.ts';
import { SANDBOX_PROFILE } from '../../profiles/profile.ts';
import { profileNamed } from '../../profiles/profile-named.ts';
import { defined } from '../../values/defined.ts';
import type { WorkspaceId } from '../../values/ids.ts';
import { exchangeIds } from '../../webapi/exchange-ids.ts';
import type { Context } from '../context.ts';

/**
 * Asks the service of a profile for the new IDs of users: for a workspace that moved to an organization, the
 * service knows the pairs itself (WEB §4.10).
 * @returns the pairs; IDs that the service does not know have none
 * @throws Failure for errors of the calls themselves, such as not_enterprise_team
 */
export async function exchangedPairs(
  context: Context,
  profile: string,
  people: readonly UserRecord[],
  teamId: WorkspaceId | undefined,
): Promise<ReadonlyMap<string, string>> {
  const stored = profileNamed(await context.profiles.read(), profile);
  const connection = await context.connectWebApi(stored ?? SANDBOX_PROFILE);
  const pairs = new Map<string, string>();
  const progress = context.messages.progress();
  let asked = 0;
  try {
    const ids = people.map(({ id }) => id);
    const options = { toOld: false, ...defined({ teamId }) };
    for await (const batch of exchangeIds(connection.client, ids, options)) {
      asked += batch.ids.length;
      progress.update(`asking ${profile} for pairs: ${asked} of ${ids.length}`);
      for (const one of batch.ids) if (one.state === 'exchanged') pairs.set(one.from, one.to);
    }
    return pairs;
  } finally {
    progress.stop();
    await connection.close();
  }
}
