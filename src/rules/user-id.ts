/** What the documents say of it, whatever its length (SCIM §2.1). */
const FORM = /^[UW][A-Z0-9]+$/;
/** A shorter word may be a name, and no ID is longer. */
const USER_ID = /^[UW][A-Z0-9]{2,32}$/;

/**
 * Whether a text is written as the service writes the ID of a user (SCIM §2.1). Other servers have IDs of
 * other shapes.
 */
export function isUserId(text: string): boolean {
  return USER_ID.test(text);
}

/**
 * The same where a text can be nothing but an ID, of any length: in a path, a list of users or a map of IDs.
 */
export function hasFormOfUserId(text: string): boolean {
  return FORM.test(text);
}
