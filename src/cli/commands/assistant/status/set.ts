import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../../failure/failure.ts';
import { LIMITS } from '../../../../spec/limits.ts';
import { defined } from '../../../../values/defined.ts';
import type { CommandModule } from '../../../command-module.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../help-format.ts';
import { collectWord, parseChannelId } from '../../../options/parse-values.ts';
import { printBesideMessage } from '../../../printing/print-beside-message.ts';
import { STATUS_VIEW } from '../../../views/thread-status-view.ts';
import { needsOf } from '../../../webapi/method-needs.ts';
import { showWhile } from '../../../webapi/show-while.ts';
import { type StatusThread, statusCall } from '../../../webapi/thread-status.ts';
import { callMethod } from '../../../writes/call-method.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      "orgctl -p sandbox assistant status set D0DEPLOY 1709830800.000100 'is looking into it…'",
      "orgctl -p sandbox assistant status set D0DEPLOY 1709830800.000100 'is deploying…' --while -- sleep 1",
      "orgctl -p sandbox assistant status set D0DEPLOY 1709830800.000100 'is busy…' --loading-message 'Building…'",
    ],
    lists: { columns: STATUS_VIEW.columns },
    needs: needsOf('assistant.threads.setStatus'),
  });
  return command
    .argument('<channel>', 'ID of the channel that holds the thread', parseChannelId)
    .argument('<thread>', 'timestamp of the thread')
    .argument('<status>', 'status text, shown after the name of the app')
    .argument('[command...]', 'with --while: a command and its arguments, after --')
    .addOption(
      new Option(
        '--loading-message <text>',
        'loading message; may be repeated up to 10 times, shown in turn',
      ).argParser(collectWord),
    )
    .option(
      '--while',
      'show the status while the command after -- runs, then clear it; exit with the code of the command',
    )
    .action(
      act(async (context, ...given) => {
        const [channel, threadTs, status, [program, ...args], options] = given;
        if ((options.while === true) !== (program !== undefined)) {
          throw new Failure('usage', '--while and a command go together', {
            hint: "orgctl assistant status set CHANNEL THREAD 'is deploying…' --while -- make deploy",
          });
        }
        if (status.trim() === '')
          throw new Failure('usage', 'the status is blank', {
            hint: `orgctl assistant status clear ${channel} ${threadTs}`,
          });
        const { loadingMessage: loadingMessages } = options;
        const thread = { channel, threadTs, ...defined({ loadingMessages }) };
        const call = { ...statusCall(thread, status), shows: STATUS_VIEW };
        // A dry run does not start the command.
        if (program === undefined || context.common.dryRun === true) {
          await callMethod(context, call, () => noteStatusLifetime(context, thread, status));
          return undefined;
        }
        // The output is that of the command.
        await callMethod(context, call, async () => {});
        const { client } = await context.webApi();
        return { exitCode: await showWhile(context, client, thread, status, { program, args }) };
      }),
    );
};

async function noteStatusLifetime(context: Context, thread: StatusThread, status: string): Promise<void> {
  const minutes = LIMITS.threadStatusLifetime / 60_000;
  await context.messages.note(
    `the thread shows "${status}" for ${minutes} minutes, or until the app replies`,
  );
  await printBesideMessage(context, { ...thread, status }, STATUS_VIEW);
}
