import type { Plan } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import type { Context } from '../context.ts';
import { rerunCommand } from './rerun-command.ts';
import { type CommandLine, stateFlag } from './same-connection.ts';

/**
 * Returns the failure for a run or plan that belongs to another organization than the profile.
 * @param words the command that uses it over its own connection
 */
export function otherOrganization(
  { host }: CommandLine,
  what: string,
  plan: Plan,
  origin: string,
  words: string,
): Failure {
  return new Failure('stale', `${what} was made for ${plan.origin}, but this profile uses ${origin}`, {
    hint: `${rerunCommand(plan, words)}${stateFlag(host.argv)}`,
  });
}

/** Returns the base URLs of both APIs of the organization: Web API calls are recorded as runs, too. */
export async function originsOf(context: Context): Promise<readonly string[]> {
  const { scimBaseUrl, webApiBaseUrl } = (await context.resolved()).settings;
  return [scimBaseUrl, webApiBaseUrl].flatMap((setting) => setting?.value ?? []);
}
