import type { Failure } from '../../failure/failure.ts';
import { formatPlace, type Place } from '../../failure/issue.ts';

/** A user or group as named on input: by ID, userName, address or display name. */
export interface Identity {
  readonly name: string;
  /** Position in a list; absent for an argument. */
  readonly at?: Place;
  /** Why it names nobody, if the list shows that, such as an employee number that nobody has. */
  readonly failure?: Failure;
}

/** Returns the name with its position, such as `people.txt:3: olga`. */
export function placed({ name, at }: Identity): string {
  return at === undefined ? name : `${formatPlace(at)}: ${name}`;
}

/** Returns the first identity with each name. */
export function eachOnce(identities: readonly Identity[]): readonly Identity[] {
  const known = new Map<string, Identity>();
  for (const identity of identities) if (!known.has(identity.name)) known.set(identity.name, identity);
  return [...known.values()];
}
