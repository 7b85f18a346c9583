import { Failure } from '../../failure/failure.ts';
import { BASE_URLS, URL_FLAGS } from '../../profiles/base-url.ts';
import { PLAN_LIMIT_NAMES, PLAN_LIMITS } from '../../profiles/plan-limits.ts';
import type { Profile, StoredToken } from '../../profiles/profile.ts';
import { TOKEN_KINDS, type TokenKind } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { givenUrls } from './given-urls.ts';
import { connectionOf, lifetimeOf, type NewProfileOptions, safetyOf } from './profile-options.ts';

/** A profile to store, the stored one on which it is based, and notes to print about it. */
export interface NewProfile {
  readonly known?: Profile;
  readonly profile: Profile;
  readonly notes: readonly string[];
}

/**
 * Returns a stored profile with the given settings replaced; the others stay. Tokens stay with the hosts they
 * are for: another host needs a new token.
 * @param readToken prompts for the token if it is missing
 * @throws Failure `usage` for another host without a token for it
 */
export async function replacedProfile(
  context: Context,
  known: Profile,
  options: NewProfileOptions,
  readToken: (question?: string) => Promise<StoredToken>,
): Promise<NewProfile> {
  const { common } = context;
  const { protected: protect, planLimits } = safetyOf(options);
  const urls = givenUrls(common);
  const isTokenGiven = options.tokenCommand !== undefined || (await context.givenToken()) !== undefined;
  const { kept, dropped } = tokensAt(known, urls);
  if (dropped.length > 0 && !isTokenGiven) refuseOtherHost(known, urls, dropped, context.prompts.mayAsk);
  // The token of a variable is that of a run: it is stored only if a token is asked for.
  const isTokenNeeded =
    options.isTokenTyped || options.isKindNamed || dropped.length > 0 || Object.keys(kept).length === 0;
  const limits = { ...known.planLimits, ...planLimits };
  const replaced: Profile = {
    ...(options.readOnly === undefined ? known : withReadOnly(known, options.readOnly)),
    ...urls,
    ...connectionOf(common, known),
    ...lifetimeOf(options),
    ...defined({ protected: protect }),
    ...(Object.keys(limits).length === 0 ? {} : { planLimits: limits }),
    tokens: isTokenNeeded
      ? {
          ...kept,
          [options.tokenKind]: await readToken(
            dropped.length > 0 ? 'Token for the new host (hidden):' : undefined,
          ),
        }
      : kept,
  };
  const changes = changesIn(known, replaced);
  const change =
    changes.length === 0
      ? `"${known.name}" is unchanged`
      : `"${known.name}" changes: ${changes.join(', ')}; other settings are unchanged`;
  const unused =
    isTokenGiven && !isTokenNeeded
      ? [
          `${tokenVariable(options, common)} was not stored; to store it: orgctl profile edit ${known.name} --token-kind user`,
        ]
      : [];
  return { known, profile: replaced, notes: [change, ...unused, ...tokenNotes(known, replaced, dropped)] };
}

/** Returns the variable that gives the token of this run. */
function tokenVariable({ tokenCommand }: NewProfileOptions, { tokenFile }: Context['common']): string {
  if (tokenCommand !== undefined) return 'ORGCTL_TOKEN_COMMAND';
  return tokenFile === undefined ? 'ORGCTL_TOKEN' : 'ORGCTL_TOKEN_FILE';
}

/** Sets or clears read-only; a writable profile does not store the setting. */
export function withReadOnly({ readOnly: _, ...writable }: Profile, isReadOnly: boolean): Profile {
  return isReadOnly ? { ...writable, readOnly: true } : writable;
}

type Urls = Pick<Profile, (typeof BASE_URLS)[number]>;

/**
 * Splits the tokens by whether they may be kept. A token belongs to the hosts it was stored for: tokens that
 * would be sent to another host are dropped. A bot token is only sent to the Web API.
 */
function tokensAt(
  known: Profile,
  urls: Urls,
): { readonly kept: Profile['tokens']; readonly dropped: readonly TokenKind[] } {
  const hosts = BASE_URLS.flatMap((name) => originOf(known[name]) ?? []);
  const moved = BASE_URLS.filter((name) => {
    const origin = originOf(urls[name]);
    return known[name] !== undefined && origin !== undefined && !hosts.includes(origin);
  });
  const isSent = (kind: TokenKind) => moved.includes('webApiBaseUrl') || (moved.length > 0 && kind !== 'bot');
  const kinds = TOKEN_KINDS.filter((kind) => known.tokens[kind] !== undefined);
  return {
    kept: Object.fromEntries(kinds.filter((kind) => !isSent(kind)).map((kind) => [kind, known.tokens[kind]])),
    dropped: kinds.filter(isSent),
  };
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined || !URL.canParse(url) ? undefined : new URL(url).origin;
}

/**
 * Refuses to drop tokens that cannot be replaced by a prompt: a stored token can be prompted for, a token
 * command cannot.
 * @throws Failure `usage`
 */
function refuseOtherHost(known: Profile, urls: Urls, dropped: readonly TokenKind[], mayAsk: boolean): void {
  const isPrinted = (kind: TokenKind) => 'command' in (known.tokens[kind] ?? {});
  if (mayAsk && !dropped.some(isPrinted)) return;
  const tokens = dropped.map((kind) => `${kind} (${isPrinted(kind) ? 'printed by a command' : 'stored'})`);
  const flags = BASE_URLS.flatMap((name) =>
    urls[name] === undefined ? [] : [`${URL_FLAGS[name]} ${urls[name]}`],
  );
  const to = BASE_URLS.flatMap((name) => urls[name] ?? []).join(' and ');
  const from = [...new Set(BASE_URLS.flatMap((name) => originOf(known[name]) ?? []))].join(' and ');
  throw new Failure(
    'usage',
    `the tokens of "${known.name}" are for ${from} and are not sent to ${to}: ${tokens.join(', ')}; nothing was stored`,
    {
      hint: `give the token for it: orgctl profile edit ${known.name} ${flags.join(' ')} ${
        dropped.some(isPrinted) ? '--token-command COMMAND' : '--token-stdin'
      }`,
    },
  );
}

/** Returns notes on how to set each dropped token, and on new hosts to which kept tokens are sent. */
function tokenNotes(before: Profile, after: Profile, dropped: readonly TokenKind[]): readonly string[] {
  const gone = dropped.filter((kind) => after.tokens[kind] === undefined);
  const hosts = BASE_URLS.flatMap((name) => originOf(before[name]) ?? []);
  const kept = TOKEN_KINDS.filter(
    (kind) => after.tokens[kind] !== undefined && after.tokens[kind] === before.tokens[kind],
  );
  const added = BASE_URLS.flatMap((name) => originOf(after[name]) ?? []).filter(
    (origin) => !hosts.includes(origin),
  );
  return [
    ...gone.map(
      (kind) =>
        `the ${kind} token was for another host; set one: orgctl profile edit ${after.name} --token-kind ${kind} --token-stdin`,
    ),
    ...(dropped.length > 0 || kept.length === 0
      ? []
      : added.map((origin) => `the ${kept.join(' and ')} token is also sent to ${origin}`)),
  ];
}

/** Returns the changed settings in words; for tokens, only which kinds changed. */
export function changesIn(before: Profile, after: Profile): readonly string[] {
  const settings = (
    ['scimBaseUrl', 'webApiBaseUrl', 'scimVersion', 'vendor', 'quota', 'tokenLifetime'] as const
  ).flatMap((name) => (before[name] === after[name] ? [] : [WORDS[name]]));
  const tokens = TOKEN_KINDS.flatMap((kind) => {
    if (JSON.stringify(before.tokens[kind]) === JSON.stringify(after.tokens[kind])) return [];
    return [after.tokens[kind] === undefined ? `the ${kind} token is removed` : `the ${kind} token`];
  });
  const limits = PLAN_LIMIT_NAMES.flatMap((name) => {
    const [one, other] = [before.planLimits?.[name], after.planLimits?.[name]];
    return one === other ? [] : [`${PLAN_LIMITS[name].flag} (${one ?? 'none'} → ${other ?? 'none'})`];
  });
  const names = [before, after].map(({ protected: list }) => (list ?? []).join(', ') || 'none');
  return [
    ...settings,
    ...tokens,
    ...(before.readOnly === after.readOnly
      ? []
      : [after.readOnly === true ? 'read-only' : 'no longer read-only']),
    ...(names[0] === names[1] ? [] : [`protection (${names[0]} → ${names[1]})`]),
    ...limits,
  ];
}

const WORDS = {
  scimBaseUrl: 'the SCIM URL',
  webApiBaseUrl: 'the Web API URL',
  scimVersion: 'the SCIM version',
  vendor: 'the vendor name',
  quota: 'the quotas',
  tokenLifetime: 'the token lifetime',
} as const;
