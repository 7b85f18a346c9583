import { Failure } from '../failure/failure.ts';
import type { Profile } from './profile.ts';

/** Settings that are base URLs. */
export const BASE_URLS = ['scimBaseUrl', 'webApiBaseUrl'] as const;
type BaseUrlSetting = (typeof BASE_URLS)[number];

/** The flag that sets each base URL. */
export const URL_FLAGS = { scimBaseUrl: '--scim-url', webApiBaseUrl: '--api-url' } as const satisfies Record<
  BaseUrlSetting,
  string
>;
const EXAMPLES = {
  '--scim-url': 'https://api.example.com',
  '--api-url': 'https://example.com/api',
} as const;
export type UrlFlag = keyof typeof EXAMPLES;

/** Path of the SCIM API, of one of its versions or of a resource (SCIM §2). */
const SCIM_PATH =
  /\/scim(?:\/v[12](?:\/(?:Users|Groups|Schemas|ResourceTypes|ServiceProviderConfigs?)(?:\/.*)?)?)?$/i;
/** Path of the Web API or of one of its methods. */
const WEB_API_PATH = /\/api(?:\/[a-z]+(?:\.[a-z]+)+)?$/i;
const METHOD = /(\/api)\/[a-z]+(?:\.[a-z]+)+$/i;
/**
 * API segments that remain in a path after the known forms are removed: another version, a resource without
 * its API, an API inside another.
 */
const UNCLEAR = /\/(?:scim|api|v\d+|Users|Groups)(?:\/|$)/i;
/**
 * A host without a scheme. Its last label has only letters, so that a pasted token is never mistaken for a
 * host.
 */
const BARE_HOST = /^(?:[a-z\d-]+\.)+[a-z]{2,24}(?::\d{1,5})?(?:\/|$)/;
const BARE_LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:\/|$)/;

/**
 * Returns a base URL without a trailing slash: for SCIM the part before /scim, for the Web API the part up to
 * /api. Accepts every unambiguous form: a host alone, the path of a version or a resource
 * (`…/scim/v2/Users`), the URL of a method (`…/api/auth.test`).
 * @param called name of the URL in messages
 * @throws Failure `usage` if it is not an http(s) URL, contains credentials, or the location of the API is
 * ambiguous
 */
export function baseUrl(given: string, flag: UrlFlag, called: string = flag): string {
  const url = readUrl(given, flag, called);
  const base = clearBase(url, flag);
  if (base !== undefined) return base;
  throw new Failure('usage', `${called} has the path ${url.pathname}, which is ambiguous`, {
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
    throw new Failure('usage', `${called} must be a URL without credentials, query or fragment`);
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
  // For a host alone, the Web API is at /api. Any other path is ambiguous: /api may follow it, or be replaced
  // by it.
  return path === prefix && path !== '' ? undefined : `${origin}${prefix}/api`;
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

/**
 * Returns the base URL stored in a profile, if any. A stored URL is accepted even if a flag would now reject
 * it. Extra path segments from a hand-edited file, such as an API version, are removed.
 * @throws Failure `storage` if the file was edited and the value is not a base URL; the message does not
 * quote the value, which may contain a password
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
