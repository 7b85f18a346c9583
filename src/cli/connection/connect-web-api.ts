import type { TokenKind } from '../../spec/protocol-types.ts';
import { createWebApiClient, type WebApiClient } from '../../webapi/webapi-client.ts';
import type { BaseTransport } from './base-transport.ts';
import { apiUrlHint, boundBaseUrl, refuseTokenFromElsewhere } from './bound-base-url.ts';
import { buildTransport } from './build-transport.ts';
import { type ConnectOptions, closingOnError, openBaseTransport, storedCapabilities } from './connect.ts';
import { refusingBarredMethods } from './refuse-barred-methods.ts';
import { isTokenGiven } from './resolve-token.ts';

/** An open connection to the Web API of one organization. */
export interface WebApiConnection {
  readonly client: WebApiClient;
  /** Base URL of the Web API. */
  readonly origin: string;
  /** Scopes of the token of the last call, if the service reports them. */
  readonly scopes: () => readonly string[] | undefined;
  /** Current time at the service, in milliseconds since 1970. */
  readonly serverNow: () => number;
  close(): Promise<void>;
}

export interface WebApiConnectOptions extends Omit<ConnectOptions, 'token'> {
  /** The first available token of these kinds; called when a request is sent. */
  readonly token: (kinds: readonly TokenKind[]) => Promise<string>;
  readonly onWarning: (method: string, warning: string) => void;
}

/** Pause before repeating a call whose response was lost, in milliseconds. */
const BEFORE_SECOND_CALL = 1000;

/**
 * Returns what a probe learned about the tokens of the profile at this URL; undefined if a token is given for
 * this run.
 */
function askedAbout(options: WebApiConnectOptions, url: string) {
  const capabilities = isTokenGiven(options.common, options.host) ? undefined : storedCapabilities(options);
  return capabilities?.webApiBaseUrl === url ? capabilities : undefined;
}

/** Connects to the Web API. Each call uses a token of a kind that its method accepts (WEB §5). */
export async function connectWebApi(options: WebApiConnectOptions): Promise<WebApiConnection> {
  const { resolved } = options;
  const url = boundBaseUrl(options, 'webApiBaseUrl', apiUrlHint(resolved.profile.name));
  const base = await openBaseTransport(options);
  return closingOnError(base, async () => connectOver(base, options, url));
}

function connectOver(base: BaseTransport, options: WebApiConnectOptions, url: string): WebApiConnection {
  const { send, serverNow, scopes } = buildTransport(base.transport, 'web', url, {
    ...options,
    async token(kinds) {
      // At the first request, because the error for a read-only profile comes first.
      if (isTokenGiven(options.common, options.host))
        refuseTokenFromElsewhere(options.resolved, 'webApiBaseUrl');
      return options.token(kinds);
    },
  });
  const client = createWebApiClient({
    baseUrl: url,
    transport: send,
    onWarning: options.onWarning,
    async pause() {
      const { budget, sleep } = options;
      if (budget.left() < BEFORE_SECOND_CALL) return false;
      await budget.wait(BEFORE_SECOND_CALL, () => sleep(BEFORE_SECOND_CALL));
      return true;
    },
  });
  return {
    client: refusingBarredMethods(client, askedAbout(options, url)),
    origin: url,
    serverNow,
    scopes,
    close: base.close,
  };
}
