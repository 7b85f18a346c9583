import { basename, dirname } from 'node:path';
import { type BadRow, NONE_REJECTED, type RejectedRows, withoutBadRows } from '../../bulk/input/bad-row.ts';
import type { ColumnMap } from '../../bulk/input/column-map.ts';
import { isOfFailedRows } from '../../bulk/input/columns.ts';
import type { DesiredMembership } from '../../bulk/input/desired-membership.ts';
import type { DesiredUser, Mode } from '../../bulk/input/desired-state.ts';
import { asBefore, type Written } from '../../bulk/input/dialect.ts';
import { type Feed, FeedCounter } from '../../bulk/input/feed.ts';
import { looksLikeGroups } from '../../bulk/input/group-layout.ts';
import type { MatchKey } from '../../bulk/input/match-keys.ts';
import { peekBytes } from '../../bulk/input/peek-bytes.ts';
import type { MapLimits } from '../../bulk/input/read-feed-limits.ts';
import { readGroupsCsv } from '../../bulk/input/read-groups-csv.ts';
import { readUsersCsv } from '../../bulk/input/read-users-csv.ts';
import { choosesSome, type Reading } from '../../bulk/input/reading.ts';
import type { ShortNumber } from '../../bulk/input/spreadsheet-damage.ts';
import { decodeStart } from '../../bulk/input/wide-encodings.ts';
import { SHORT } from '../../bulk/plan/feed-limits.ts';
import type { ManagedScope } from '../../bulk/plan/managed-groups.ts';
import type { PlanScope } from '../../bulk/plan/plan-file.ts';
import type { Others, RejectedMembership } from '../../bulk/plan/wanted-input.ts';
import { Failure } from '../../failure/failure.ts';
import { type Issue, inRow, rowOfIssue } from '../../failure/issue.ts';
import { counted } from '../../output/counted.ts';
import { inputName, READ_SIZE_OF_ROWS, readBytes } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { acceptingNone, type OtherRows, otherThanReviewed } from './compare-reviewed.ts';
import type { ComparedFeed, InputOptions } from './input-options.ts';
import { namelessFeed } from './judge-feed.ts';
import { refuseGoneColumns } from './refuse-gone-columns.ts';

/** The selected rows of a file without a finding, and what identifies the file. */
export interface BulkInput {
  readonly file: string;
  /** What a group file wants; empty of a file of users. */
  readonly memberships: readonly DesiredMembership[];
  readonly aims: PlanScope;
  readonly rows: readonly DesiredUser[];
  readonly digest: string;
  /** How it was read, when not as it stands. */
  readonly reading?: Reading;
  /** How the file turned out to be written; undefined when as usual. */
  readonly written: Written | undefined;
  /** What the rows of other shards want. */
  readonly others: Others;
  /** The groups that a map decides about. */
  readonly managed?: ManagedScope | undefined;
  /** The keys by which users are found, where they are declared. */
  readonly match?: readonly MatchKey[] | undefined;
  /** Rows that were left out for findings of their own. */
  readonly rejected: RejectedRows;
  readonly rejectedMemberships: readonly RejectedMembership[];
  /** Codes that are shorter than those of the other rows. */
  readonly shortNumbers?: readonly ShortNumber[];
  /** What the next file of the same name is compared with. */
  readonly feed?: Feed;
  /** The rows failed or were rejected before: they are no whole list. */
  readonly isRejects?: boolean;
  /** What the map allows a file to bring less. */
  readonly limits?: MapLimits | undefined;
  /** Lines that are not accepted: the rejected row that was looked at was another one. */
  readonly otherRows?: OtherRows;
}

/** Reads a file of users. @throws Failure `invalidInput` with every finding; nothing was sent. */
export async function readBulkInput(
  context: Context,
  file: string,
  mode: Mode,
  vendor: string,
  { reading, map, foreign, reviewed = new Map(), feed: compared = {} }: InputOptions,
  aims: PlanScope,
): Promise<BulkInput> {
  const rows: DesiredUser[] = [];
  const others: DesiredUser[] = [];
  const issues: Issue[] = [];
  const bad: BadRow[] = [];
  const shortNumbers: ShortNumber[] = [];
  const name = inputName(file);
  const match = matchOf({ reading, map });
  const counter = new FeedCounter();
  const { stdin } = context.world.streams;
  const { start, bytes } = await peekBytes(readBytes(file, stdin, READ_SIZE_OF_ROWS));
  if (map?.memberships !== undefined || looksLikeGroups(decodeStart(start)))
    return readGroupInput(context, file, bytes, { reading, map, foreign, feed: compared }, aims, start);
  const isRejects = isOfFailedRows(decodeStart(start));
  const { digest, unused, dialect, placeholders, written } = await readUsersCsv(bytes, {
    file: name,
    mode,
    vendor,
    map,
    foreign,
    ...defined({ selection: reading }),
    match,
    ...(reading?.onBadRow === 'skip' ? { onBadRow: (row: BadRow) => bad.push(row) } : {}),
    counter,
    onUser: (row) => rows.push(row),
    onOther: (row) => others.push(row),
    onIssue: (issue) => issues.push(issue),
    onShortNumber: (number) => shortNumbers.push(number),
  });
  const feed = await feedOf(context, file, start, { ...counter.facts(unused), ...ofMap(map) }, compared);
  if (issues.length > 0) {
    await refuseGoneColumns(
      context,
      { feed, isThere: (heading) => counter.has(heading), issues, reading },
      compared,
    );
    throw rejected(name, issues, checkHint(name, issues, reading));
  }
  await tellDialect(context, name, dialect);
  await tellUnused(context, unused, placeholders);
  const dialectNow = asBefore(reading?.dialect, written);
  const otherRows = await otherThanReviewed(context, file, vendor, reviewed, dialectNow);
  const how = reading === undefined ? {} : defined({ reading: acceptingNone(reading, otherRows) });
  const good = withoutBadRows(rows, bad, match, others);
  return {
    file: name,
    rows: good.rows,
    rejected: good.rejected,
    rejectedMemberships: [],
    shortNumbers,
    isRejects,
    managed: managedBy(map, { isRejects, mode, reading }),
    memberships: [],
    aims,
    digest,
    written,
    others: { rows: good.others, memberships: [] },
    match,
    otherRows,
    limits: map?.limits,
    ...defined({ feed }),
    ...how,
  };
}

/**
 * What is remembered of a file. What comes through a pipe has no name by which it could be known again, unless it is given one; a file of
 * rejected rows has whatever was left out that night.
 * @throws Failure `usage` where a map has limits for what has no name
 */
async function feedOf(
  { messages }: Context,
  file: string,
  start: Buffer,
  facts: Omit<Feed, 'name'>,
  { feed: given }: ComparedFeed,
): Promise<Feed | undefined> {
  if (isOfFailedRows(decodeStart(start))) return undefined;
  if (given !== undefined) return { name: given, ...facts };
  if (file !== '-') return { name: basename(file), folder: dirname(file), ...facts };
  const { minRows, maxBlanked } = facts.limits ?? {};
  if ((minRows ?? maxBlanked) !== undefined) throw namelessFeed(inputName(file), 'the limits of the map');
  // What names accounts by their IDs was listed from the service and is no feed.
  const isListed = facts.columns['id'] === facts.rows;
  if (facts.rows > SHORT && !isListed)
    await messages.note(
      'stdin has no name, so that it is not compared with the last feed; give it one with --feed NAME',
    );
  return undefined;
}

function ofMap(map: ColumnMap | undefined): Pick<Feed, 'isMapped' | 'limits'> {
  return map === undefined ? {} : { isMapped: true, ...defined({ limits: map.limits }) };
}

async function readGroupInput(
  context: Context,
  path: string,
  bytes: AsyncIterable<Buffer>,
  { reading, map, foreign, feed: compared = {} }: InputOptions,
  aims: PlanScope,
  start: Buffer,
): Promise<BulkInput> {
  const file = inputName(path);
  refuseMap(file, map);
  if (aims.exact === true && reading !== undefined && choosesSome(reading))
    throw new Failure('usage', '--exact needs every row of a group: members left out would be removed', {
      hint: 'leave --where, --first and --skip out; --shard keeps groups whole',
    });
  if (aims.prune === true)
    throw new Failure('usage', `--prune is about users; ${file} is a group file`, { hint: '--exact' });
  const memberships: DesiredMembership[] = [];
  const others: DesiredMembership[] = [];
  const issues: Issue[] = [];
  const bad: { readonly issue: Issue; readonly group: string | undefined }[] = [];
  const { digest, rows, dialect, written } = await readGroupsCsv(bytes, {
    map,
    foreign,
    file,
    ...defined({ selection: reading }),
    onMembership: (membership) => memberships.push(membership),
    onOther: (membership) => others.push(membership),
    onIssue: (issue) => issues.push(issue),
    ...(reading?.onBadRow === 'skip'
      ? {
          onBadRow: (issue: Issue, group: string | undefined, line: number) =>
            bad.push({ issue: inRow(issue, line), group }),
        }
      : {}),
  });
  if (issues.length > 0) throw rejected(file, issues, checkHint(file, issues, reading));
  await tellDialect(context, file, dialect);
  const left = new Set(bad.map(({ issue }) => rowOfIssue(issue)));
  return {
    file,
    rows: [],
    memberships: memberships.filter(({ line }) => !left.has(line)),
    rejected: { ...NONE_REJECTED, issues: bad.map(({ issue }) => issue) },
    rejectedMemberships: bad.map(({ group }) => (group === undefined ? {} : { group })),
    aims,
    digest,
    written,
    others: { rows: [], memberships: others },
    limits: map?.limits,
    ...defined({
      feed: await feedOf(context, path, start, { rows, columns: {}, ...ofMap(map) }, compared),
    }),
    ...defined({ reading }),
  };
}

/** @throws Failure `usage` for a group file with a map, which is about people. */
export function refuseMap(file: string, map: ColumnMap | undefined): void {
  if (map === undefined || map.memberships !== undefined) return;
  throw new Failure('usage', `${file} is a group file; its columns are group, member and action`, {
    hint: 'leave --map out, or name the columns group and member in the map',
  });
}

/** How a file is written is said when it was found out. */
export async function tellDialect(
  { messages }: Context,
  file: string,
  dialect: string | undefined,
): Promise<void> {
  if (dialect !== undefined) await messages.note(`${file}: recognized ${dialect}`);
}

/** The scope of a map; a part of a list says nothing about who is absent. */
function managedBy(
  map: ColumnMap | undefined,
  read: Pick<BulkInput, 'isRejects'> & { readonly mode: Mode; readonly reading: Reading | undefined },
): ManagedScope | undefined {
  if (map?.groups === undefined) return undefined;
  const { manage, rename } = map.groups;
  const { isRejects, mode, reading } = read;
  const isChosen = reading !== undefined && choosesSome(reading);
  return { manage, rename, isPartial: isRejects === true || mode !== 'upsert' || isChosen };
}

/**
 * What a map leaves out is said; a column must not get lost by a forgotten line.
 * @param placeholders numbers that were read as blank, in words
 */
export async function tellUnused(
  { messages }: Context,
  unused: readonly string[],
  placeholders?: string,
): Promise<void> {
  if (unused.length > 0) await messages.note(`ignored columns: ${unused.join(', ')}`);
  if (placeholders !== undefined) await messages.note(placeholders);
}

/** The keys by which users are found: what the command line declares, else the map. */
export function matchOf({ reading, map }: InputOptions): readonly MatchKey[] | undefined {
  return reading?.match ?? map?.match;
}

/** The failure of an input with findings. @param hint what finds them again, or helps. */
export function rejected(file: string, issues: readonly Issue[], hint?: string): Failure {
  return new Failure(
    'invalidInput',
    `${file} is not accepted: ${counted(issues.length, 'finding')}; nothing was sent`,
    {
      issues: [...issues].sort((one, other) => (one.at?.line ?? 0) - (other.at?.line ?? 0)),
      ...defined({ hint }),
    },
  );
}

/** Headings of another system call for a map. */
export function mapHint(
  file: string,
  issues: readonly Issue[],
  reading: Reading | undefined,
): string | undefined {
  const codes = new Set(issues.map(({ code }) => code));
  const isForeign = codes.has('missing_key_column') && codes.has('unknown_column');
  if (!isForeign || reading?.map !== undefined) return undefined;
  return `for an export of another system: orgctl bulk init-map ${file} --out map.yaml`;
}

/** Findings after which other rows may be part of the damaged one. */
const ENDLESS: ReadonlySet<string> = new Set(['unclosed_quote', 'stray_quote', 'record_too_long']);

function checkHint(file: string, issues: readonly Issue[], reading: Reading | undefined): string {
  const map = reading?.map === undefined ? '' : ` --map ${reading.map.file}`;
  if (reading?.onBadRow === 'skip' && issues.some(({ code }) => ENDLESS.has(code)))
    return 'nothing says where this row ends, so that it cannot be left out; correct it in the file';
  const idMap = reading?.idMap === undefined ? '' : ` --id-map ${reading.idMap.file}`;
  return mapHint(file, issues, reading) ?? `orgctl bulk check ${file}${map}${idMap}`;
}
