const USER_ID = /^[UW][A-Z0-9]{2,32}$/;

/** Whether a text is written as the service writes the ID of a user (SCIM §2.1). Other servers have IDs of other shapes. */
export function isUserId(text: string): boolean {
  return USER_ID.test(text);
}
