import type { Plan } from '../../bulk/plan/plan-file.ts';
import { NO_PROFILE } from '../../profiles/resolve-profile.ts';

/** Returns the words of a command about what a plan was made for, with the words that choose the same connection in front. */
export function rerunCommand(
  { profile, origin }: Pick<Plan, 'profile' | 'origin'>,
  words: string,
  urlFlag: '--scim-url' | '--api-url' = '--scim-url',
): string {
  return `orgctl ${profile === NO_PROFILE ? `${urlFlag} ${origin}` : `-p ${profile}`} ${words}`;
}

/** What people call the connection of a plan: its profile, or the service where no profile is stored. */
export function connectionName({ profile, origin }: Pick<Plan, 'profile' | 'origin'>): string {
  return profile === NO_PROFILE ? origin : profile;
}
