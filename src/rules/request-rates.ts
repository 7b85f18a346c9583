import type { ScimRate } from '../spec/limits.ts';
import type { HttpMethod } from '../spec/protocol-types.ts';
import { SCIM_ENDPOINTS, type ScimEndpoint } from '../spec/scim-endpoints.ts';

const ENDPOINTS: readonly ScimEndpoint[] = Object.values(SCIM_ENDPOINTS);

/** By method and path, because it is looked up for every request. */
const RATES = new Map(
  ENDPOINTS.map(({ method, path, rate }) => [`${method} ${path}`, ratesOf(method, rate)] as const),
);

/**
 * Returns the quotas that a request counts against, the widest first (OBSERVED §8): that of all reads or all
 * writes, then that of its endpoint.
 * @param path relative to the version's base path.
 */
export function requestRates(method: HttpMethod, path: string): readonly ScimRate[] {
  const shape = path.replace(/^\/(Users|Groups)\/[^/]+$/, '/$1/<id>');
  return RATES.get(`${method} ${shape}`) ?? ratesOf(method, undefined);
}

function ratesOf(method: HttpMethod, rate: ScimRate | undefined): readonly ScimRate[] {
  const all = method === 'GET' ? 'read' : 'write';
  return rate === undefined || rate === all ? [all] : [all, rate];
}
