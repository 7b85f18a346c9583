import { Failure } from '../failure/failure.ts';
import type { HttpRequest, Layer } from '../http/transport.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../spec/webapi-methods.ts';
import type { CallBudget } from './budget.ts';

/** HTTP methods that change nothing (RFC 9110 §9.2.1). */
const SAFE_VERBS: readonly string[] = ['GET', 'OPTIONS'];

/**
 * Restricts a transport to requests that cannot change anything: over SCIM only safe methods; over the Web
 * API only methods that read, and other methods without arguments, which the service has to refuse.
 * @throws Failure `internal` for any other request, which is not sent
 */
export const onlyReads: Layer = (next) => async (request, signal) => {
  if (!changesNothing(request))
    throw new Failure('internal', `a probe would have sent ${request.method} ${pathOf(request)}`);
  return next(request, signal);
};

function changesNothing(request: HttpRequest): boolean {
  const path = pathOf(request);
  if (/\/scim\/v\d+(?:\/|$)/.test(path)) return SAFE_VERBS.includes(request.method);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const methods: Readonly<Record<string, WebApiMethod>> = WEB_API_METHODS;
  if (Object.hasOwn(methods, name) && methods[name]?.effect === 'read')
    return ['GET', 'POST'].includes(request.method);
  return request.method === 'POST' && (request.body ?? '') === '' && !request.url.includes('?');
}

function pathOf({ url }: HttpRequest): string {
  return new URL(url).pathname;
}

/**
 * Returns the layers for all requests of a probe: they block requests that could change something, and count
 * the rest.
 */
export function probeLayers(budget: CallBudget): readonly Layer[] {
  return [onlyReads, budget.layer];
}
