import { Failure } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { forTerminal } from '../../output/sanitize.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { nothingSentMessage, type Undone } from '../stopped-words.ts';

/** What is printed if a question is declined. */
interface IfDeclined {
  readonly hint?: string | undefined;
  /** What did not happen: by default no request was sent. */
  readonly undone?: Undone;
}

/** Returns the Failure for a declined confirmation. */
export function declined({ hint, undone = 'nothing was sent' }: IfDeclined = {}): Failure {
  return new Failure('declined', `declined; ${undone}`, defined({ hint }));
}

/**
 * Awaits an answer. If Ctrl-C or the end of input ends the prompt, the failure adds that nothing was sent.
 */
export async function awaitAnswer<T>(
  context: Context,
  answer: Promise<T>,
  { hint, undone }: IfDeclined = {},
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(error.signal, nothingSentMessage(context, hint, undone));
  }
}

/** @param what such as "Deactivate tomas.rey" */
function unconfirmedFailure(what: string): Failure {
  return new Failure('usage', `a confirmation is needed to ${lowerCaseStart(what)}`, { hint: 'add --yes' });
}

/** Returns the subject of a question in lower case, for use within a sentence. */
export function lowerCaseStart(what: string): string {
  return what.charAt(0).toLowerCase() + what.slice(1);
}

/** Whether `confirm` and `confirmByName` ask a question. */
export function willAsk({ prompts, common }: Context): boolean {
  return common.yes !== true && common.dryRun !== true && prompts.mayAsk;
}

/**
 * Returns the context in which to print what a question will be about: with --quiet too, it must be seen.
 * @param isAsked whether there will be a question
 */
export function contextForQuestion(context: Context, isAsked: boolean): Context {
  return isAsked ? { ...context, messages: context.messages.aloud() } : context;
}

/**
 * Asks for confirmation of an action that is not easily undone; --yes confirms it.
 * @throws Failure `usage` naming --yes if prompts are not possible; `declined` if the user declines;
 * Interrupted at Ctrl-C
 */
export async function confirm(
  context: Context,
  question: string,
  ifDeclined: IfDeclined = {},
): Promise<void> {
  const { prompts, common } = context;
  if (common.yes === true || common.dryRun === true) return;
  if (!prompts.mayAsk) {
    throw unconfirmedFailure(question.replace(/\?.*$/s, ''));
  }
  if (await awaitAnswer(context, prompts.confirm(question), ifDeclined)) return;
  throw declined(ifDeclined);
}

/**
 * Asks the user to type the name of the object that will be lost; --yes confirms it.
 * @throws Failure `usage` naming --yes if prompts are not possible; Interrupted at Ctrl-C
 */
export async function confirmByName(context: Context, consequence: string, name: string): Promise<void> {
  const { prompts, common, messages } = context;
  if (common.yes === true || common.dryRun === true) return;
  if (!prompts.mayAsk) {
    throw unconfirmedFailure(consequence);
  }
  await messages.warn(`about to ${lowerCaseStart(consequence)}`);
  await awaitAnswer(
    context,
    prompts.text(`Type ${forTerminal(name)} to continue:`, {
      check: (answer) => (answer === name ? undefined : `That is not ${forTerminal(name)}`),
    }),
  );
}
