import { csvLine } from '../../../csv/csv-line.ts';
import { Failure } from '../../../failure/failure.ts';
import { differencesOf } from '../../../migration/compare/compare-organizations.ts';
import { readScope } from '../../../migration/compare/compare-scope.ts';
import { contradictedPairs } from '../../../migration/compare/contradicted-pairs.ts';
import type { Joined } from '../../../migration/compare/difference.ts';
import { type IdPair, pairsOf, unpairedOf } from '../../../migration/compare/id-pairs.ts';
import { personName, type UserRecord } from '../../../migration/compare/organization-copy.ts';
import { pluralize, withCommas } from '../../../output/pluralize.ts';
import { escapeJson } from '../../../output/sanitize.ts';
import { cellText } from '../../../output/view.ts';
import { workspaceId } from '../../../values/ids.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { withJoinOptions } from '../../migration/join-options.ts';
import { joinSources } from '../../migration/join-sources.ts';
import { refuseEmptySelection } from '../../migration/refuse-empty-selection.ts';
import { checkWritable } from '../../printing/check-writable.ts';
import { printLimited, toAsync } from '../../printing/print-limited.ts';
import { withOutput } from '../../printing/with-output.ts';
import { ID_PAIR_VIEW } from '../../views/id-pair-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl migrate snapshot sandbox --out before.ndjson && orgctl migrate map before.ndjson sandbox --out ids.csv',
      'orgctl migrate snapshot sandbox --out before.ndjson && orgctl migrate map before.ndjson sandbox --exchange',
      'orgctl migrate map old new --out ids.csv --ambiguous look.csv && orgctl migrate rewrite --map ids.csv < dump.json',
    ],
    lists: { columns: ID_PAIR_VIEW.columns },
    needs: 'of each profile a user token with scope admin; 1000 reads a minute; nothing for files',
  });
  return withJoinOptions(
    command
      .argument(
        '<a>',
        'a profile, a snapshot, a CSV of users with IDs, people.csv,groups.csv, or a folder of them',
      )
      .argument('<b>', 'the organization to compare with, in one of these forms'),
  )
    .option('--out <file>', 'write the map to a CSV or .json file; --force replaces an existing one')
    .option('--ambiguous <file>', 'CSV or .json file for users and groups that could not be matched')
    .option('--exchange', 'first request the new IDs of a workspace that was moved into B from its service')
    .option(
      '--team <id>',
      'with --exchange: workspace ID, for example T0FINCH; only with an org-level token',
      workspaceId,
    )
    .option('--force', 'replace the files')
    .action(
      act(async (context, a, b, { out, ambiguous, force, exchange, team, ...flags }) => {
        checkWritable(out, force);
        checkWritable(ambiguous, force);
        if (team !== undefined && exchange !== true)
          throw new Failure('usage', '--team has no effect without --exchange', { hint: 'add --exchange' });
        const joined = await joinSources(
          context,
          [a, b],
          flags,
          'refuse',
          exchange === true ? { team } : undefined,
        );
        refuseEmptySelection(joined, flags, 'pair');
        refuseWithoutIds(joined);
        const unpaired = [...unpairedOf(joined)];
        if (ambiguous !== undefined) await writePairs(context, unpaired, ambiguous, force === true);
        const pairs =
          out === undefined ? [...pairsOf(joined), ...(ambiguous === undefined ? unpaired : [])] : [];
        const count = out === undefined ? 0 : await writePairs(context, pairsOf(joined), out, force === true);
        if (out === undefined) await printLimited(context, toAsync(pairs), ID_PAIR_VIEW, () => pairs.length);
        else await context.messages.note(`${pluralize(count, 'pair')} written to ${out}`);
        await warnOfContradicted(context, joined);
        await warnOfUnpaired(context, unpaired.length, ambiguous);
        await noteOnlyInA(context, joined);
      }),
    );
};

/** @throws Failure `usage` for an export without the ID column */
function refuseWithoutIds({ a, b }: Joined): void {
  const without = [a, b].find(({ people }) => people.some(({ id }) => id.startsWith('line ')));
  if (without === undefined) return;
  throw new Failure('usage', `${without.name} has users without an ID`, {
    hint: 'an export has the column "id": orgctl scim users export --out people.csv',
  });
}

async function writePairs(
  context: Context,
  pairs: Iterable<IdPair>,
  file: string,
  force: boolean,
): Promise<number> {
  const lines = /\.json$/i.test(file) ? jsonLines(pairs) : csvLines(pairs);
  return withOutput(context, { file, force }, async (output) => {
    let count = -1;
    for (const line of lines) {
      count += 1;
      await output.write(line);
    }
    return count;
  });
}

/** Yields a header row, and a line for each pair. */
function* csvLines(pairs: Iterable<IdPair>): Generator<string> {
  const { columns } = ID_PAIR_VIEW;
  yield csvLine(columns.map(({ name }) => name));
  for (const pair of pairs) yield csvLine(columns.map(({ value }) => cellText(value(pair))));
}

/** Yields the JSON list: an opening text, then a text for each pair; the last one closes the list. */
function* jsonLines(pairs: Iterable<IdPair>): Generator<string> {
  let before = '[';
  let isFirst = true;
  for (const pair of pairs) {
    yield before;
    before = `${isFirst ? '' : ','}\n  ${escapeJson(JSON.stringify(ID_PAIR_VIEW.json(pair)))}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : `${before}\n]\n`;
}

const NAMES_SHOWN = 5;

/**
 * Prints the users and groups that only A has and that therefore have no pair: before a move, those still to
 * be moved.
 */
async function noteOnlyInA({ messages }: Context, joined: Joined): Promise<void> {
  const missing = [...differencesOf(joined, readScope(['only-in-a'], undefined))];
  if (missing.length === 0) return;
  const users = missing.filter(({ subject }) => subject === 'user').length;
  const counts = [
    ...(users > 0 ? [pluralize(users, 'user')] : []),
    ...(missing.length > users ? [pluralize(missing.length - users, 'group')] : []),
  ];
  const names = missing.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const rest = missing.length - names.length;
  const list = `${names.join(', ')}${rest > 0 ? ` and ${withCommas(rest)} more` : ''}`;
  await messages.note(
    `${counts.join(' and ')} only in A, so not in the map: ${list}; to list them: "orgctl compare" with the same arguments and --only only-in-a`,
  );
}

/** Warns of pairs that only the service confirms: in a map, they replace the IDs of other people. */
async function warnOfContradicted({ messages }: Context, joined: Joined): Promise<void> {
  const found = [...contradictedPairs(joined)];
  if (found.length === 0) return;
  const named = found.slice(0, NAMES_SHOWN).map(({ one, other }) => `${calledIn(one)} → ${calledIn(other)}`);
  const rest = found.length - named.length;
  const list = `${named.join(', ')}${rest > 0 ? ` and ${withCommas(rest)} more` : ''}`;
  const what = found.length === 1 ? 'pair of the service looks' : 'pairs of the service look';
  await messages.warn(
    `${withCommas(found.length)} ${what} like different people (no key in common, or another employeeNumber): ${list}; if A was not moved into B, leave out --exchange`,
  );
}

function calledIn(person: UserRecord): string {
  return `${personName(person)} (${person.id})`;
}

async function warnOfUnpaired({ messages }: Context, count: number, file: string | undefined): Promise<void> {
  if (count === 0) return;
  const where = file === undefined ? 'to list them: --ambiguous FILE' : `see ${file}`;
  const noun = count === 1 ? 'user or group' : 'users or groups';
  await messages.warn(`${withCommas(count)} ${noun} of A cannot be paired; ${where}`);
}
