import type { Plan } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import { forTerminal } from '../../output/sanitize.ts';
import type { Context } from '../context.ts';
import { asked, confirm, confirmByName, declined, startingSmall } from '../identity/confirm.ts';
import { connectionInWords } from './where-words.ts';

/** The prompt before a write: yes, or for what cannot be undone its name, letter by letter. */
export type ConfirmationPrompt =
  | { readonly ask: 'yes'; readonly about: string }
  | { readonly ask: 'name'; readonly about: string; readonly names: readonly string[] }
  /** A name that --yes does not answer for: typed on the command line with --confirm, or when asked. */
  | { readonly ask: 'typed'; readonly about: string; readonly name: string; readonly isTyped: boolean };

/**
 * Asks whether to go on, and names the connection that it is about.
 * @returns whether a person was asked, so that time has passed since the last look.
 * @throws Failure `declined` when the answer is no, `usage` when nobody can be asked.
 */
export async function confirmWrites(
  context: Context,
  question: ConfirmationPrompt | undefined,
  { profile, origin }: Plan,
): Promise<boolean> {
  if (question === undefined) return false;
  const about = `${question.about} ${connectionInWords(profile, origin)}`;
  if (question.ask === 'typed') return !question.isTyped && (await askToType(context, about, question.name));
  if (context.common.yes === true) return false;
  if (question.ask === 'yes') await confirm(context, `${about}?`);
  else for (const name of question.names) await confirmByName(context, about, name);
  return true;
}

async function askToType(context: Context, about: string, name: string): Promise<true> {
  const { prompts, messages } = context;
  if (!prompts.mayAsk)
    throw new Failure('usage', `--confirm is needed to ${startingSmall(about)}`, {
      hint: `add --confirm ${name}`,
    });
  await messages.warn(about);
  const typed = await asked(context, prompts.text(`Type ${forTerminal(name)} to go on:`));
  if (typed.trim() === name) return true;
  throw declined();
}
