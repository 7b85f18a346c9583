import { VERSION_PATHS } from '../spec/scim-schemas.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../spec/webapi-methods.ts';

interface Asked {
  readonly method: string;
  readonly url: string;
}

/** Whether a request can change nothing: a GET of SCIM, or a method of the Web API that only reads. */
export function isReadRequest({ method, url }: Asked): boolean {
  const called = webMethodOf(url);
  return called === undefined ? method === 'GET' || method === 'HEAD' : called.effect === 'read';
}

/** Whether a request asks for a page of a list. */
export function isListRequest({ method, url }: Asked): boolean {
  const called = webMethodOf(url);
  if (called !== undefined) return called.list !== undefined;
  return method === 'GET' && LIST_PATHS.has(new URL(url).pathname.replace(/\/$/, ''));
}

/** The member of an answer that holds the items of a page. */
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
 * Returns the name of the method of the Web API that a request calls, whether it is known or not; undefined
 * for other requests.
 */
export function webMethodName(url: string): string | undefined {
  return /^\/api\/([^/]+)\/?$/.exec(new URL(url).pathname)?.[1];
}
