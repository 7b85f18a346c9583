import { Failure } from '../../failure/failure.ts';
import { storedBaseUrl } from '../../profiles/base-url.ts';
import { NO_PROFILE, type ResolvedProfile } from '../../profiles/resolve-profile.ts';

/** What to do where a profile has no Web API base URL. */
export function apiUrlHint(profile: string): string {
  return profile === NO_PROFILE
    ? 'pass --api-url https://…'
    : `pass --api-url, or store it: orgctl profile edit ${profile} --api-url https://…`;
}

/** What to do where a profile has no SCIM base URL. */
export function scimUrlHint(profile: string): string {
  return profile === NO_PROFILE
    ? 'pass --scim-url https://…'
    : `pass --scim-url, or store it: orgctl profile edit ${profile} --scim-url https://…`;
}

/** Which of the two APIs, as the flags call it and as a person does. */
const APIS = {
  scimBaseUrl: { flag: '--scim-url', name: 'SCIM' },
  webApiBaseUrl: { flag: '--api-url', name: 'Web API' },
} as const;

/**
 * Returns the base URL of one of the APIs. The stored token belongs to the stored origin: another one is refused.
 * @param hint what to do when there is none
 * @throws Failure `usage`
 */
export function boundBaseUrl(
  { profile, settings }: ResolvedProfile,
  setting: keyof typeof APIS,
  hint: string,
): string {
  const { flag, name } = APIS[setting];
  const url = settings[setting];
  if (url === undefined)
    throw new Failure('usage', `the profile "${profile.name}" has no ${name} base URL`, { hint });
  const own = storedBaseUrl(profile, setting);
  const given = url.source === 'profile' ? (own ?? url.value) : url.value;
  if (own !== undefined && new URL(own).origin !== new URL(given).origin) {
    const other = setting === 'scimBaseUrl' ? 'webApiBaseUrl' : 'scimBaseUrl';
    const both = settings[other]?.source === 'profile' ? ` and give ${APIS[other].flag}, too` : '';
    throw new Failure('usage', `the profile "${profile.name}" is bound to ${new URL(own).origin}`, {
      hint: `set ORGCTL_TOKEN${both}, or store another one: orgctl profile add NAME ${flag} ${given}`,
    });
  }
  return given;
}
