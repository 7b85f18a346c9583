import { Failure } from '../failure/failure.ts';
import type { Profile } from './profile.ts';

/** Settings that are base URLs. */
export const BASE_URLS = ['scimBaseUrl', 'webApiBaseUrl'] as const;
type BaseUrlSetting = (typeof BASE_URLS)[number];

/** The flag that sets each base URL, and what a URL of it looks like. */
export const URL_FLAGS = { scimBaseUrl: '--scim-url', webApiBaseUrl: '--api-url' } as const satisfies Record<
  BaseUrlSetting,
  string
>;
const EXAMPLES = {
  '--scim-url': 'https://api.example.com',
  '--api-url': 'https://example.com/api',
} as const;
export type UrlFlag = keyof typeof EXAMPLES;

/** The path of the SCIM API, of one of its versions or of a resource (SCIM §2). */
const SCIM_PATH =
  /\/scim(?:\/v[12](?:\/(?:Users|Groups|Schemas|ResourceTypes|ServiceProviderConfigs?)(?:\/.*)?)?)?$/i;
/** The path of the Web API, or of one of its methods. */
const WEB_API_PATH = /\/api(?:\/[a-z]+(?:\.[a-z]+)+)?$/i;
const METHOD = /(\/api)\/[a-z]+(?:\.[a-z]+)+$/i;
/**
 * What is left of a path that neither of them explains: another version, a resource without its API, an API
 * inside another.
 */
const UNCLEAR = /\/(?:scim|api|v\d+|Users|Groups)(?:\/|$)/i;
/** A host without a scheme. Its last part is letters alone, so that a pasted token is never taken for one. */
const BARE_HOST = /^(?:[a-z\d-]+\.)+[a-z]{2,24}(?::\d{1,5})?(?:\/|$)/;
const BARE_LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:\/|$)/;

/**
 * Returns a base URL without a trailing slash: for SCIM what stands before /scim, for the Web API what ends
 * in /api. Any form that is clear is taken: a host alone, the path of a version or a resource
 * (`…/scim/v2/Users`), the name of a method (`…/api/auth.test`).
 * @param called how a message calls the URL
 * @throws Failure `usage` when it is not an http(s) URL, has credentials in it, or does not say where the API
 * is.
 */
export function baseUrl(given: string, flag: UrlFlag, called: string = flag): string {
  const url = readUrl(given, flag, called);
  const base = clearBase(url, flag);
  if (base !== undefined) return base;
  throw new Failure('usage', `${called} has the path ${url.pathname}, which does not say where the API is`, {
    hint:
      flag === '--scim-url'
        ? 'give the part before /scim, such as --scim-url https://api.example.com'
        : 'give the part up to /api, such as --api-url https://example.com/api',
  });
}

function readUrl(given: string, flag: UrlFlag, called: string): URL {
  const text = withScheme(given.trim());
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Failure('usage', `${called} is not an http(s) URL`, { hint: `${flag} ${EXAMPLES[flag]}` });
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Failure('usage', `${called} takes a URL without credentials, query or fragment`);
  }
  return url;
}

function withScheme(text: string): string {
  if (BARE_LOOPBACK.test(text)) return `http://${text}`;
  return BARE_HOST.test(text) ? `https://${text}` : text;
}

function clearBase({ origin, pathname }: URL, flag: UrlFlag): string | undefined {
  const path = withoutSlash(pathname);
  const prefix = withoutSlash(path.replace(SCIM_PATH.test(path) ? SCIM_PATH : WEB_API_PATH, ''));
  if (UNCLEAR.test(prefix)) return undefined;
  if (flag === '--scim-url') return origin + prefix;
  // A host alone has its Web API at /api. Another path may stand before /api or in place of it.
  return path === prefix && path !== '' ? undefined : `${origin}${prefix}/api`;
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

/**
 * Returns the base URL that a profile has stored, if any. It is kept as it was stored,
 * also where no flag would take it today; what an edited file has behind it, such as the path of a version,
 * is left out.
 * @throws Failure `storage` when the file was edited and it is none; the message does not quote it, as a
 * password may be in it.
 */
export function storedBaseUrl(
  profile: Pick<Profile, 'name' | BaseUrlSetting>,
  setting: BaseUrlSetting,
): string | undefined {
  const stored = profile[setting];
  if (stored === undefined) return undefined;
  const flag = URL_FLAGS[setting];
  try {
    const { origin, pathname } = readUrl(stored, flag, flag);
    return origin + withoutSlash(withoutSlash(pathname).replace(SCIM_PATH, '').replace(METHOD, '$1'));
  } catch {
    throw new Failure('storage', `the ${setting} of the profile "${profile.name}" is not a base URL`, {
      hint: `orgctl profile edit ${profile.name} ${flag} ${EXAMPLES[flag]}`,
    });
  }
}
