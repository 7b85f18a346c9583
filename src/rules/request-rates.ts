import type { ScimRate } from '../spec/limits.ts';
import type { HttpMethod } from '../spec/protocol-types.ts';
import { SCIM_ENDPOINTS, type ScimEndpoint } from '../spec/scim-endpoints.ts';

const ENDPOINTS: readonly ScimEndpoint[] = Object.values(SCIM_ENDPOINTS);

/** By method and path; asked for every request. */
const RATES = new Map(
  ENDPOINTS.map(({ method, path, rate }) => [`${method} ${path}`, ratesOf(method, rate)] as const),
);

/**
 * Returns the quotas that a request counts against, the widest first (OBSERVED §8): all reads or all writes,
 * then its endpoint's own.
 * @param path below the version's base path.
 */
export function requestRates(method: HttpMethod, path: string): readonly ScimRate[] {
  const shape = path.replace(/^\/(Users|Groups)\/[^/]+$/, '/$1/<id>');
  return RATES.get(`${method} ${shape}`) ?? ratesOf(method, undefined);
}

function ratesOf(method: HttpMethod, rate: ScimRate | undefined): readonly ScimRate[] {
  const all = method === 'GET' ? 'read' : 'write';
  return rate === undefined || rate === all ? [all] : [all, rate];
}
