import { Failure } from '../../failure/failure.ts';
import { forTerminal } from '../../output/sanitise.ts';
import { Interrupted } from '../../terminal/interrupted.ts';
import type { Context } from '../context.ts';

/**
 * Asks before something that cannot simply be taken back; --yes answers for the person.
 * @throws Failure `usage` naming --yes when nobody can be asked; Interrupted when the answer is no.
 */
export async function askToGoOn({ prompts, common, messages }: Context, question: string): Promise<void> {
  if (common.yes === true || common.dryRun === true) return;
  if (!prompts.mayAsk) {
    throw new Failure('usage', `${question.replace(/\?.*$/s, '')}: this needs a confirmation`, {
      hint: 'add --yes',
    });
  }
  if (await prompts.confirm(question)) return;
  await messages.note('nothing was changed');
  throw new Interrupted('SIGINT');
}

/**
 * Asks for the name of what is about to be lost, letter by letter; --yes answers for the person.
 * @throws Failure `usage` naming --yes when nobody can be asked; Interrupted when the person gives up.
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
