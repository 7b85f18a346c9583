import { formatPlace, type Place } from '../../failure/issue.ts';

/** A user or a group as a person names it: by ID, userName, address or display name. */
export interface Identity {
  readonly name: string;
  /** Where a list names it; absent of a word of the command line. */
  readonly at?: Place;
}

/** Returns the name behind its place, such as `people.txt:3: olga`. */
export function placed({ name, at }: Identity): string {
  return at === undefined ? name : `${formatPlace(at)}: ${name}`;
}

/** Returns the first one of each name. */
export function eachOnce(identities: readonly Identity[]): readonly Identity[] {
  const known = new Map<string, Identity>();
  for (const identity of identities) if (!known.has(identity.name)) known.set(identity.name, identity);
  return [...known.values()];
}
