import { Failure } from '../../failure/failure.ts';
import { forTerminal } from '../../output/sanitize.ts';
import type { Context } from '../context.ts';

/** Returns the Failure of a question that was answered with no. */
export function declined(): Failure {
  return new Failure('declined', 'declined; nothing was sent');
}

/**
 * Asks before something that cannot simply be undone; --yes answers for the person.
 * @throws Failure `usage` naming --yes when nobody can be asked; `declined` when the answer is no.
 */
export async function askToGoOn({ prompts, common }: Context, question: string): Promise<void> {
  if (common.yes === true || common.dryRun === true) return;
  if (!prompts.mayAsk) {
    throw new Failure('usage', `${question.replace(/\?.*$/s, '')}: this needs a confirmation`, {
      hint: 'add --yes',
    });
  }
  if (await prompts.confirm(question)) return;
  throw declined();
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
  await prompts.text(`Type ${forTerminal(name)} to go on:`, {
    check: (answer) => (answer === name ? undefined : `That is not ${forTerminal(name)}`),
  });
}
