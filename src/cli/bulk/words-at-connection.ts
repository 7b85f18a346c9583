import type { Plan } from '../../bulk/plan/plan-file.ts';
import { NO_PROFILE } from '../../profiles/resolve-profile.ts';

/** Returns the words of a command about what a plan was made for, with the words that choose the same connection in front. */
export function wordsAtConnection({ profile, origin }: Plan, words: string): string {
  return `orgctl ${profile === NO_PROFILE ? `--scim-url ${origin}` : `-p ${profile}`} ${words}`;
}
