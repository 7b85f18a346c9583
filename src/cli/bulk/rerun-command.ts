import type { Plan } from '../../bulk/plan/plan-file.ts';
import { planWords } from '../../bulk/plan/plan-words.ts';
import { NO_PROFILE } from '../../profiles/resolve-profile.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import { stateFlag } from './resume-words.ts';

/**
 * Returns the words of a command about what a plan was made for, with the words that choose the same
 * connection in front.
 */
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

/**
 * Returns the command that makes a plan of the same file again, with the flags that it was made with.
 * @param out the file of the saved plan, which the new one replaces
 */
export function planAgain({ host }: Pick<Context, 'host'>, plan: Plan, out?: string): string {
  const saved = out === undefined ? '' : ` --out ${quoted(out)} --force`;
  return rerunCommand(plan, `${planWords(plan)}${saved}${stateFlag(host.argv)}`);
}
