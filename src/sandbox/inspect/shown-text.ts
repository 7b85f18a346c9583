import { hiderOf } from '../../gate/gate.ts';
import { isNamedValue, SECRET_NAME, secretsInBody } from '../../http/secret-members.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { bearerIn } from '../bearer.ts';
import type { SandboxRequest } from '../scim-service.ts';

/** Replacement for a token or a password. */
export const HIDDEN = '«redacted»';

/** Redacts the secrets of one request and its answer. */
export type Hide = (text: string) => string;

/**
 * Returns a function that redacts the tokens and passwords of a request: those in its headers, its query and
 * its body, and those that the organization knows.
 * @param known the tokens of the organization
 */
export function hiderOfRequest({ url, headers, body = '' }: SandboxRequest, known: Iterable<string>): Hide {
  const query = [...new URL(url).searchParams].filter(([name]) => SECRET_NAME.test(name));
  const own = [...query.map(([, value]) => value), ...secretsInBody(body)].filter((secret) => secret !== '');
  const bearer = bearerIn(headers['authorization']);
  const hiders = [
    cachedHider([...new Set([...known, ...(bearer === undefined ? [] : [bearer])])]),
    // Not cached: a password occurs once, while tokens occur in every request.
    ...(own.length === 0 ? [] : [hiderOf(own, 'data')]),
  ];
  return (text) => {
    const structured = withoutSecretMembers(text);
    const bytes = Buffer.from(structured);
    const safe = hiders.reduce<Uint8Array>((so, hider) => hider.hide(so), bytes);
    return safe === bytes ? structured : Buffer.from(safe).toString();
  };
}

/** Maximum number of cached hiders: a client sends the same token repeatedly. */
const MOST_HIDERS = 32;
const cached = new Map<string, ReturnType<typeof hiderOf>>();

function cachedHider(secrets: readonly string[]): ReturnType<typeof hiderOf> {
  const key = secrets.join('\n');
  const known = cached.get(key);
  if (known !== undefined) return known;
  const made = hiderOf(secrets, 'data');
  const [oldest] = cached.keys();
  if (cached.size >= MOST_HIDERS && oldest !== undefined) cached.delete(oldest);
  cached.set(key, made);
  return made;
}

/** Redacts secrets in JSON by structure, in form and multipart bodies by name, otherwise by pattern. */
function withoutSecretMembers(text: string): string {
  const start = text.trimStart()[0];
  if (start === '{' || start === '[') return withoutSecretsInJson(text);
  if (/^--\S/.test(text)) return text.replace(SECRET_PART, `$1${HIDDEN}`);
  return text.replace(PAIR, (pair, name: string) =>
    SECRET_NAME.test(plain(name)) ? `${name}=${HIDDEN}` : pair,
  );
}

/** One pair of a form or a query. */
const PAIR = /(?<=^|[&?])([^=&?\s]*)=[^&\s]*/g;
/** One part of a multipart body, up to the next boundary. */
const SECRET_PART =
  /(name="?(?:password|token|secret|client_secret)"?(?:;[^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\n)[\s\S]*?(?=\r?\n--|$)/gi;
const SECRET_MEMBER = /("(?:password|token|secret|client_secret)"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^,}\]]*)/gi;
/** A path to a secret in invalid JSON. Its value cannot be located, so the whole text is redacted. */
const SECRET_PATH = /"path"\s*:\s*"[^"]*(?:password|token|secret|\\u)/i;

function withoutSecretsInJson(text: string): string {
  // Searching for the names first avoids parsing long lists without secrets.
  if (!/password|token|secret|\\u/i.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text, hideSecret));
  } catch {
    if (SECRET_PATH.test(text)) return HIDDEN;
    return text.replace(SECRET_MEMBER, `$1"${HIDDEN}"`);
  }
}

/**
 * Redacts a secret member. A PATCH without paths needs no special case: the attributes in its value are
 * members themselves (SCIM §4.3).
 */
function hideSecret(name: string, value: unknown): unknown {
  if (SECRET_NAME.test(name) && !isJsonObject(value)) return HIDDEN;
  return isNamedValue(value) && SECRET_NAME.test(lastStep(value.path)) ? { ...value, value: HIDDEN } : value;
}

/** Returns the last segment of a path, which may start with a schema URN. */
function lastStep(path: unknown): string {
  return String(path).split(/[.:]/).at(-1) ?? '';
}

function plain(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
