import { WEB_API_RATES } from '../../spec/limits.ts';
import { WEB_API_METHODS, type WebApiMethod, type WebApiMethodName } from '../../spec/webapi-methods.ts';

const KIND_WORDS = { org: 'an org-level token', user: 'a user token', bot: 'a bot token' } as const;

/**
 * Returns what help says a method needs: the kind of token, the scope, who may call it, how often (WEB §5;
 * OBSERVED §11).
 */
export function needsOf(name: WebApiMethodName): string {
  const method: WebApiMethod = WEB_API_METHODS[name];
  // A token of one workspace is refused by every admin method (WEB §5 rule 3).
  const kinds = name.startsWith('admin.')
    ? 'an org-level token (a user token of the whole organization)'
    : method.tokens.map((kind) => KIND_WORDS[kind]).join(' or ');
  const scopes = method.scopes.length === 0 ? 'no scope' : `scope ${method.scopes.join(' or ')}`;
  const who = method.adminOnly === true ? ' of an org admin or owner' : '';
  return `${kinds}${who}, ${scopes}; ${WEB_API_RATES[method.rate].perMinute} a minute (${name}, ${method.section})`;
}
