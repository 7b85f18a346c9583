import { Failure } from '../../../../failure/failure.ts';
import type { CommandModule } from '../../../command-module.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../help-format.ts';
import { declined } from '../../../naming/ask.ts';
import { needsOf } from '../../../webapi/method-needs.ts';
import { callMethod } from '../../../writes/call-method.ts';

const METHOD = 'admin.conversations.convertToPrivate';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
      'orgctl -p sandbox admin conversations convert-to-private C0LIGHTHOUSE --dry-run',
    ],
    needs: needsOf(METHOD),
  });
  return command
    .argument('<channel>', 'ID of a public channel')
    .option('--confirm <channel>', 'the ID again: there is no way back; asked for on a terminal')
    .option('--name <name>', 'name; only used for a direct message of several people')
    .action(
      act(async (context, channel, { confirm, name }) => {
        await confirmTyped(context, channel, confirm);
        const call = {
          method: METHOD,
          arguments: { channel_id: channel, name },
          name: channel,
          isFinal: true,
        };
        await callMethod(context, call, () => context.messages.note(`${channel} is private now`));
      }),
    );
};

/** --yes is not enough: nobody can make the channel public again, and its history is hidden from all others at once. */
async function confirmTyped(
  { prompts, common, messages }: Context,
  channel: string,
  confirm: string | undefined,
): Promise<void> {
  if (common.dryRun === true || confirm === channel) return;
  if (confirm !== undefined) {
    throw new Failure('usage', `--confirm names ${confirm}, the channel is ${channel}; nothing was sent`);
  }
  if (!prompts.mayAsk) {
    throw new Failure('usage', `a private channel cannot be made public again: this needs --confirm`, {
      hint: `add --confirm ${channel}`,
    });
  }
  await messages.warn('a private channel cannot be made public again');
  const typed = await prompts.text(`Type ${channel} to make it private for good:`);
  if (typed.trim() === channel) return;
  throw declined();
}
