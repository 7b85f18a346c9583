import type { Organization } from '../organization.ts';
import type { StoredGroup, StoredUser } from '../organization-data.ts';

/** The organization on the inspect page: its size, and the users and groups that match a search. */
export interface SeenOrganization {
  readonly name: string;
  readonly users: number;
  readonly groups: number;
  readonly found: {
    readonly users: readonly SeenUser[];
    readonly groups: readonly SeenGroup[];
    /** Whether there are more matches than listed. */
    readonly more: boolean;
  };
}

export interface SeenUser {
  readonly id: string;
  readonly userName: string;
  readonly displayName: string;
  readonly state: 'active' | 'deactivated' | 'guest';
}

export interface SeenGroup {
  readonly id: string;
  readonly displayName: string;
  readonly members: number;
}

/** Maximum number of users, groups or members listed at a time. */
export const MAX_LISTED = 50;
/** The same limit without a search. */
export const MAX_LISTED_UNFILTERED = 12;

/**
 * Returns the users and groups whose name, email address or ID contains a text; the first ones if the text is
 * empty.
 */
export function seenOrganization(organization: Organization, text: string): SeenOrganization {
  const wanted = text.trim().toLowerCase();
  const most = wanted === '' ? MAX_LISTED_UNFILTERED : MAX_LISTED;
  const users = firstOf(organization.users(), most, ({ id, values }) =>
    [id, values.userName, values.displayName, values.email].some(matchesSearch(wanted)),
  );
  const groups = firstOf(organization.groups(), most, ({ id, displayName }) =>
    [id, displayName].some(matchesSearch(wanted)),
  );
  return {
    name: organization.settings.name,
    users: organization.userCount,
    groups: organization.groupCount,
    found: {
      users: users.slice(0, most).map(seenUser),
      groups: groups.slice(0, most).map(seenGroup),
      more: users.length > most || groups.length > most,
    },
  };
}

/** Returns the members of a group, latest first; undefined if the group does not exist. */
export function seenMembers(
  organization: Organization,
  groupId: string,
): { readonly members: readonly SeenUser[]; readonly more: boolean } | undefined {
  const group = organization.group(groupId);
  if (group === undefined) return undefined;
  const members = group.members.slice(-MAX_LISTED).reverse();
  return {
    members: members.flatMap((id) => {
      const user = organization.user(id);
      return user === undefined ? [] : [seenUser(user)];
    }),
    more: group.members.length > MAX_LISTED,
  };
}

const matchesSearch = (wanted: string) => (text: unknown) =>
  wanted === '' ||
  String(text ?? '')
    .toLowerCase()
    .includes(wanted);

/** Returns up to `most` + 1 matches, to detect whether there are more than `most`. */
function firstOf<Thing>(
  all: Iterable<Thing>,
  most: number,
  fits: (thing: Thing) => boolean,
): readonly Thing[] {
  const found: Thing[] = [];
  for (const thing of all) {
    if (fits(thing)) found.push(thing);
    if (found.length > most) break;
  }
  return found;
}

function seenUser({ id, values }: StoredUser): SeenUser {
  const { userName, displayName = '', active } = values;
  const state = !active ? 'deactivated' : values.guest === undefined ? 'active' : 'guest';
  return { id, userName, displayName: String(displayName), state };
}

function seenGroup({ id, displayName, members }: StoredGroup): SeenGroup {
  return { id, displayName, members: members.length };
}
