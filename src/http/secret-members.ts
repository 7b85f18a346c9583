/** What a member is called whose value nobody may see (SCIM §4.3, WEB §1). */
export const SECRET_NAME = /^(password|token|secret|client_secret)$/i;

/**
 * Whether an object names another member by its path and has the value of it: an operation of a PATCH
 * (SCIM §4.3).
 */
export function isNamedValue(value: unknown): value is { readonly path: unknown; readonly value: unknown } {
  return typeof value === 'object' && value !== null && 'path' in value && 'value' in value;
}

/** Stands for the value of a secret in what is shown or kept. */
export const HIDDEN = '«redacted»';

/**
 * Puts HIDDEN in place of the value of a secret member, also where a path names what a value is (SCIM §4.3);
 * for JSON.parse and JSON.stringify.
 */
export function hideSecret(name: string, value: unknown): unknown {
  if (SECRET_NAME.test(name)) return HIDDEN;
  return isNamedValue(value) && SECRET_NAME.test(String(value.path)) ? { ...value, value: HIDDEN } : value;
}

/**
 * Returns the secrets that the body of a request carries. One that also is a value beside it, such as a
 * password that is the user name, is none: hiding it would hide the other value.
 */
export function secretsInBody(body: string): readonly string[] {
  if (!/password|token|secret/i.test(body)) return [];
  const secrets = new Set<string>();
  const others: string[] = [];
  try {
    JSON.parse(body, (name, value: unknown) => {
      if (typeof value === 'string') {
        if (SECRET_NAME.test(name)) secrets.add(value);
        else others.push(value);
      } else if (isNamedValue(value) && SECRET_NAME.test(String(value.path))) {
        if (typeof value.value === 'string') {
          secrets.add(value.value);
          // It was visited first, as a value of its own.
          others.splice(others.lastIndexOf(value.value), 1);
        }
      }
      return value;
    });
  } catch {
    // A form: its secrets are those of its pairs.
    for (const [name, value] of new URLSearchParams(body)) {
      if (SECRET_NAME.test(name)) secrets.add(value);
      else others.push(value);
    }
  }
  return [...secrets].filter((secret) => !others.some((other) => other.includes(secret)));
}
