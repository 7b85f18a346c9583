import type { UserValues } from '../../spec/user-attributes.ts';
import { groupId, userId } from '../../values/ids.ts';
import {
  COMPARED_ATTRIBUTES,
  type CopiedGroup,
  type CopiedPerson,
  type OrganizationCopy,
  packed,
} from './organization-copy.ts';

/** What is said about people before they are compared. */
export interface CopyOptions {
  /** What the command line calls the organization. */
  readonly name: string;
  /** Whether a person is meant; everybody is when absent. */
  readonly isSelected?: ((id: string, values: UserValues) => boolean) | undefined;
  /** Whether a person is left out; absent: every person is kept. */
  readonly isLeftOut?: ((id: string, values: UserValues) => boolean) | undefined;
  /**
   * Told each person before anybody is asked for; `isSelected` and `isLeftOut` are then asked when everybody
   * was told.
   */
  readonly onPerson?: ((id: string, values: UserValues) => void) | undefined;
  /** What the values become in the other organization; they stay when absent. */
  readonly translate?: ((values: UserValues) => UserValues) | undefined;
}

/** Returns the person of these values. */
export function copiedPerson(
  id: string,
  values: UserValues,
  { isSelected, isLeftOut, onPerson, translate }: Omit<CopyOptions, 'name'>,
  isSingleChannel = false,
): CopiedPerson {
  const own = withoutAvatar(id, translate === undefined ? values : translate(values));
  const person = { id: userId(id), packed: packed(own, isSingleChannel), manager: own.manager ?? '' };
  const selected = () => isSelected === undefined || isSelected(id, values);
  const leftOut = () => isLeftOut?.(id, values) === true;
  if (onPerson === undefined) return { ...person, isSelected: selected(), isLeftOut: leftOut() };
  onPerson(id, values);
  return {
    ...person,
    get isSelected() {
      return selected();
    },
    get isLeftOut() {
      return leftOut();
    },
  };
}

/**
 * The service shows everybody without a photo under an address with the ID in it; that one is nobody's
 * choice, and different everywhere.
 */
function withoutAvatar(id: string, values: UserValues): UserValues {
  const { photo, ...rest } = values;
  return photo?.includes(id) === true ? rest : values;
}

/** A group with its members as they are named: by ID. */
export interface NamedGroup {
  readonly id: string;
  readonly displayName: string;
  readonly members: readonly string[];
}

/**
 * Puts a copy together whose people and groups are whole. @param groups undefined where they were not read
 */
export function copyOf(
  name: string,
  people: readonly CopiedPerson[],
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
