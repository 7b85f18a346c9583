import { Failure } from '../../failure/failure.ts';
import { isLoopback } from '../../http/authorize.ts';
import { baseUrl, type UrlFlag } from '../../profiles/base-url.ts';
import type { Profile } from '../../profiles/profile.ts';
import { defined } from '../../values/defined.ts';

/** The flags that set the URLs of a profile. */
interface UrlFlags {
  readonly scimUrl?: string | undefined;
  readonly apiUrl?: string | undefined;
  readonly allowHttp?: boolean | undefined;
}

/**
 * Returns the base URLs given by flags, to be stored.
 * @throws Failure `usage` for an unclear URL, and for http to another machine
 */
export function givenUrls({
  scimUrl,
  apiUrl,
  allowHttp,
}: UrlFlags): Pick<Profile, 'scimBaseUrl' | 'webApiBaseUrl'> {
  const read = (given: string | undefined, flag: UrlFlag) =>
    given === undefined ? undefined : secureUrl(baseUrl(given, flag), flag, allowHttp === true);
  return defined({ scimBaseUrl: read(scimUrl, '--scim-url'), webApiBaseUrl: read(apiUrl, '--api-url') });
}

/** Refuses http, over which a token can be intercepted, except to this machine. */
function secureUrl(url: string, flag: UrlFlag, isHttpAllowed: boolean): string {
  const { protocol, hostname, host, pathname } = new URL(url);
  if (protocol === 'https:' || isHttpAllowed || isLoopback(hostname)) return url;
  throw new Failure('usage', `${flag} is http: the token would be sent unencrypted to ${host}`, {
    hint: `${flag} https://${host}${pathname === '/' ? '' : pathname}, or add --allow-http if the network is trusted`,
  });
}
