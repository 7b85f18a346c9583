import { withCommas } from '../../output/pluralize.ts';
import type { Column, ListView } from '../../output/view.ts';
import { type Group, type GroupMember, readGroup } from '../../scim/group.ts';
import { membersInParts, type PartitionedGroup } from '../../scim/partitioned-group.ts';
import type { Json } from '../../spec/protocol-types.ts';

/** Names listed in a cell; the rest are only counted. */
const NAMES_SHOWN = 12;

/** Prints groups. */
export const GROUP_VIEW: ListView<Group> = {
  noun: ['group', 'groups'],
  json: ({ resource }) => resource,
  columns: columnsOf<Group>({
    group: (group) => group,
    count: ({ members }) => members.length,
    first: ({ members }) => members.slice(0, NAMES_SHOWN),
  }),
};

/** Prints groups whose members are parsed in parts. */
export const GROUP_IN_PARTS_VIEW: ListView<PartitionedGroup> = {
  noun: ['group', 'groups'],
  json: resourceOf,
  longJson: (group) => ({ rest: group.rest, member: 'members', parts: group.entries() }),
  columns: columnsOf<PartitionedGroup>({
    group: ({ rest }) => readGroup(rest),
    count: (group) => {
      let count = 0;
      for (const members of membersInParts(group)) count += members.length;
      return count;
    },
    first: (group) => {
      const members: GroupMember[] = [];
      for (const part of membersInParts(group)) {
        members.push(...part.slice(0, NAMES_SHOWN - members.length));
        if (members.length === NAMES_SHOWN) break;
      }
      return members;
    },
  }),
};

/** The complete group, for output that needs it as one object. */
function resourceOf(group: PartitionedGroup): Json {
  const members: Json[] = [];
  for (const part of group.entries()) for (const entry of part) members.push(entry);
  return 'members' in group.rest && members.length > 0 ? { ...group.rest, members } : group.rest;
}

/** Functions that provide the content of the columns. */
interface Shown<Row> {
  readonly group: (row: Row) => Pick<Group, 'id' | 'displayName' | 'created'>;
  readonly count: (row: Row) => number;
  /** The members whose names are listed in a cell. */
  readonly first: (row: Row) => readonly GroupMember[];
}

function columnsOf<Row>({ group, count, first }: Shown<Row>): readonly Column<Row>[] {
  return [
    {
      name: 'displayName',
      heading: 'Name',
      importance: 1,
      value: (row) => group(row).displayName,
      members: ['displayName'],
    },
    {
      name: 'members',
      heading: 'Members',
      importance: 2,
      align: 'right',
      value: count,
      members: ['members'],
    },
    { name: 'id', heading: 'ID', importance: 3, value: (row) => group(row).id, members: ['id'] },
    {
      name: 'memberNames',
      heading: 'Member names',
      value: (row) => namesOf(first(row), count(row)),
      members: ['members'],
    },
    {
      name: 'created',
      heading: 'Created',
      importance: 4,
      value: (row) => group(row).created,
      isTime: true,
      members: ['meta'],
    },
  ];
}

function namesOf(first: readonly GroupMember[], count: number): string {
  const names = first.map(({ id, name }) => (name === '' ? id : name));
  const rest = count - names.length;
  return names.join('; ') + (rest > 0 ? `; and ${withCommas(rest)} more` : '');
}
