import { columnOf } from '../../bulk/input/columns.ts';
import type { DesiredMembership } from '../../bulk/input/desired-membership.ts';
import type { DesiredUser } from '../../bulk/input/desired-state.ts';
import { looksLikeGroupId } from '../../bulk/input/foreign-ids.ts';
import { readGroupsCsv } from '../../bulk/input/read-groups-csv.ts';
import { readRows } from '../../bulk/input/read-rows.ts';
import { readUsersCsv } from '../../bulk/input/read-users-csv.ts';
import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { UserAttributeName } from '../../spec/user-attributes.ts';
import { READ_SIZE_OF_ROWS, readBytes, readMeasured } from '../../terminal/read-input.ts';
import type { Streams } from '../../terminal/streams.ts';
import { type CopyOptions, copyOf, type NamedGroup, type UserDraft, userRecord } from './copy-builder.ts';
import { createIdLookup, NamesInSource } from './names-in-source.ts';
import { COMPARED_ATTRIBUTES, type OrganizationCopy } from './organization-copy.ts';

/** An export: a file of users and optionally one of groups. */
export interface ExportFiles {
  readonly people: string;
  readonly groups?: string | undefined;
}

/** A copy of an export, and the columns that were not read although they say something of the users. */
export interface ExportCopy extends OrganizationCopy {
  readonly unread: readonly string[];
}

/** Columns of other commands: memberships come from a group file, and passwords are not moved. */
const UNREAD = ['groups', 'password'];

/**
 * Reads an export as an organization. Only attributes with a column are compared; members of groups are given
 * by ID, address or userName.
 * @throws Failure `invalidInput` with every finding
 */
export async function copyExport(
  { people: file, groups: groupFile }: ExportFiles,
  options: CopyOptions,
  vendor: string,
  stdin: Streams['stdin'],
): Promise<ExportCopy> {
  const issues: Issue[] = [];
  const onIssue = (issue: Issue) => void issues.push(issue);
  const open = (path: string) => readBytes(path, stdin, READ_SIZE_OF_ROWS);
  const { holds, unread } = await columnsIn(open(file), file, vendor);
  const people: UserDraft[] = [];
  const names = options.translate === undefined ? undefined : new NamesInSource();
  const onUser = ({ id, set, line }: DesiredUser) => {
    // Without an ID the line number identifies the user.
    const own = id ?? `line ${line}`;
    people.push(userRecord(own, set, options));
    names?.add(own, set);
  };
  const takes = { keepsDamage: true, takesSingleChannel: true } as const;
  const { bytes, shareRead } = readMeasured(file, stdin, READ_SIZE_OF_ROWS);
  await readUsersCsv(bytes, { file, shareRead, mode: 'upsert', vendor, onUser, onIssue, ...takes });
  const memberships: DesiredMembership[] = [];
  const onMembership = (membership: DesiredMembership) => void memberships.push(membership);
  if (groupFile !== undefined) {
    await readGroupsCsv(open(groupFile), { file: groupFile, onMembership, onIssue });
    refuseGroupIds(memberships, groupFile);
  }
  if (issues.length > 0)
    throw new Failure('invalidInput', `${file}: ${pluralize(issues.length, 'finding')} in the export`, {
      issues,
    });
  const settled = names?.settle(people);
  if (groupFile === undefined) return { ...copyOf(options.name, people, undefined, holds), unread };
  const idOf = settled ?? createIdLookup(people);
  const groups = groupsOf(memberships, (member) => idOf(member) ?? member);
  return { ...copyOf(options.name, people, groups, holds), unread };
}

/**
 * Refuses a file whose groups are all IDs. Organizations match groups by name, and IDs would be read as names
 * of groups.
 * @throws Failure `invalidInput`
 */
function refuseGroupIds(memberships: readonly DesiredMembership[], file: string): void {
  const [first] = memberships;
  if (first === undefined || !memberships.every(({ group }) => looksLikeGroupId(group))) return;
  throw new Failure(
    'invalidInput',
    `${file}:${first.line}: ${first.group} is the ID of a group; groups are compared by name`,
    { hint: 'orgctl scim groups export --names' },
  );
}

/** Returns the attributes for which a file of users has columns, and its columns that are not read. */
async function columnsIn(
  bytes: AsyncIterable<Buffer>,
  file: string,
  vendor: string,
): Promise<{ readonly holds: ReadonlySet<UserAttributeName>; readonly unread: readonly string[] }> {
  const unread: string[] = [];
  const names = new Set<UserAttributeName>();
  const onHeadings = (headings: { readonly names: readonly string[] }) => {
    for (const heading of headings.names) {
      const column = columnOf(heading);
      const name = COMPARED_ATTRIBUTES.find((known) => known === column);
      if (name !== undefined) names.add(name);
      else if (column !== undefined && UNREAD.includes(column)) unread.push(column);
    }
  };
  for await (const _ of readRows(bytes, { file, vendor, report: () => {}, onHeadings })) break;
  return { holds: names, unread };
}

/** Returns groups by their exact name, in the order of the file. */
function groupsOf(
  memberships: readonly DesiredMembership[],
  named: (member: string) => string,
): readonly NamedGroup[] {
  const groups = new Map<string, Set<string>>();
  for (const { group, member, action } of memberships) {
    const members = groups.get(group) ?? new Set<string>();
    groups.set(group, members);
    if (member === undefined) continue;
    if (action === 'add') members.add(named(member));
    else members.delete(named(member));
  }
  return [...groups].map(([name, members]) => ({ id: name, displayName: name, members: [...members] }));
}
