import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../failure/failure.ts';
import { idsOfMap } from '../../../migration/ids-of-map.ts';
import { pluralize, withCommas } from '../../../output/pluralize.ts';
import { defined } from '../../../values/defined.ts';
import { workspaceId } from '../../../values/ids.ts';
import { type ExchangedBatch, type ExchangedId, exchangeIds } from '../../../webapi/exchange-ids.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { isListWord, listOf, refuseEmptyLists } from '../../identity/named-people.ts';
import { NOTHING_KNOWN, readExtended, withLockedMap, writeMap } from '../../migration/exchanged-map.ts';
import { checkWritable } from '../../printing/check-writable.ts';
import { EXCHANGED_VIEW } from '../../views/exchanged-view.ts';
import { needsOf } from '../../webapi/method-needs.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox migrate exchange U10IMBXVJ U1118NVR2',
      'orgctl -p sandbox migrate exchange @users.txt --map new-ids.csv',
      'orgctl -p sandbox migrate exchange --to-old W10IMBXVJ -o json',
      'orgctl -p sandbox migrate exchange @members.csv --map new-ids.json --team T0HARBOUR',
    ],
    lists: { columns: EXCHANGED_VIEW.columns },
    needs: needsOf('migration.exchange'),
  });
  return (
    command
      .argument(
        '[id...]',
        'user IDs; @FILE or - (stdin) reads more: separated by spaces, commas or line ends, a CSV with a column "id" or "from", NDJSON, or a JSON array, such as a list that was saved with -o json',
      )
      // In other commands --file is the resource itself as YAML or JSON; kept here for existing scripts.
      .addOption(new Option('--file <file>', 'the same as @FILE').hideHelp())
      .option(
        '--map <file>',
        'write a map for "migrate rewrite", as CSV or .json; IDs already in it are not requested again',
      )
      .option('--to-old', 'translate global IDs to local IDs, instead of local to global')
      .option('--team <id>', 'workspace ID, for example T0FINCH; only with an org-level token', workspaceId)
      .action(
        act(async (context, given, { file, map, toOld, team }) => {
          refuseStdout(map);
          checkWritable(map, true);
          const ids = await wantedIds(context, given, file);
          const options = { toOld: toOld === true, ...defined({ teamId: team }) };
          const written = context.common.dryRun === true ? undefined : map;
          await withLockedMap(written, async () => {
            const known = map === undefined ? NOTHING_KNOWN : await readExtended(context, map, options, ids);
            // IDs without a pair are asked again: the workspace may have been the wrong one.
            const open = [...ids].filter((id) => !known.ids.has(id));
            const { client } = await context.webApi();
            const batches = withProgress(context, exchangeIds(client, open, options), open.length);
            const counts = { exchanged: 0, invalid: 0, refused: 0 };
            const failed: FailedIds = { invalid: [], refused: [] };
            const answered = countStates(batches, counts, failed);
            if (written === undefined) await (await context.printer()).list(idsIn(answered), EXCHANGED_VIEW);
            else await writeMap(context, written, known, answered);
            await noteCounts(context, counts, ids.size - open.length, map);
            refuseFailed(failed, ids.size);
          });
        }),
      )
  );
};

/** @throws Failure `usage` for a map that is not a file: a later run continues it */
function refuseStdout(map: string | undefined): void {
  if (map !== '-') return;
  throw new Failure('usage', '--map needs a file, which a later run continues', {
    hint: 'without --map, the pairs go to stdout; -o csv prints them as a map',
  });
}

/** Returns each ID once, in the given order. */
async function wantedIds(
  { host }: Context,
  given: readonly string[],
  file: string | undefined,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const empty: string[] = [];
  for (const word of file === undefined ? given : [...given, file === '-' ? file : `@${file}`]) {
    if (!isListWord(word)) ids.add(word);
    else {
      let isEmpty = true;
      for await (const id of idsOfMap(listOf(word), host.streams.stdin)) {
        ids.add(id);
        isEmpty = false;
      }
      if (isEmpty) empty.push(listOf(word));
    }
  }
  refuseEmptyLists(empty, 'IDs');
  refuseNoIds(ids);
  if (ids.size > 0) return ids;
  throw new Failure('usage', 'no IDs given', { hint: 'pass IDs, @FILE, or - for stdin' });
}

/**
 * Letters and digits; the first letter is not checked, because only the service knows which IDs it issued.
 */
const ID = /^[A-Za-z0-9]{1,64}$/;
/** Number of words that are shown; the rest is counted. */
const WORDS_TOLD = 5;

/**
 * Refuses a dump in place of a list of IDs: its fragments would be sent and reported as invalid.
 * @throws Failure `invalidInput`
 */
function refuseNoIds(ids: ReadonlySet<string>): void {
  const others = [...ids].filter((id) => !ID.test(id));
  if (others.length === 0) return;
  const told = others.slice(0, WORDS_TOLD).map((word) => JSON.stringify(word.slice(0, MAX_PRINTED_LENGTH)));
  const more = others.length > told.length ? ` and ${others.length - told.length} more` : '';
  throw new Failure(
    'invalidInput',
    `${told.join(', ')}${more} ${others.length === 1 ? 'is not a user ID' : 'are not user IDs'}; nothing was sent`,
    {
      hint: 'a list contains only IDs, or is a CSV, NDJSON or a JSON array with "id" or "from"; to replace IDs in a dump: orgctl migrate rewrite FILE --map MAP',
    },
  );
}

const MAX_PRINTED_LENGTH = 40;

type Counts = { [State in ExchangedId['state']]: number };

/** The IDs that could not be exchanged. */
type FailedIds = { readonly [State in 'invalid' | 'refused']: string[] };

async function* countStates(
  batches: AsyncIterable<ExchangedBatch>,
  counts: Counts,
  failed: FailedIds,
): AsyncGenerator<ExchangedBatch, void> {
  for await (const batch of batches) {
    for (const { state, from } of batch.ids) {
      counts[state] += 1;
      if (state !== 'exchanged') failed[state].push(from);
    }
    yield batch;
  }
}

/** @throws Failure `itemsFailed` that names the IDs that were not exchanged */
function refuseFailed({ invalid, refused }: FailedIds, all: number): void {
  const parts = [named(invalid, 'is invalid', 'are invalid'), named(refused, 'was refused', 'were refused')];
  const said = parts.filter((part) => part !== '').join('; ');
  if (said !== '') throw new Failure('itemsFailed', `of ${pluralize(all, 'ID')}, ${said}`);
}

function named(ids: readonly string[], one: string, many: string): string {
  if (ids.length === 0) return '';
  const told = ids.slice(0, WORDS_TOLD).join(', ');
  const more = ids.length > WORDS_TOLD ? ` and ${withCommas(ids.length - WORDS_TOLD)} more` : '';
  return `${withCommas(ids.length)} ${ids.length === 1 ? one : many}: ${told}${more}`;
}

async function* withProgress(
  { messages }: Context,
  batches: AsyncIterable<ExchangedBatch>,
  total: number,
): AsyncGenerator<ExchangedBatch, void> {
  const progress = messages.progress();
  let done = 0;
  try {
    for await (const batch of batches) {
      done += batch.ids.length;
      progress.update(`${withCommas(done)} of ${withCommas(total)} IDs exchanged`);
      yield batch;
    }
  } finally {
    progress.stop();
  }
}

async function* idsIn(batches: AsyncIterable<ExchangedBatch>): AsyncGenerator<ExchangedId, void> {
  for await (const { ids } of batches) yield* ids;
}

async function noteCounts(
  { messages, common }: Context,
  { exchanged, invalid, refused }: Counts,
  skipped: number,
  map: string | undefined,
): Promise<void> {
  const parts = [
    `${withCommas(exchanged)} exchanged`,
    `${withCommas(invalid)} invalid`,
    ...(refused > 0 ? [`${withCommas(refused)} refused`] : []),
    ...(skipped > 0 ? [`${withCommas(skipped)} already in the map`] : []),
  ];
  await messages.note(
    `${parts.join(', ')}${map === undefined ? '' : common.dryRun === true ? `; not written to ${map}` : `; written to ${map}`}`,
  );
}
