import { WEB_API_RATES } from '../../spec/limits.ts';
import { WEB_API_METHODS, type WebApiMethod, type WebApiMethodName } from '../../spec/webapi-methods.ts';

const KIND_WORDS = { org: 'an org-level token', user: 'a user token', bot: 'a bot token' } as const;

/**
 * Returns the help text for the requirements of a method: token kind, scope, role and rate limit (WEB §5;
 * OBSERVED §11).
 */
export function needsOf(name: WebApiMethodName): string {
  const method: WebApiMethod = WEB_API_METHODS[name];
  // All admin methods refuse a token of a single workspace (WEB §5 rule 3).
  const kinds = name.startsWith('admin.')
    ? 'an org-level token (a user token of the whole organization)'
    : method.tokens.map((kind) => KIND_WORDS[kind]).join(' or ');
  const scopes = method.scopes.length === 0 ? 'no scope' : `scope ${method.scopes.join(' or ')}`;
  const who = method.adminOnly === true ? ' of an org admin or owner' : '';
  return `${kinds}${who}, ${scopes}; ${WEB_API_RATES[method.rate].perMinute} per minute (${name}, ${method.section})`;
}
