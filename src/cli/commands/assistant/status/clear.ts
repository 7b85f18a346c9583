import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { parseChannelId } from '../../../options/parse-values.ts';
import { printBesideMessage } from '../../../printing/print-beside-message.ts';
import { STATUS_VIEW } from '../../../views/thread-status-view.ts';
import { needsOf } from '../../../webapi/method-needs.ts';
import { statusCall } from '../../../webapi/thread-status.ts';
import { callMethod } from '../../../writes/call-method.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: ['orgctl -p sandbox assistant status clear D0DEPLOY 1709830800.000100'],
    lists: { columns: STATUS_VIEW.columns },
    needs: needsOf('assistant.threads.setStatus'),
  });
  return command
    .argument('<channel>', 'ID of the channel that holds the thread', parseChannelId)
    .argument('<thread>', 'timestamp of the thread')
    .action(
      act(async (context, channel, threadTs) => {
        const thread = { channel, threadTs };
        const call = { ...statusCall(thread, ''), shows: STATUS_VIEW };
        await callMethod(context, call, async () => {
          await context.messages.note('the thread shows no status');
          await printBesideMessage(context, { ...thread, status: '' }, STATUS_VIEW);
        });
      }),
    );
};
