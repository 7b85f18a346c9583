import { Failure } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { forTerminal } from '../../output/sanitize.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { stoppedBeforeSending } from '../stopped-words.ts';

/** Returns the Failure of a question that was answered with no. @param hint what is worth knowing then */
export function declined(hint?: string): Failure {
  return new Failure('declined', 'declined; nothing was sent', defined({ hint }));
}

/** A question that Ctrl-C or the end of input ends says what became of the command, too. */
export async function asked<T>(context: Context, answer: Promise<T>, hint?: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(error.signal, stoppedBeforeSending(context, hint));
  }
}

/** @param what such as "Deactivate tomas.rey" */
function unconfirmed(what: string): Failure {
  return new Failure('usage', `a confirmation is needed to ${startingSmall(what)}`, { hint: 'add --yes' });
}

/** Returns what a question asks about as the rest of a sentence. */
export function startingSmall(what: string): string {
  return what.charAt(0).toLowerCase() + what.slice(1);
}

/**
 * Asks before something that cannot simply be undone; --yes answers for the person.
 * @param hint what is worth knowing when it is not done
 * @throws Failure `usage` naming --yes when nobody can be asked; `declined` when the answer is no;
 * Interrupted at Ctrl-C.
 */
export async function confirm(context: Context, question: string, hint?: string): Promise<void> {
  const { prompts, common } = context;
  if (common.yes === true || common.dryRun === true) return;
  if (!prompts.mayAsk) {
    throw unconfirmed(question.replace(/\?.*$/s, ''));
  }
  if (await asked(context, prompts.confirm(question), hint)) return;
  throw declined(hint);
}

/**
 * Asks for the name of what is about to be lost, letter by letter; --yes answers for the person.
 * @throws Failure `usage` naming --yes when nobody can be asked; Interrupted at Ctrl-C.
 */
export async function confirmByName(context: Context, consequence: string, name: string): Promise<void> {
  const { prompts, common, messages } = context;
  if (common.yes === true || common.dryRun === true) return;
  if (!prompts.mayAsk) {
    throw unconfirmed(consequence);
  }
  await messages.warn(consequence);
  await asked(
    context,
    prompts.text(`Type ${forTerminal(name)} to go on:`, {
      check: (answer) => (answer === name ? undefined : `That is not ${forTerminal(name)}`),
    }),
  );
}
