/** Words that are the names of members with secret values (SCIM §4.3, WEB §1), for a pattern. */
const WORDS = 'password|token|secret|client_secret';
const SECRET_STEP = new RegExp(`^(?:${WORDS})$`, 'i');
/** Any text with a secret name contains one of these; an escape may hide it. */
const MAY_HAVE_SECRETS = /password|token|secret|\\u/i;

/**
 * Whether a member name or a path is that of a secret, in any letter case. The service reads a URN before the
 * name, and a name as a path: `urn:…:User:password`, `password[…]`.
 */
export function isSecretName(name: string): boolean {
  if (!MAY_HAVE_SECRETS.test(name)) return false;
  const steps = name.replace(/\[.*\]/s, '').split(/[.:]/);
  return steps.some((step) => SECRET_STEP.test(step.trim()));
}

/** Replaces a secret value in output and stored data. */
export const HIDDEN = '«redacted»';

/**
 * Replaces the value of a secret member by HIDDEN, also if a path names the member (SCIM §4.3). For use with
 * JSON.parse and JSON.stringify.
 */
export function hideSecret(name: string, value: unknown): unknown {
  if (isSecretName(name)) return HIDDEN;
  if (!isSecretOperation(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [member, isNamed(member, 'value') ? HIDDEN : one]),
  );
}

/**
 * Whether a path in an object names a secret, as in operations of a PATCH (SCIM §4.3). The service reads the
 * names `path` and `value` in any letter case.
 */
function isSecretOperation(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const members = value as Readonly<Record<string, unknown>>;
  for (const member in members) {
    if (!isNamed(member, 'path')) continue;
    const path = members[member];
    if (typeof path === 'string' && isSecretName(path)) return true;
  }
  return false;
}

/** Compares the lengths first, because all members of long plans and lists are compared. */
function isNamed(member: string, name: 'path' | 'value'): boolean {
  return member.length === name.length && member.toLowerCase() === name;
}

/**
 * Returns the secrets in the body of a request. A secret that occurs in another value, such as a password
 * equal to the userName, is omitted: redacting it would hide that value.
 */
export function secretsInBody(body: string): readonly string[] {
  if (!MAY_HAVE_SECRETS.test(body)) return [];
  const found: Found = { secrets: new Set(), others: [] };
  try {
    sortTexts(JSON.parse(body), false, found);
  } catch {
    // The body is a form.
    for (const [name, value] of new URLSearchParams(body)) sortTexts(value, isSecretName(name), found);
  }
  const { secrets, others } = found;
  return [...secrets].filter((secret) => !others.some((other) => other.includes(secret)));
}

interface Found {
  readonly secrets: Set<string>;
  readonly others: string[];
}

/** Adds each text in a value to the secrets or to the others. */
function sortTexts(value: unknown, isSecret: boolean, found: Found): void {
  if (typeof value === 'string') {
    if (isSecret) found.secrets.add(value);
    else found.others.push(value);
  } else if (typeof value === 'object' && value !== null) {
    const isSecretValue = isSecretOperation(value);
    for (const [member, one] of Object.entries(value)) {
      const isHere = isSecretName(member) || (isSecretValue && isNamed(member, 'value'));
      sortTexts(one, isSecret || isHere, found);
    }
  }
}

/** Redacts secrets in JSON by structure, in form and multipart bodies by name, otherwise by pattern. */
export function withoutSecrets(text: string): string {
  const start = text.trimStart()[0];
  if (start === '{' || start === '[') return withoutSecretsInJson(text);
  if (/^--\S/.test(text)) return text.replace(SECRET_PART, `$1${HIDDEN}`);
  return text.replace(PAIR, (pair, name: string) =>
    isSecretName(decodeName(name)) ? `${name}=${HIDDEN}` : pair,
  );
}

/** One pair of a form or a query. */
const PAIR = /(?<=^|[&?])([^=&?\s]*)=[^&\s]*/g;
/** One part of a multipart body, up to the next boundary. */
const SECRET_PART = new RegExp(
  String.raw`(name="?(?:${WORDS})"?(?:;[^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\n)[\s\S]*?(?=\r?\n--|$)`,
  'gi',
);
/**
 * A secret member of invalid JSON, with or without quotes, and everything after it: where its value ends is
 * unknown.
 */
const SECRET_AND_REST = new RegExp(
  String.raw`((?:"(?:[^"\\]*[.:])?(?:${WORDS})"|'(?:[^'\\]*[.:])?(?:${WORDS})'|(?<![\w"'.-])(?:${WORDS}))\s*:\s*)[\s\S]*`,
  'i',
);
/**
 * A path to a secret, or a name with an escape, in invalid JSON. The value cannot be located, so the whole
 * text is redacted.
 */
const SECRET_ELSEWHERE =
  /(?<!\w)path["']?\s*:\s*(?:"[^"]*|'[^']*|[^"',}]*)(?:password|token|secret|\\u)|"[^"]*\\u[^"]*"\s*:/i;

function withoutSecretsInJson(text: string): string {
  // Searching for the names first avoids parsing long lists without secrets.
  if (!MAY_HAVE_SECRETS.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text, hideSecret));
  } catch {
    if (SECRET_ELSEWHERE.test(text)) return HIDDEN;
    return text.replace(SECRET_AND_REST, `$1"${HIDDEN}"`);
  }
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
