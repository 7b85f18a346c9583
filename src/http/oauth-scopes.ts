import type { Layer } from './transport.ts';

/** The scopes of the token sent last, if the service reports them (OBSERVED §10). */
export interface OauthScopes {
  readonly layer: Layer;
  last(): readonly string[] | undefined;
}

/** Learns scopes from the `X-OAuth-Scopes` header of responses. */
export function createOauthScopes(): OauthScopes {
  let scopes: readonly string[] | undefined;
  return {
    layer: (next) => async (request, signal) => {
      const response = await next(request, signal);
      const header = response.headers['x-oauth-scopes'];
      if (header !== undefined) scopes = header.split(',').map((scope) => scope.trim());
      return response;
    },
    last: () => scopes,
  };
}
