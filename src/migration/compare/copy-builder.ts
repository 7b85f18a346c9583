import type { UserValues } from '../../spec/user-attributes.ts';
import { groupId, userId } from '../../values/ids.ts';
import {
  COMPARED_ATTRIBUTES,
  type CopiedGroup,
  type OrganizationCopy,
  packValues,
  type UserRecord,
} from './organization-copy.ts';

/** Options for the users of an organization, before they are compared. */
export interface CopyOptions {
  /** Name of the organization on the command line. */
  readonly name: string;
  /** Whether a user is selected; all are if absent. */
  readonly isSelected?: ((id: string, values: UserValues) => boolean) | undefined;
  /** Whether a user is excluded; none is if absent. */
  readonly isExcluded?: ((id: string, values: UserValues) => boolean) | undefined;
  /**
   * Called with each user while the organization is read. If present, `isSelected` and `isExcluded` are
   * evaluated later, after all users were read.
   */
  readonly onPerson?: ((id: string, values: UserValues) => void) | undefined;
  /** Translates values to those in the other organization; unchanged if absent. */
  readonly translate?: ((values: UserValues) => UserValues) | undefined;
}

/** A user of a copy that is not complete yet. */
export interface UserDraft extends UserRecord {
  manager: string;
}

/** Returns a user with these values. */
export function userRecord(
  id: string,
  values: UserValues,
  { isSelected, isExcluded, onPerson, translate }: Omit<CopyOptions, 'name'>,
  isSingleChannel = false,
): UserDraft {
  const own = withoutAvatar(id, translate === undefined ? values : translate(values));
  const person = { id: userId(id), packed: packValues(own, isSingleChannel), manager: own.manager ?? '' };
  const selected = () => isSelected === undefined || isSelected(id, values);
  const leftOut = () => isExcluded?.(id, values) === true;
  if (onPerson === undefined) return { ...person, isSelected: selected(), isExcluded: leftOut() };
  onPerson(id, values);
  return {
    ...person,
    get isSelected() {
      return selected();
    },
    get isExcluded() {
      return leftOut();
    },
  };
}

/**
 * Removes a default photo. The service gives users without a photo an address that contains their ID, which
 * is different in every organization.
 */
function withoutAvatar(id: string, values: UserValues): UserValues {
  const { photo, ...rest } = values;
  return photo?.includes(id) === true ? rest : values;
}

/** A group whose members are given by ID. */
export interface NamedGroup {
  readonly id: string;
  readonly displayName: string;
  readonly members: readonly string[];
}

/** Builds a copy from complete lists. @param groups undefined if groups were not read */
export function copyOf(
  name: string,
  people: readonly UserRecord[],
  groups: readonly NamedGroup[] | undefined,
  holds: OrganizationCopy['holds'] = new Set(COMPARED_ATTRIBUTES),
): OrganizationCopy {
  const positions = new Map(people.map(({ id }, index) => [id, index]));
  return {
    name,
    people,
    holds,
    hasGroups: groups !== undefined,
    groups: (groups ?? []).map((group) => copiedGroup(group, positions)),
  };
}

function copiedGroup(
  { id, displayName, members }: NamedGroup,
  positions: ReadonlyMap<string, number>,
): CopiedGroup {
  const own = new Uint32Array(members.length);
  const strangers: string[] = [];
  let count = 0;
  for (const member of members) {
    const position = positions.get(member);
    if (position === undefined) strangers.push(member);
    else {
      own[count] = position;
      count += 1;
    }
  }
  return { id: groupId(id), displayName, members: own.slice(0, count), strangers };
}
