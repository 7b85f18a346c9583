/** Names of members with secret values (SCIM §4.3, WEB §1). */
export const SECRET_NAME = /^(password|token|secret|client_secret)$/i;

/**
 * Whether an object has the path and the value of another member, as operations of a PATCH do (SCIM §4.3).
 */
export function isNamedValue(value: unknown): value is { readonly path: unknown; readonly value: unknown } {
  return typeof value === 'object' && value !== null && 'path' in value && 'value' in value;
}

/** Replaces a secret value in output and stored data. */
export const HIDDEN = '«redacted»';

/**
 * Replaces the value of a secret member by HIDDEN, also if a path names the member (SCIM §4.3). For use with
 * JSON.parse and JSON.stringify.
 */
export function hideSecret(name: string, value: unknown): unknown {
  if (SECRET_NAME.test(name)) return HIDDEN;
  return isNamedValue(value) && SECRET_NAME.test(String(value.path)) ? { ...value, value: HIDDEN } : value;
}

/**
 * Returns the secrets in the body of a request. A secret that occurs in another value, such as a password
 * equal to the userName, is omitted: redacting it would hide that value.
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
          // It was visited before as a value of its own.
          others.splice(others.lastIndexOf(value.value), 1);
        }
      }
      return value;
    });
  } catch {
    // The body is a form.
    for (const [name, value] of new URLSearchParams(body)) {
      if (SECRET_NAME.test(name)) secrets.add(value);
      else others.push(value);
    }
  }
  return [...secrets].filter((secret) => !others.some((other) => other.includes(secret)));
}
