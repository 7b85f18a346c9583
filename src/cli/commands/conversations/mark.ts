import { Option } from '@commander-js/extra-typings';
import { asFailure, codeOf, Failure } from '../../../failure/failure.ts';
import { pluralize } from '../../../output/pluralize.ts';
import type { View } from '../../../output/view.ts';
import { readArguments } from '../../../rules/check-arguments.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { WEB_API_METHODS } from '../../../spec/webapi-methods.ts';
import { readLines } from '../../../terminal/read-words.ts';
import type { CommandModule } from '../../command-module.ts';
import { debounced, type Settled } from '../../completion/debounce.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { isChannelId, parseChannelId, parseDuration } from '../../options/parse-values.ts';
import { stdinReadTwice } from '../../options/refuse-stdin-twice.ts';
import { printBesideMessage } from '../../printing/print-beside-message.ts';
import { needsOf } from '../../webapi/method-needs.ts';
import { callMethod, type MethodCall, showCalls } from '../../writes/call-method.ts';

const METHOD = 'conversations.mark';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox conversations mark C0RANDOM 1709571600.000100',
      "printf '1709571600.000100\\n1709571600.000200\\n' | orgctl -p sandbox conversations mark C0RANDOM",
      "printf 'C0RANDOM 1709571600.000100\\nC0SUPPORT 1709658000.000100\\n' | orgctl -p sandbox conversations mark",
    ],
    lists: { columns: MARK_VIEW.columns },
    needs: needsOf(METHOD),
  });
  return command
    .argument(
      '[channel]',
      'ID of the conversation; if omitted, each line of stdin is CHANNEL TIMESTAMP',
      parseChannelId,
    )
    .argument('[ts]', 'timestamp of the last message read; if omitted, read from lines of stdin')
    .addOption(
      new Option('--debounce <duration>', 'with stdin: wait this long for a later timestamp before sending')
        .default(LIMITS.markDebounce, '5s')
        .argParser(parseDuration),
    )
    .action(
      act(async (context, channel, ts, { debounce }, command) => {
        if (channel === undefined || ts === undefined) return markLines(context, channel, debounce);
        if (command.getOptionValueSource('debounce') === 'cli')
          throw new Failure('usage', '--debounce applies only to timestamps from stdin');
        await markOne(context, channel, ts);
      }),
    );
};

async function markOne(context: Context, channel: string, ts: string): Promise<void> {
  const call = { ...markCall(channel, ts), shows: MARK_VIEW };
  await callMethod(context, call, async () => {
    await context.messages.note(`read up to ${ts} in ${channel}`);
    await printBesideMessage(context, { channel, ts, passedOver: 0 }, MARK_VIEW);
  });
}

/**
 * Marks what the lines of stdin name.
 * @throws Failure `usage` if stdin is a terminal or holds the token; `itemsFailed` at the end if a line was
 * invalid or the service refused a mark
 */
async function markLines(context: Context, channel: string | undefined, debounce: number): Promise<void> {
  refuseUnreadStdin(context);
  let failed = 0;
  const complain = (line: string, why: string) => {
    failed += 1;
    return context.messages.warn(`skipped "${line}": ${why}`);
  };
  const places = readPlaces(context, channel, complain);
  const settled = debounced(places, debounce, context.host.sleep, isLater);
  // A dry run prints the calls, and nothing has an outcome.
  if (context.common.dryRun === true) await showMarks(context, settled);
  else {
    const onRefused = () => {
      failed += 1;
    };
    await (await context.printer()).live(sendMarks(context, settled, onRefused), MARK_VIEW);
  }
  if (failed > 0) throw new Failure('itemsFailed', `${pluralize(failed, 'mark')} failed`);
}

/** @throws Failure `usage` if stdin is a terminal, or holds the token */
function refuseUnreadStdin({ common, host }: Context): void {
  if (host.streams.stdin.isTTY === true) {
    throw new Failure('usage', 'no timestamp given on the command line or on stdin', {
      hint: 'orgctl conversations mark C… 1700000000.000100',
    });
  }
  if (common.tokenStdin === true) throw stdinReadTwice(['--token-stdin', 'the list of timestamps']);
}

async function showMarks(context: Context, settled: AsyncIterable<Settled>): Promise<void> {
  const calls: MethodCall[] = [];
  for await (const { key, value } of settled) calls.push(markCall(key, value));
  await showCalls(context, calls);
}

/** Sends the marks, and yields each with its outcome. @param onRefused is called for each refused mark */
async function* sendMarks(
  context: Context,
  settled: AsyncIterable<Settled>,
  onRefused: () => void,
): AsyncGenerator<readonly Mark[]> {
  for await (const { key, value, passedOver } of settled) {
    const mark = { channel: key, ts: value, passedOver };
    try {
      await callMethod(context, markCall(key, value), async () => {});
      yield [mark];
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'refused') throw error;
      onRefused();
      yield [{ ...mark, failure }];
    }
  }
}

function markCall(channel: string, ts: string) {
  return { method: METHOD, arguments: { channel, ts }, name: channel, meaning: `mark as read up to ${ts}` };
}

/** Whether a message timestamp (seconds and a number, WEB §4.7) is later than another. */
function isLater(ts: string, than: string): boolean {
  const [seconds = '', number = ''] = ts.split('.');
  const [otherSeconds = '', otherNumber = ''] = than.split('.');
  const difference = Number(seconds) - Number(otherSeconds);
  return difference === 0 ? Number(number) > Number(otherNumber) : difference > 0;
}

/** A conversation and the last message read in it. */
interface Place {
  readonly key: string;
  readonly value: string;
}

/** Yields the valid lines. An invalid line is reported and does not replace a valid one. */
async function* readPlaces(
  { host }: Context,
  channel: string | undefined,
  complain: (line: string, why: string) => Promise<void>,
): AsyncGenerator<Place> {
  for await (const line of readLines('-', host.streams.stdin)) {
    const words = line.split(/[\s,]+/).filter((word) => word !== '');
    if (words.length > 2) {
      await complain(line, 'a line is CHANNEL TIMESTAMP');
      continue;
    }
    const place = channel === undefined || words.length > 1 ? words[0] : channel;
    const ts = words.at(words.length > 1 ? 1 : 0);
    const [issue] = readArguments(WEB_API_METHODS[METHOD], {
      channel: place,
      ts: channel === undefined && words.length < 2 ? undefined : ts,
    }).issues;
    const isId = place !== undefined && isChannelId(place);
    if (issue === undefined && isId && ts !== undefined) yield { key: place, value: ts };
    else
      await complain(
        line,
        issue?.message ?? (isId ? 'invalid line' : `"${place}" is not the ID of a channel`),
      );
  }
}

interface Mark {
  readonly channel: string;
  readonly ts: string;
  /** Number of earlier messages that were not marked because this one arrived within the delay. */
  readonly passedOver: number;
  readonly failure?: Failure;
}

const MARK_VIEW: View<Mark> = {
  json: ({ channel, ts, passedOver, failure }) => ({
    channel,
    ts,
    passedOver,
    ...(failure === undefined ? {} : { code: codeOf(failure), message: failure.message }),
  }),
  columns: [
    { name: 'channel', heading: 'Channel', importance: 1, value: ({ channel }) => channel },
    { name: 'ts', heading: 'Read up to', importance: 1, value: ({ ts }) => ts },
    {
      name: 'passedOver',
      heading: 'Skipped',
      importance: 2,
      align: 'right',
      value: ({ passedOver }) => passedOver,
    },
    {
      name: 'outcome',
      heading: 'Outcome',
      importance: 1,
      value: ({ failure }) => failure?.code ?? failure?.message ?? 'marked',
    },
  ],
};
