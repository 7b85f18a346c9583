import { Failure } from '../../failure/failure.ts';
import { BASE_URLS, storedBaseUrl } from '../../profiles/base-url.ts';
import type { Profile } from '../../profiles/profile.ts';
import { NO_PROFILE, type ResolvedProfile } from '../../profiles/resolve-profile.ts';
import { listed } from '../../values/listed.ts';
import type { Host } from '../host.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { isTokenGiven } from './resolve-token.ts';

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

/** A profile, and the sources of a token that is given for this run. */
interface Bound {
  readonly resolved: ResolvedProfile;
  readonly common: Pick<CommonOptions, 'tokenStdin' | 'tokenFile'>;
  readonly host: Pick<Host, 'env'>;
}

/**
 * Returns the base URL of one of the APIs. A profile is bound to the origins it stores: refuses another
 * origin than the stored one, and an origin for an API that the profile lacks if a token of the profile would
 * be sent there.
 * @param hint what to do if there is no URL
 * @throws Failure `usage`
 */
export function boundBaseUrl(
  { resolved: { profile, settings }, common, host }: Bound,
  setting: keyof typeof APIS,
  hint: string,
): string {
  const { flag, variable, name } = APIS[setting];
  const url = settings[setting];
  if (url === undefined)
    throw new Failure('usage', `the profile "${profile.name}" has no ${name} base URL`, { hint });
  const own = storedBaseUrl(profile, setting);
  const given = url.source === 'profile' ? (own ?? url.value) : url.value;
  const called = url.source === 'environment' ? variable : flag;
  if (own === undefined && !isTokenGiven(common, host)) refuseOwnToken(profile, setting, given, called);
  if (own !== undefined && new URL(own).origin !== new URL(given).origin) {
    const other = otherApiUrl(setting);
    const alone =
      settings[other]?.source === 'profile'
        ? `, set ORGCTL_TOKEN and give ${APIS[other].flag} too`
        : ' and set ORGCTL_TOKEN';
    throw new Failure('usage', `profile "${profile.name}" may only be used with ${new URL(own).origin}`, {
      hint: `omit ${called}; for another service, use no profile${alone}, or store it: orgctl profile add NAME ${flag} ${given}`,
    });
  }
  return given;
}

/**
 * Refuses to send a token of a profile to an origin that the profile does not store.
 * @param called the flag or variable that gives the URL
 * @throws Failure `usage`
 */
function refuseOwnToken(profile: Profile, setting: keyof typeof APIS, given: string, called: string): void {
  const hosts = storedOrigins(profile);
  const { origin } = new URL(given);
  if (Object.keys(profile.tokens).length === 0 || hosts.includes(origin)) return;
  const { name } = profile;
  const where = hosts.length === 0 ? 'the hosts that it stores' : listed(hosts, 'and');
  throw new Failure('usage', `the token of profile "${name}" is sent only to ${where}, not to ${origin}`, {
    hint: `omit ${called}, or give a token too, for example in ORGCTL_TOKEN; if it is of the same service, store it: orgctl profile edit ${name} ${APIS[setting].flag} ${given}`,
  });
}

/** The origins of the URLs that a profile stores. @throws Failure `storage` */
function storedOrigins(profile: Profile): readonly string[] {
  const origins = BASE_URLS.flatMap((one) => {
    const url = storedBaseUrl(profile, one);
    return url === undefined ? [] : [new URL(url).origin];
  });
  return [...new Set(origins)];
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
  const other = otherApiUrl(setting);
  const { [setting]: used, [other]: given } = settings;
  if (given === undefined || given.source === 'profile' || used?.source !== 'profile') return;
  if (storedOrigins(profile).includes(new URL(given.value).origin)) return;
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

function otherApiUrl(setting: keyof typeof APIS): keyof typeof APIS {
  return setting === 'scimBaseUrl' ? 'webApiBaseUrl' : 'scimBaseUrl';
}
