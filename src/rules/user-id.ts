/** The documented format, which has no length (SCIM §2.1). */
const FORM = /^[UW][A-Z0-9]+$/;
/** A shorter word may be a name, and no ID is longer. */
const USER_ID = /^[UW][A-Z0-9]{2,32}$/;

/**
 * Whether a text has the format and a plausible length of the service's user IDs (SCIM §2.1). IDs of other
 * servers may have another format.
 */
export function isUserId(text: string): boolean {
  return USER_ID.test(text);
}

/**
 * Whether a text has the format of a user ID, of any length; for places that allow only an ID: a path, a list
 * of users, or a map of IDs.
 */
export function hasUserIdFormat(text: string): boolean {
  return FORM.test(text);
}

/**
 * Whether a text in the format of a user ID may also be a name in capital letters, such as UWE: IDs of the
 * service have a digit, but the documents do not say so (SCIM §2.1).
 */
export function mayBeNameToo(text: string): boolean {
  return !/\d/.test(text);
}
