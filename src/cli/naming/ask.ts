import { Failure } from '../../failure/failure.ts';
import { forTerminal } from '../../output/sanitize.ts';
import { Interrupted } from '../../terminal/interrupted.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';

/** Returns the Failure of a question that was answered with no. @param hint what is worth knowing then */
export function declined(hint?: string): Failure {
  return new Failure('declined', 'declined; nothing was sent', defined({ hint }));
}

/** A question that Ctrl-C ends says what became of the command, too. */
async function asked<T>(answer: Promise<T>, hint?: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(error.signal, `stopped; nothing was sent${hint === undefined ? '' : `; ${hint}`}`);
  }
}

/**
 * Asks before something that cannot simply be undone; --yes answers for the person.
 * @param hint what is worth knowing when it is not done
 * @throws Failure `usage` naming --yes when nobody can be asked; `declined` when the answer is no; Interrupted at Ctrl-C.
 */
export async function askToGoOn(
  { prompts, common }: Context,
  question: string,
  hint?: string,
): Promise<void> {
  if (common.yes === true || common.dryRun === true) return;
  if (!prompts.mayAsk) {
    throw new Failure('usage', `${question.replace(/\?.*$/s, '')}: this needs a confirmation`, {
      hint: 'add --yes',
    });
  }
  if (await asked(prompts.confirm(question), hint)) return;
  throw declined(hint);
}

/**
 * Asks for the name of what is about to be lost, letter by letter; --yes answers for the person.
 * @throws Failure `usage` naming --yes when nobody can be asked; Interrupted at Ctrl-C.
 */
export async function askForName(
  { prompts, common, messages }: Context,
  consequence: string,
  name: string,
): Promise<void> {
  if (common.yes === true || common.dryRun === true) return;
  if (!prompts.mayAsk) {
    throw new Failure('usage', `${consequence}: this needs a confirmation`, { hint: 'add --yes' });
  }
  await messages.warn(consequence);
  await asked(
    prompts.text(`Type ${forTerminal(name)} to go on:`, {
      check: (answer) => (answer === name ? undefined : `That is not ${forTerminal(name)}`),
    }),
  );
}
