import type { Plan } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import type { Context } from '../context.ts';
import { rerunCommand } from './rerun-command.ts';

/** The failure of a run or a plan that belongs to another organization than the profile. */
export function otherOrganization(what: string, plan: Plan, origin: string, words: string): Failure {
  return new Failure('stale', `${what} was made for ${plan.origin}, this profile is ${origin}`, {
    hint: rerunCommand(plan, words),
  });
}

/** The base URLs of both APIs of the organization: a call of the Web API is a run, too. */
export async function originsOf(context: Context): Promise<readonly string[]> {
  const { scimBaseUrl, webApiBaseUrl } = (await context.resolved()).settings;
  return [scimBaseUrl, webApiBaseUrl].flatMap((setting) => setting?.value ?? []);
}
