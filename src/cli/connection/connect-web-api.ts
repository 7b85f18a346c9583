import { createAnnouncedScopes } from '../../http/announced-scopes.ts';
import { authorising } from '../../http/authorise.ts';
import { pacing } from '../../http/pace.ts';
import { parseLimits } from '../../http/rate-limits.ts';
import { refusingRedirects } from '../../http/refuse-redirects.ts';
import { retrying } from '../../http/retry.ts';
import { createServerClock } from '../../http/server-clock.ts';
import { tracing } from '../../http/trace.ts';
import { type Layer, type Transport, withLayers } from '../../http/transport.ts';
import { withholdingWrites } from '../../http/withhold-writes.ts';
import type { TokenKind } from '../../spec/wire.ts';
import { withStatusOfRefusals } from '../../webapi/throttled-answers.ts';
import { createWebApiClient, type WebApiClient } from '../../webapi/webapi-client.ts';
import { tellingOfWaits } from '../printing/tell-waiting.ts';
import { boundBaseUrl } from './bound-base-url.ts';
import { ATTEMPTS, type ConnectOptions, openBaseTransport } from './connect.ts';

/** An open way to the Web API of one organization. */
export interface WebApiConnection {
  readonly client: WebApiClient;
  /** Scopes of the token of the last call, where the service tells. */
  readonly scopes: () => readonly string[] | undefined;
  /** Milliseconds since 1970 at the service. */
  readonly serverNow: () => number;
  close(): Promise<void>;
}

export interface WebApiConnectOptions extends Omit<ConnectOptions, 'token'> {
  /** The first token that there is of these kinds, asked for when a request leaves. */
  readonly token: (kinds: readonly TokenKind[]) => Promise<string>;
  readonly onWarning: (method: string, warning: string) => void;
}

/** Connects to the Web API; each call takes the kind of token that its method takes (WEB §5). */
export async function connectWebApi(options: WebApiConnectOptions): Promise<WebApiConnection> {
  const { resolved, common, world } = options;
  const url = boundBaseUrl(
    resolved,
    'webApiBaseUrl',
    `orgctl profile add ${resolved.profile.name} --api-url https://…, or pass --api-url`,
  );
  const base = await openBaseTransport(options);
  const clock = createServerClock(world.now);
  const scopes = createAnnouncedScopes();
  const shared: readonly Layer[] = [
    tellingOfWaits(options.messages, url),
    ...(common.dryRun === true ? [withholdingWrites] : []),
    retrying({
      maxWait: common.maxWait,
      attempts: ATTEMPTS,
      now: world.now,
      random: world.random,
      sleep: options.sleep,
      onWait: options.onWait,
    }),
    refusingRedirects,
    pacing({
      limits: parseLimits(resolved.settings.quota?.value ?? 'auto'),
      ...(common.rate === undefined ? {} : { rate: common.rate }),
      maxWait: common.maxWait,
      now: world.now,
      clock: world.clock,
      random: world.random,
      sleep: options.sleep,
      isLockOfOne: () => false,
    }),
    withStatusOfRefusals,
    clock.layer,
    scopes.layer,
  ];
  const transports = new Map<string, Transport>();
  const transportFor = (kinds: readonly TokenKind[], teamId: string | undefined): Transport => {
    const wanted = teamId === undefined ? kinds : workspaceMayBeNamed(kinds);
    const known = transports.get(wanted.join());
    if (known !== undefined) return known;
    const transport = withLayers(base.transport, [
      ...shared,
      authorising({
        token: () => options.token(wanted),
        origins: [new URL(url).origin],
        allowHttp: common.allowHttp === true,
      }),
      ...(common.debug === true ? [tracing(options.trace, world.clock)] : []),
    ]);
    transports.set(wanted.join(), transport);
    return transport;
  };
  return {
    client: createWebApiClient({ baseUrl: url, transportFor, onWarning: options.onWarning }),
    serverNow: clock.now,
    scopes: scopes.last,
    close: base.close,
  };
}

/** A token of one workspace ignores `team_id` (WEB §4.2, §4.10): who names a workspace means that of an org-level token. */
function workspaceMayBeNamed(kinds: readonly TokenKind[]): readonly TokenKind[] {
  return [...kinds].sort((one, other) => Number(other === 'org') - Number(one === 'org'));
}
