import { Failure } from '../../failure/failure.ts';
import { BASE_URLS, storedBaseUrl } from '../../profiles/base-url.ts';
import { NO_PROFILE, type ResolvedProfile } from '../../profiles/resolve-profile.ts';

/** Returns the hint for a profile without a Web API base URL. */
export function apiUrlHint(profile: string): string {
  return profile === NO_PROFILE
    ? 'pass --api-url https://…'
    : `pass --api-url, or store it: orgctl profile edit ${profile} --api-url https://…`;
}

/** Returns the hint for a profile without a SCIM base URL. */
export function scimUrlHint(profile: string): string {
  return profile === NO_PROFILE
    ? 'pass --scim-url https://…'
    : `pass --scim-url, or store it: orgctl profile edit ${profile} --scim-url https://…`;
}

/** Flag, variable and name of each API. */
const APIS = {
  scimBaseUrl: { flag: '--scim-url', variable: 'ORGCTL_SCIM_URL', name: 'SCIM', api: 'SCIM API' },
  webApiBaseUrl: { flag: '--api-url', variable: 'ORGCTL_API_URL', name: 'Web API', api: 'Web API' },
} as const;

/**
 * Returns the base URL of one of the APIs. Refuses a URL with another origin than the stored one, because the
 * stored token belongs to that origin.
 * @param hint what to do if there is no URL
 * @throws Failure `usage`
 */
export function boundBaseUrl(
  { profile, settings }: ResolvedProfile,
  setting: keyof typeof APIS,
  hint: string,
): string {
  const { flag, variable, name } = APIS[setting];
  const url = settings[setting];
  if (url === undefined)
    throw new Failure('usage', `the profile "${profile.name}" has no ${name} base URL`, { hint });
  const own = storedBaseUrl(profile, setting);
  const given = url.source === 'profile' ? (own ?? url.value) : url.value;
  if (own !== undefined && new URL(own).origin !== new URL(given).origin) {
    const other = otherThan(setting);
    const alone =
      settings[other]?.source === 'profile'
        ? `, set ORGCTL_TOKEN and give ${APIS[other].flag} too`
        : ' and set ORGCTL_TOKEN';
    const called = url.source === 'environment' ? variable : flag;
    throw new Failure('usage', `profile "${profile.name}" may only be used with ${new URL(own).origin}`, {
      hint: `omit ${called}; for another service, use no profile${alone}, or store it: orgctl profile add NAME ${flag} ${given}`,
    });
  }
  return given;
}

/**
 * Refuses to send a token given for this run to the stored URL of one API if a URL of the other API at
 * another service is given too: the token belongs to that service.
 * @param setting the API that the token would be sent to
 * @throws Failure `usage`
 */
export function refuseTokenFromElsewhere(
  { profile, settings }: ResolvedProfile,
  setting: keyof typeof APIS,
): void {
  const other = otherThan(setting);
  const { [setting]: used, [other]: given } = settings;
  if (given === undefined || given.source === 'profile' || used?.source !== 'profile') return;
  const origins = BASE_URLS.flatMap((one) => {
    const url = storedBaseUrl(profile, one);
    return url === undefined ? [] : [new URL(url).origin];
  });
  if (origins.includes(new URL(given.value).origin)) return;
  const { flag, variable } = APIS[other];
  const called = given.source === 'environment' ? variable : flag;
  const { api, flag: own } = APIS[setting];
  const { origin } = new URL(used.value);
  // A URL that the profile lacks may be one of its own.
  const hint =
    storedBaseUrl(profile, other) === undefined
      ? `omit ${called}; if it is of the same service, store it: orgctl profile edit ${profile.name} ${flag} ${given.value}`
      : `omit ${called}; for another service, use no profile and give ${own} too`;
  throw new Failure(
    'usage',
    `a token given together with ${called} is not sent to ${origin}, the ${api} of profile "${profile.name}"`,
    { hint },
  );
}

function otherThan(setting: keyof typeof APIS): keyof typeof APIS {
  return setting === 'scimBaseUrl' ? 'webApiBaseUrl' : 'scimBaseUrl';
}
