import { USER_ATTRIBUTES, type UserAttributeName } from '../spec/user-attributes.ts';

/** Stands for every extension: servers spell their identifiers in several ways. */
export const EXTENSION = 'urn:';

/** Returns the member of a user resource in which an attribute is found (SCIM §2.1), or EXTENSION. */
export function jsonMemberOf(attribute: UserAttributeName): string {
  const { part, path } = USER_ATTRIBUTES[attribute];
  if (part !== 'core' && part !== 'customProfile') return EXTENSION;
  return /^[A-Za-z]+/.exec(path)?.[0] ?? path;
}

/** Whether a member of a resource is one of these. */
export function isMemberOf(members: ReadonlySet<string>, member: string): boolean {
  return members.has(member) || (members.has(EXTENSION) && /^urn:/i.test(member));
}
