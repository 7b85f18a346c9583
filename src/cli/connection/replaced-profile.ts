import { PLAN_LIMIT_NAMES, PLAN_LIMITS } from '../../profiles/plan-limits.ts';
import {
  BASE_URLS,
  baseUrl,
  type Profile,
  type StoredToken,
  VERSION_CHOICES,
} from '../../profiles/profile.ts';
import { TOKEN_KINDS } from '../../spec/wire.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { knownQuota, lifetimeOf, type NewProfileOptions, safetyOf } from './profile-options.ts';

/**
 * Returns a stored connection with what is given in place of what it had; the rest stays. Tokens stay with the service that they are for:
 * another URL needs a token again.
 * @param readToken asks for the token where it is missing.
 */
export async function replacedProfile(
  context: Context,
  known: Profile,
  options: NewProfileOptions,
  readToken: () => Promise<StoredToken>,
): Promise<Profile> {
  const { common, messages } = context;
  const { protected: protect, planLimits, readOnly } = safetyOf(options);
  const urls = {
    ...(common.scimUrl === undefined ? {} : { scimBaseUrl: baseUrl(common.scimUrl, '--scim-url') }),
    ...(common.apiUrl === undefined ? {} : { webApiBaseUrl: baseUrl(common.apiUrl, '--api-url') }),
  };
  const isElsewhere = BASE_URLS.some(
    (name) => urls[name] !== undefined && known[name] !== undefined && urls[name] !== known[name],
  );
  const isTokenGiven = options.tokenCommand !== undefined || (await context.givenToken()) !== undefined;
  const kept = isElsewhere ? {} : known.tokens;
  const isTokenNeeded = isTokenGiven || options.isKindNamed || Object.keys(kept).length === 0;
  const limits = { ...known.planLimits, ...planLimits };
  const replaced: Profile = {
    ...known,
    ...urls,
    scimVersion: VERSION_CHOICES.find((choice) => choice === common.scimVersion) ?? known.scimVersion,
    vendor: common.vendor ?? known.vendor,
    ...(common.quota === undefined ? {} : { quota: knownQuota(common.quota) }),
    ...lifetimeOf(options),
    ...defined({ readOnly, protected: protect }),
    ...(Object.keys(limits).length === 0 ? {} : { planLimits: limits }),
    tokens: isTokenNeeded ? { ...kept, [options.tokenKind]: await readToken() } : kept,
  };
  const changes = changesIn(known, replaced);
  await messages.note(
    changes.length === 0
      ? `"${known.name}" stays as it is`
      : `"${known.name}" changes: ${changes.join(', ')}; the rest stays`,
  );
  return replaced;
}

/** Returns the settings that differ, in words; of tokens only which are other ones. */
function changesIn(before: Profile, after: Profile): readonly string[] {
  const settings = (
    ['scimBaseUrl', 'webApiBaseUrl', 'scimVersion', 'vendor', 'quota', 'tokenLifetime'] as const
  ).flatMap((name) => (before[name] === after[name] ? [] : [WORDS[name]]));
  const tokens = TOKEN_KINDS.flatMap((kind) => {
    if (JSON.stringify(before.tokens[kind]) === JSON.stringify(after.tokens[kind])) return [];
    return [after.tokens[kind] === undefined ? `the ${kind} token goes` : `the ${kind} token`];
  });
  const limits = PLAN_LIMIT_NAMES.flatMap((name) => {
    const [one, other] = [before.planLimits?.[name], after.planLimits?.[name]];
    return one === other ? [] : [`${PLAN_LIMITS[name].flag} (${one ?? 'none'} → ${other ?? 'none'})`];
  });
  const names = [before, after].map(({ protected: list }) => (list ?? []).join(', ') || 'nobody');
  return [
    ...settings,
    ...tokens,
    ...(before.readOnly === after.readOnly ? [] : ['read-only']),
    ...(names[0] === names[1] ? [] : [`protection (${names[0]} → ${names[1]})`]),
    ...limits,
  ];
}

const WORDS = {
  scimBaseUrl: 'the SCIM URL',
  webApiBaseUrl: 'the Web API URL',
  scimVersion: 'the SCIM version',
  vendor: 'the vendor word',
  quota: 'the quotas',
  tokenLifetime: 'the token lifetime',
} as const;
