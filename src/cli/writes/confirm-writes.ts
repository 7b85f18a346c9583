import type { Plan } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import { forTerminal } from '../../output/sanitize.ts';
import type { Context } from '../context.ts';
import {
  awaitAnswer,
  confirm,
  confirmByName,
  declined,
  lowerCaseStart,
  willAsk,
} from '../identity/confirm.ts';
import { connectionInWords } from './where-words.ts';

/** The prompt before a write: yes or no, or for a change that cannot be undone, the exact name. */
export type ConfirmationPrompt =
  | { readonly ask: 'yes'; readonly about: string }
  | { readonly ask: 'name'; readonly about: string; readonly names: readonly string[] }
  /** A name that --yes does not confirm: it must be given with --confirm or typed at the prompt. */
  | { readonly ask: 'typed'; readonly about: string; readonly name: string; readonly isTyped: boolean };

/** Whether `confirmWrites` asks this question. */
export function willAskFor(context: Context, question: ConfirmationPrompt | undefined): boolean {
  if (question === undefined) return false;
  return question.ask === 'typed' ? !question.isTyped && context.prompts.mayAsk : willAsk(context);
}

/**
 * Asks for confirmation, naming the connection.
 * @returns whether there was a prompt, during which data read before may have changed
 * @throws Failure `declined` if the answer is no, `usage` if no prompt is possible
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
    throw new Failure('usage', `--confirm is needed to ${lowerCaseStart(about)}`, {
      hint: `add --confirm ${name}`,
    });
  await messages.warn(`about to ${lowerCaseStart(about)}`);
  const typed = await awaitAnswer(context, prompts.text(`Type ${forTerminal(name)} to continue:`));
  if (typed.trim() === name) return true;
  throw declined();
}
