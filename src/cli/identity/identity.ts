import type { Failure } from '../../failure/failure.ts';
import { formatPlace, type Place } from '../../failure/issue.ts';
import type { ListedLastDay } from './listed-name.ts';

/** A user or group as named on input: by ID, userName, address or display name. */
export interface Identity {
  readonly name: string;
  /** Position in a list; absent for an argument. */
  readonly at?: Place;
  /** Why it names nobody, if the list shows that, such as an employee number that nobody has. */
  readonly failure?: Failure;
  /** Whether the name is the displayName of a group, even if it looks like an ID. */
  readonly isDisplayName?: true;
  /** The last day of the user in the list. */
  readonly lastDay?: ListedLastDay;
}

/** Returns the name with its position, such as `people.txt:3: olga`. */
export function nameWithPlace({ name, at }: Identity): string {
  return at === undefined ? name : `${formatPlace(at)}: ${name}`;
}

/** Returns the first identity with each name; a displayName may be the ID of another group. */
export function uniqueByName(identities: readonly Identity[]): readonly Identity[] {
  const known = new Map<string, Identity>();
  for (const identity of identities) {
    const key = `${identity.isDisplayName === true}:${identity.name}`;
    if (!known.has(key)) known.set(key, identity);
  }
  return [...known.values()];
}
