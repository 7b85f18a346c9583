import type { DesiredMembership } from '../../bulk/input/desired-membership.ts';
import type { DesiredUser } from '../../bulk/input/desired-state.ts';
import { looksLikeGroupId } from '../../bulk/input/foreign-ids.ts';
import { readGroupsCsv } from '../../bulk/input/read-groups-csv.ts';
import { readUsersCsv } from '../../bulk/input/read-users-csv.ts';
import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import { EMPTY_SEED, type Seed, type SeedGroup, type SeedUser } from '../../sandbox/read-seed.ts';
import { inputName, READ_SIZE_OF_ROWS, readBytes, readMeasured } from '../../terminal/read-input.ts';
import type { Streams } from '../../terminal/streams.ts';
import { SeedNames } from './seed-names.ts';

/** Files with users and groups, in the format of `scim users export` and `scim groups export`. */
export interface ExportArguments {
  readonly people: string | undefined;
  readonly groups: string | undefined;
}

/** The content of such files. */
export interface ExportsRead {
  /**
   * Returns the description of the organization, given the groups of the sandbox.
   * @throws Failure `invalidInput` for group IDs that the sandbox does not have
   */
  readonly among: (nameOfGroup: NameOfGroup) => ReadExports;
  /**
   * The userNames of users with an empty guest column while others have a value: an export writes
   * single-channel guests like that.
   */
  readonly blankGuests: readonly string[];
}

/** Returns the name of the group in the sandbox with this ID. */
export type NameOfGroup = (id: string) => string | undefined;

/** The content of the files and the position of its parts. */
export interface ReadExports {
  readonly seed: Seed;
  /** Adds the position in the files to a finding about the seed. */
  located(issue: Issue): Issue;
}

/**
 * Reads exports of users and groups as the description of an organization. The sandbox assigns new IDs; IDs
 * in the file only link users within it. A group may be named by its ID in the sandbox.
 * @throws Failure `invalidInput` with every finding
 */
export async function readExports(
  { people, groups }: ExportArguments,
  stdin: Streams['stdin'],
  vendor: string,
): Promise<ExportsRead> {
  const issues: Issue[] = [];
  const onIssue = (issue: Issue) => void issues.push(issue);
  const rows = people === undefined ? [] : await readPeople(people, stdin, vendor, onIssue);
  const memberships = groups === undefined ? [] : await readMemberships(groups, stdin, onIssue);
  const names = new SeedNames();
  const users = rows.flatMap((row): readonly SeedUser[] => {
    const user = names.add(row);
    if (user === undefined) onIssue(namelessIssue(row, people));
    return user === undefined ? [] : [user];
  });
  if (issues.length > 0) {
    const files = [people, groups].flatMap((file) => (file === undefined ? [] : [inputName(file)]));
    throw new Failure(
      'invalidInput',
      `${files.join(' and ')}: ${pluralize(issues.length, 'mistake')}; nothing was set up`,
      { issues },
    );
  }
  const content = { people, groups, rows, users, memberships, names };
  return { among: (nameOfGroup) => seedWithGroups(content, nameOfGroup), blankGuests: blankGuests(users) };
}

async function readPeople(
  file: string,
  stdin: Streams['stdin'],
  vendor: string,
  onIssue: (issue: Issue) => void,
): Promise<readonly DesiredUser[]> {
  const rows: DesiredUser[] = [];
  const { bytes, shareRead } = readMeasured(file, stdin, READ_SIZE_OF_ROWS);
  await readUsersCsv(bytes, {
    file: inputName(file),
    shareRead,
    mode: 'upsert',
    vendor,
    takesSingleChannel: true,
    onUser: (row) => rows.push(row),
    onIssue,
  });
  return rows;
}

async function readMemberships(
  file: string,
  stdin: Streams['stdin'],
  onIssue: (issue: Issue) => void,
): Promise<readonly DesiredMembership[]> {
  const memberships: DesiredMembership[] = [];
  await readGroupsCsv(readBytes(file, stdin, READ_SIZE_OF_ROWS), {
    file: inputName(file),
    onMembership: (membership) => memberships.push(membership),
    onIssue,
  });
  return memberships;
}

/** The content of both files, apart from the groups of the sandbox. */
interface Content extends ExportArguments {
  readonly rows: readonly DesiredUser[];
  /** The users of `rows`, in the same order. */
  readonly users: readonly SeedUser[];
  readonly memberships: readonly DesiredMembership[];
  readonly names: SeedNames;
}

/** @throws Failure `invalidInput` for group IDs that the sandbox does not have */
function seedWithGroups(content: Content, nameOfGroup: NameOfGroup): ReadExports {
  const { groups, rows, users, memberships, names } = content;
  const lines = new Map<string, number>();
  const named = groupsByName(memberships, nameOfGroup, inputName(groups ?? '-'));
  const seedGroups = groupsOf(named, rows, names, lines);
  return {
    seed: { ...EMPTY_SEED, users: users.map((user) => withManager(user, names)), groups: seedGroups },
    located: (issue) => locatedIn(content, lines, issue),
  };
}

/** Adds the position in the files to a finding. @param lines the line of each member, by path */
function locatedIn(
  { people, groups, rows }: Content,
  lines: ReadonlyMap<string, number>,
  issue: Issue,
): Issue {
  const [, index = ''] = /^users\[(\d+)\]/.exec(issue.path) ?? [];
  const row = rows[Number(index)];
  if (index !== '' && row !== undefined && people !== undefined)
    return { ...issue, path: 'manager', at: { file: inputName(people), line: row.line } };
  const line = lines.get(issue.path);
  const file = groups ?? people;
  if (line === undefined || file === undefined) return issue;
  return { ...issue, path: 'member', at: { file: inputName(file), line } };
}

function blankGuests(users: readonly SeedUser[]): readonly string[] {
  if (users.every(({ values }) => values.guest === undefined)) return [];
  const blank = users.filter(
    ({ values, traits }) => values.guest === undefined && !traits.isSingleChannelGuest,
  );
  return blank.map(({ values }) => values.userName);
}

/**
 * Returns the memberships with group names. If all groups of a file are IDs, refuses IDs that the sandbox
 * does not have: they would become group names.
 */
function groupsByName(
  memberships: readonly DesiredMembership[],
  nameOfGroup: NameOfGroup,
  file: string,
): readonly DesiredMembership[] {
  const isById = memberships.every(({ group }) => looksLikeGroupId(group));
  const unknown = isById ? memberships.find(({ group }) => nameOfGroup(group) === undefined) : undefined;
  if (unknown !== undefined)
    throw new Failure(
      'invalidInput',
      `${file}:${unknown.line}: ${unknown.group} is the ID of a group that the sandbox does not have; expected its name; nothing was set up`,
      { hint: 'orgctl scim groups export --names' },
    );
  return memberships.map((membership) => ({
    ...membership,
    group: nameOfGroup(membership.group) ?? membership.group,
  }));
}

function namelessIssue(row: DesiredUser, people: string | undefined): Issue {
  return {
    code: 'missing_key',
    path: 'userName',
    message: 'a new user needs a userName or an e-mail address',
    at: { file: inputName(people ?? '-'), line: row.line },
  };
}

function withManager(user: SeedUser, names: SeedNames): SeedUser {
  const { manager } = user.values;
  return manager === undefined ? user : { ...user, values: { ...user.values, manager: names.of(manager) } };
}

/** Returns the groups with the members of both files. @param lines receives the line of each member */
function groupsOf(
  memberships: readonly DesiredMembership[],
  rows: readonly DesiredUser[],
  names: SeedNames,
  lines: Map<string, number>,
): readonly SeedGroup[] {
  const groups = new Map<string, { displayName: string; members: Map<string, number> }>();
  const groupOf = (name: string) => {
    const key = name.toLowerCase();
    const group = groups.get(key) ?? { displayName: name, members: new Map<string, number>() };
    groups.set(key, group);
    return group;
  };
  for (const { group, member, action, line } of memberships) {
    const { members } = groupOf(group);
    if (member === undefined) continue;
    if (action === 'add') members.set(names.of(member), line);
    else members.delete(names.of(member));
  }
  for (const { groups: own = [], set, line } of rows)
    for (const name of own) groupOf(name).members.set(names.of(set.userName ?? set.email ?? ''), line);
  return [...groups.values()].map(({ displayName, members }, index) => {
    [...members.values()].forEach((line, at) => void lines.set(`groups[${index}].members[${at}]`, line));
    return { displayName, members: [...members.keys()], traits: {} };
  });
}
