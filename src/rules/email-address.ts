const LOCAL_PART = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}]{1,64}$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Whether the text is formed like an e-mail address: a name, an @, and a domain of at least two labels (SCIM §7 bad_email_address). */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (!LOCAL_PART.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return false;
  const labels = text.slice(at + 1).split('.');
  return (
    labels.length >= 2 && labels.every((label) => LABEL.test(label)) && /\p{L}/u.test(labels.at(-1) ?? '')
  );
}

/** Returns the form by which two addresses are compared: letter case does not count. */
export function emailKey(address: string): string {
  return address.toLowerCase();
}
