import { SCIM_VERSIONS } from '../../spec/protocol-types.ts';
import { SCIM_ENDPOINTS } from '../../spec/scim-endpoints.ts';
import { VERSION_PATHS } from '../../spec/scim-schemas.ts';
import { ScimError } from '../scim-error.ts';
import { findEndpoint, type SandboxRequest } from '../scim-service.ts';
import { isWebApiCall, methodNamed } from '../web-service.ts';
import type { ExchangeHead } from './exchange.ts';

/** Returns the operation that a request asks for, whether or not it is permitted. */
export function operationOf({
  method,
  url,
}: Pick<SandboxRequest, 'method' | 'url'>): Pick<ExchangeHead, 'api' | 'resource' | 'operation'> {
  const { pathname } = new URL(url);
  if (isWebApiCall({ url })) {
    const name = pathname.split('/')[2] ?? '';
    const known = methodNamed(name);
    return known === undefined
      ? { api: 'Web API', resource: 'unknown method' }
      : { api: 'Web API', resource: name, operation: name };
  }
  const version = SCIM_VERSIONS.find((known) => `${pathname}/`.startsWith(`${VERSION_PATHS[known]}/`));
  if (version === undefined) return { api: 'none', resource: 'unknown path' };
  const api = `SCIM ${version}` as const;
  const collection = pathname.slice(VERSION_PATHS[version].length).split('/')[1] ?? '';
  const resource = COLLECTIONS.has(collection) ? collection : 'unknown path';
  try {
    return { api, resource, operation: findEndpoint(method, pathname, version).name };
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    return { api, resource };
  }
}

const COLLECTIONS: ReadonlySet<string> = new Set(
  Object.values(SCIM_ENDPOINTS).map(({ path }) => path.split('/')[1] ?? ''),
);
