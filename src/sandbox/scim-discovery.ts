import type { JsonObject } from '../spec/wire.ts';

/** GET /ServiceProviderConfig(s): the same body in both versions (service-facts §4, discovery bodies). */
export function serviceProviderConfig(): JsonObject {
  return {
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth Bearer Token',
        description: 'Authentication by an OAuth bearer token that an administrator installed',
        specUrl: 'http://tools.ietf.org/html/draft-ietf-oauth-v2-bearer-01',
        primary: true,
      },
    ],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: false, maxResults: 0 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    xmlDataFormat: { supported: false },
  };
}
