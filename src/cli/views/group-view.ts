import type { View } from '../../output/view.ts';
import type { Group, Member } from '../../scim/group.ts';

/** Names that a cell holds before the rest is only counted. */
const NAMES_SHOWN = 12;

/** How groups are shown. */
export const GROUP_VIEW: View<Group> = {
  json: ({ resource }) => resource,
  columns: [
    {
      name: 'displayName',
      heading: 'Name',
      importance: 1,
      value: ({ displayName }) => displayName,
      members: ['displayName'],
    },
    {
      name: 'members',
      heading: 'Members',
      importance: 2,
      align: 'right',
      value: ({ members }) => members.length,
      members: ['members'],
    },
    { name: 'id', heading: 'ID', importance: 3, value: ({ id }) => id, members: ['id'] },
    { name: 'memberNames', heading: 'Who', value: ({ members }) => namesOf(members), members: ['members'] },
    {
      name: 'created',
      heading: 'Created',
      importance: 4,
      value: ({ created }) => created,
      isTime: true,
      members: ['meta'],
    },
  ],
};

/** How the members of a group are shown. */
export const MEMBER_VIEW: View<Member> = {
  json: ({ id, name }) => ({ value: id, display: name }),
  columns: [
    { name: 'display', heading: 'Name', importance: 1, value: ({ name }) => name },
    { name: 'value', heading: 'User ID', importance: 2, value: ({ id }) => id },
  ],
};

function namesOf(members: readonly Member[]): string {
  const names = members.slice(0, NAMES_SHOWN).map(({ id, name }) => (name === '' ? id : name));
  const rest = members.length - names.length;
  return names.join('; ') + (rest > 0 ? `; and ${rest.toLocaleString('en-US')} more` : '');
}
