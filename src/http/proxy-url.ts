import { Failure } from '../failure/failure.ts';

/** Proxy per scheme, and hosts that bypass the proxy. Loopback always does. */
export interface ProxySettings {
  readonly http?: string;
  readonly https?: string;
  readonly except?: string;
}

/**
 * Returns the URLs of the proxies, empty for none.
 * @throws Failure `usage` that names the variable of a proxy that is not the URL of an http proxy
 */
export function proxyUrls({ http, https }: ProxySettings): {
  readonly httpProxy: string;
  readonly httpsProxy: string;
} {
  return {
    httpProxy: proxyUrl(http, 'HTTP_PROXY'),
    httpsProxy: proxyUrl(https ?? http, 'HTTPS_PROXY'),
  };
}

/** Validates the URL of a proxy. Error messages do not quote it, because it may contain a password. */
function proxyUrl(text: string | undefined, variable: string): string {
  if (text === undefined) return '';
  // Other programs accept a host and a port without a scheme.
  const url = /^[\w.-]+:\d+$/.test(text) ? `http://${text}` : text;
  if (URL.canParse(url) && /^https?:\/\/[^/]/.test(url) && hasPlainCredentials(new URL(url))) return url;
  throw new Failure('usage', `${variable} is not the URL of an http proxy`, {
    hint: `${variable}=http://proxy.example:3128`,
  });
}

/** Whether undici can decode the user info, which fails on an invalid percent-encoding. */
function hasPlainCredentials({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
