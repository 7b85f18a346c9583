import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { Context } from '../context.ts';
import { askForName, askToGoOn } from '../naming/ask.ts';
import { connectionInWords } from './where-words.ts';

/** What is asked before something is written: a yes, or for what cannot be undone its name, letter by letter. */
export type Question =
  | { readonly ask: 'yes'; readonly about: string }
  | { readonly ask: 'name'; readonly about: string; readonly names: readonly string[] };

/**
 * Asks whether to go on, and names the connection that it is about.
 * @returns whether a person was asked, so that time has passed since the last look.
 * @throws Failure `declined` when the answer is no, `usage` when nobody can be asked.
 */
export async function confirmWrites(
  context: Context,
  question: Question | undefined,
  { profile, origin }: Plan,
): Promise<boolean> {
  if (question === undefined || context.common.yes === true) return false;
  const about = `${question.about} ${connectionInWords(profile, origin)}`;
  if (question.ask === 'yes') await askToGoOn(context, `${about}?`);
  else for (const name of question.names) await askForName(context, about, name);
  return true;
}
