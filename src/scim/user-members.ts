import { USER_ATTRIBUTES, type UserAttributeName } from '../spec/user-attributes.ts';

/** Represents all extensions, because servers spell their URIs differently. */
export const EXTENSION = 'urn:';

/** Returns the member of a user resource that contains an attribute (SCIM §2.1), or EXTENSION. */
export function jsonMemberOf(attribute: UserAttributeName): string {
  const { part, path } = USER_ATTRIBUTES[attribute];
  if (part !== 'core' && part !== 'customProfile') return EXTENSION;
  return /^[A-Za-z]+/.exec(path)?.[0] ?? path;
}

/** Whether a member of a resource is in the set. */
export function isMemberOf(members: ReadonlySet<string>, member: string): boolean {
  return members.has(member) || (members.has(EXTENSION) && /^urn:/i.test(member));
}
