import { hiderOf } from '../../gate/gate.ts';
import { isSecretName, secretsInBody, withoutSecrets } from '../../http/secret-members.ts';
import { bearerTokenIn } from '../bearer.ts';
import type { SandboxRequest } from '../scim-service.ts';

/** Redacts the secrets of one request and its answer. */
export type Hide = (text: string) => string;

/**
 * Returns a function that redacts the tokens and passwords of a request: those in its headers, its query and
 * its body, and those that the organization knows.
 * @param known the tokens of the organization
 */
export function hiderOfRequest({ url, headers, body = '' }: SandboxRequest, known: Iterable<string>): Hide {
  const query = [...new URL(url).searchParams].filter(([name]) => isSecretName(name));
  const own = [...query.map(([, value]) => value), ...secretsInBody(body)].filter((secret) => secret !== '');
  const bearer = bearerTokenIn(headers['authorization']);
  const hiders = [
    cachedHider([...new Set([...known, ...(bearer === undefined ? [] : [bearer])])]),
    // Not cached: a password occurs once, while tokens occur in every request.
    ...(own.length === 0 ? [] : [hiderOf(own, 'data')]),
  ];
  return (text) => {
    const structured = withoutSecrets(text);
    const bytes = Buffer.from(structured);
    const safe = hiders.reduce<Uint8Array>((so, hider) => hider.hide(so), bytes);
    return safe === bytes ? structured : Buffer.from(safe).toString();
  };
}

/** Maximum number of cached hiders: a client sends the same token repeatedly. */
const MAX_HIDERS = 32;
const cached = new Map<string, ReturnType<typeof hiderOf>>();

function cachedHider(secrets: readonly string[]): ReturnType<typeof hiderOf> {
  const key = secrets.join('\n');
  const known = cached.get(key);
  if (known !== undefined) return known;
  const made = hiderOf(secrets, 'data');
  const [oldest] = cached.keys();
  if (cached.size >= MAX_HIDERS && oldest !== undefined) cached.delete(oldest);
  cached.set(key, made);
  return made;
}
