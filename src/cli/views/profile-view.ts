import { durationInWords } from '../../output/duration-words.ts';
import type { ListView } from '../../output/view.ts';
import { type BASE_URLS, storedBaseUrl } from '../../profiles/base-url.ts';
import {
  type LimitValue,
  PLAN_LIMIT_NAMES,
  PLAN_LIMITS,
  type PlanLimitName,
} from '../../profiles/plan-limits.ts';
import type { Profile } from '../../profiles/profile.ts';
import { TOKEN_KINDS } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';

export interface ListedProfile {
  readonly profile: Profile;
  readonly isCurrent: boolean;
  readonly isBuiltIn: boolean;
}

/** Prints stored profiles; of a token only its source. */
export const PROFILE_VIEW: ListView<ListedProfile> = {
  noun: ['profile', 'profiles'],
  json: ({ profile, isCurrent, isBuiltIn }) => ({
    name: profile.name,
    current: isCurrent,
    builtIn: isBuiltIn,
    ...shownUrl(profile, 'scimBaseUrl'),
    ...shownUrl(profile, 'webApiBaseUrl'),
    scimVersion: profile.scimVersion,
    vendor: profile.vendor,
    ...defined({ quota: profile.quota, tokenLifetime: profile.tokenLifetime }),
    ...(profile.readOnly === true ? { readOnly: true } : {}),
    ...defined({ protected: profile.protected }),
    ...(profile.planLimits === undefined ? {} : { planLimits: Object.fromEntries(limitsIn(profile)) }),
    tokens: Object.fromEntries(
      TOKEN_KINDS.flatMap((kind) => {
        const token = profile.tokens[kind];
        return token === undefined ? [] : [[kind, 'value' in token ? 'stored' : 'command']];
      }),
    ),
  }),
  columns: [
    {
      name: 'current',
      heading: '',
      importance: 2,
      isRedundant: true,
      value: ({ isCurrent }) => (isCurrent ? '*' : ''),
    },
    { name: 'name', heading: 'Name', importance: 1, value: ({ profile }) => profile.name },
    {
      name: 'scimBaseUrl',
      heading: 'SCIM base URL',
      importance: 2,
      value: ({ profile, isBuiltIn }) =>
        isBuiltIn ? 'embedded' : shownUrl(profile, 'scimBaseUrl').scimBaseUrl,
    },
    {
      name: 'webApiBaseUrl',
      heading: 'Web API base URL',
      importance: 3,
      value: ({ profile, isBuiltIn }) =>
        isBuiltIn ? 'embedded' : shownUrl(profile, 'webApiBaseUrl').webApiBaseUrl,
    },
    { name: 'scimVersion', heading: 'Version', importance: 3, value: ({ profile }) => profile.scimVersion },
    {
      name: 'tokens',
      heading: 'Tokens',
      importance: 3,
      value: ({ profile, isBuiltIn }) => (isBuiltIn ? 'built in' : tokenWords(profile)),
    },
    {
      name: 'readOnly',
      heading: 'Read-only',
      importance: 3,
      value: ({ profile }) => (profile.readOnly === true ? 'yes' : undefined),
    },
    {
      name: 'protected',
      heading: 'Protected',
      importance: 3,
      value: ({ profile }) => profile.protected?.join(', '),
    },
    { name: 'limits', heading: 'Limits', importance: 3, value: ({ profile }) => limitWords(profile) },
    { name: 'vendor', heading: 'Vendor name', value: ({ profile }) => profile.vendor },
    { name: 'quota', heading: 'Quota', value: ({ profile }) => profile.quota },
    {
      name: 'tokenLifetime',
      heading: 'Token lifetime',
      value: ({ profile: { tokenLifetime } }) =>
        tokenLifetime === undefined ? undefined : durationInWords(tokenLifetime * 1000),
    },
  ],
};

function limitsIn({ planLimits = {} }: Profile): readonly (readonly [PlanLimitName, LimitValue])[] {
  return PLAN_LIMIT_NAMES.flatMap((name) => {
    const limit = planLimits[name];
    return limit === undefined ? [] : [[name, limit] as const];
  });
}

/** Returns "max-deactivate 3, max-changes 5%"; undefined if no limits are stored. */
function limitWords(profile: Profile): string | undefined {
  const words = limitsIn(profile).map(([name, limit]) => `${PLAN_LIMITS[name].flag.slice(2)} ${limit}`);
  return words.length === 0 ? undefined : words.join(', ');
}

/** Returns "user (stored), bot (command)". */
export function tokenWords({ tokens }: Profile): string {
  const words = TOKEN_KINDS.flatMap((kind) => {
    const token = tokens[kind];
    return token === undefined ? [] : [`${kind} (${'value' in token ? 'stored' : 'command'})`];
  });
  return words.length === 0 ? 'none' : words.join(', ');
}

/**
 * Returns a URL unless it is invalid: a URL that was edited by hand may contain a password. "profile show"
 * and "doctor" tell how to fix it.
 */
function shownUrl(
  profile: Profile,
  name: (typeof BASE_URLS)[number],
): { readonly [Name in (typeof BASE_URLS)[number]]?: string } {
  try {
    const url = storedBaseUrl(profile, name);
    return url === undefined ? {} : { [name]: url };
  } catch {
    return { [name]: 'not a base URL' };
  }
}
