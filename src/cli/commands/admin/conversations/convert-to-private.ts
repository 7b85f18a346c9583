import type { View } from '../../../../output/view.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { parseChannelId } from '../../../options/parse-values.ts';
import { printBesideMessage } from '../../../printing/print-beside-message.ts';
import { needsOf } from '../../../webapi/method-needs.ts';
import { callMethod } from '../../../writes/call-method.ts';

const METHOD = 'admin.conversations.convertToPrivate';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
      'orgctl -p sandbox admin conversations convert-to-private C0LIGHTHOUSE --dry-run',
    ],
    lists: { columns: CHANNEL_VIEW.columns },
    needs: needsOf(METHOD),
  });
  return command
    .argument('<channel>', 'ID of a public channel', parseChannelId)
    .option('--confirm <channel>', 'confirm with the channel ID; this cannot be undone')
    .option(
      '--name <name>',
      'name of the private channel, for example board; only if the channel is a group direct message',
    )
    .action(
      act(async (context, channel, { confirm, name }) => {
        const call = {
          method: METHOD,
          arguments: { channel_id: channel, name },
          name: channel,
          shows: CHANNEL_VIEW,
          meaning: 'make it private: only its members see it and its history',
          confirmed: confirm,
        };
        await callMethod(context, call, async () => {
          await context.messages.note(`${channel} is private now`);
          await printBesideMessage(context, channel, CHANNEL_VIEW);
        });
      }),
    );
};

/** View of the ID of a converted channel. */
const CHANNEL_VIEW: View<string> = {
  json: (channel) => ({ channel_id: channel }),
  columns: [{ name: 'channel', heading: 'Channel', importance: 1, value: (channel) => channel }],
};
