import { authorizeLayer } from '../../src/http/authorize.ts';
import type { Transport } from '../../src/http/transport.ts';
import { withLayers } from '../../src/http/transport.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { createWebApiClient, type WebApiClient } from '../../src/webapi/webapi-client.ts';
import { WEB_ORIGIN } from './web-service.ts';

/** A client of a service behind a transport, with the demo token of the kind that a method accepts. */
export function webClientOver(
  transport: Transport,
  onWarning: (text: string) => void = () => {},
): WebApiClient {
  return createWebApiClient({
    baseUrl: `${WEB_ORIGIN}/api`,
    transport: withLayers(transport, [
      authorizeLayer({
        token: async ([kind = 'org'] = []) => SANDBOX_TOKENS[kind],
        origins: [WEB_ORIGIN],
        allowHttp: false,
      }),
    ]),
    pause: async () => true,
    onWarning: (method, warning) => onWarning(`${method}: ${warning}`),
  });
}
