import { VERSION_PATHS } from '../spec/scim-schemas.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../spec/webapi-methods.ts';

interface RequestLine {
  readonly method: string;
  readonly url: string;
}

/** Whether a request cannot change anything: a SCIM GET or HEAD, or a Web API method that only reads. */
export function isReadRequest({ method, url }: RequestLine): boolean {
  const called = webMethodOf(url);
  return called === undefined ? method === 'GET' || method === 'HEAD' : called.effect === 'read';
}

/** Whether a request reads a page of a list. */
export function isListRequest({ method, url }: RequestLine): boolean {
  const called = webMethodOf(url);
  if (called !== undefined) return called.list !== undefined;
  return method === 'GET' && LIST_PATHS.has(new URL(url).pathname.replace(/\/$/, ''));
}

/** Returns the name of the response member that holds the items of a page. */
export function itemsName(url: string): string {
  return webMethodOf(url)?.list?.items ?? 'Resources';
}

const LIST_PATHS: ReadonlySet<string> = new Set(
  Object.values(VERSION_PATHS).flatMap((base) => [`${base}/Users`, `${base}/Groups`]),
);

const METHODS: ReadonlyMap<string, WebApiMethod> = new Map(Object.entries(WEB_API_METHODS));

function webMethodOf(url: string): WebApiMethod | undefined {
  return METHODS.get(webMethodName(url) ?? '');
}

/**
 * Returns the name of the Web API method that a request calls, known or not; undefined for other requests.
 */
export function webMethodName(url: string): string | undefined {
  return /^\/api\/([^/]+)\/?$/.exec(new URL(url).pathname)?.[1];
}
