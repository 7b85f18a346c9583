import { DryRunWrite } from '../http/dry-run.ts';
import type { ScimClient } from './scim-client.ts';

/** Returns a client that sends reads and throws DryRunWrite instead of sending a write. */
export function readOnlyClient(scim: ScimClient): ScimClient {
  return {
    ...scim,
    send: async (request, signal) => {
      if (request.method === 'GET') return scim.send(request, signal);
      const url = `http://scim.invalid${request.path}`;
      throw new DryRunWrite({ method: request.method, url, headers: {}, effect: 'write' });
    },
  };
}
