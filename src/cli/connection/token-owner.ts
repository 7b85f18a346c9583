import type { Json, TokenKind } from '../../spec/protocol-types.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../../spec/webapi-methods.ts';
import type { WebApiConnection } from './connect-web-api.ts';

/** The user and team of a token, and the methods it can call. */
export interface TokenOwner {
  readonly user: string;
  readonly team: string;
  /** Whether the token belongs to a bot. */
  readonly isBot: boolean;
  /** Whether it is the token of an app on the whole organization, as far as the service says so. */
  readonly isOrg: boolean;
  /** Documented methods that accept a token of this kind with these scopes. */
  readonly methods: readonly string[];
  /** Methods that accept the kind but need scopes that the token lacks; any one of the scopes is enough. */
  readonly lacking: readonly { readonly method: string; readonly scopes: readonly string[] }[];
}

/**
 * Asks the Web API for the owner of a token (OBSERVED §12.2), and determines what the token can call.
 * @throws Failure if the token is not accepted
 */
export async function tokenOwner(
  { client, scopes }: Pick<WebApiConnection, 'client' | 'scopes'>,
  kind: TokenKind,
): Promise<TokenOwner> {
  const body = await client.call({ method: 'auth.test', arguments: {}, tokens: [kind] });
  const isBot = typeof body['bot_id'] === 'string' && body['bot_id'] !== '';
  return {
    user: text(body['user']) ?? text(body['user_id']) ?? '(unknown)',
    team: text(body['team']) ?? text(body['team_id']) ?? '(unknown)',
    isBot,
    isOrg: !isBot && body['is_enterprise_install'] === true,
    ...methodsFor(kind, scopes()),
  };
}

/**
 * Asks for the owner of the token given for this run, whatever tokens the profile has, and tells the kind of
 * the token. Without `is_enterprise_install` in the response, an organization's looks like a person's.
 * @throws Failure if the token is not accepted
 */
export async function givenTokenOwner(
  connection: Pick<WebApiConnection, 'client' | 'scopes'>,
): Promise<{ readonly kind: TokenKind; readonly owner: TokenOwner }> {
  const owner = await tokenOwner(connection, 'user');
  const kind = owner.isBot ? 'bot' : owner.isOrg ? 'org' : 'user';
  return { kind, owner: kind === 'user' ? owner : ownerWithKind(owner, kind, connection) };
}

/** Returns the owner of a token with the methods that tokens of another kind can call. */
export function ownerWithKind(
  owner: TokenOwner,
  kind: TokenKind,
  { scopes }: Pick<WebApiConnection, 'scopes'>,
): TokenOwner {
  return { ...owner, ...methodsFor(kind, scopes()) };
}

/** The methods that a token may call (WEB §5). If its scopes are unknown, only its kind decides. */
function methodsFor(
  kind: TokenKind,
  scopes: readonly string[] | undefined,
): Pick<TokenOwner, 'methods' | 'lacking'> {
  const ofKind = Object.entries<WebApiMethod>(WEB_API_METHODS).filter(
    ([name, method]) => name !== 'auth.test' && method.tokens.includes(kind),
  );
  const isMissing = (method: WebApiMethod) =>
    scopes !== undefined &&
    method.scopes.length > 0 &&
    !method.scopes.some((scope) => scopes.includes(scope));
  return {
    methods: ofKind.flatMap(([name, method]) => (isMissing(method) ? [] : [name])),
    lacking: ofKind.flatMap(([name, method]) =>
      isMissing(method) ? [{ method: name, scopes: method.scopes }] : [],
    ),
  };
}

/** Describes a token in lines of text: its owner, what it can call, and which scopes it lacks. */
export function describeToken(
  kind: TokenKind,
  { user, team, methods, lacking }: TokenOwner,
): readonly string[] {
  const missing = lacking.map(({ method, scopes }) => `${method} (${scopes.join(' or ')})`);
  return [
    `${kind} token of ${user} in ${team}`,
    `it can call: ${methods.length === 0 ? 'no methods' : methods.join(', ')}`,
    ...(missing.length === 0 ? [] : [`missing scopes for: ${missing.join(', ')}`]),
  ];
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
