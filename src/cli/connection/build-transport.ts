import { authorizeLayer } from '../../http/authorize.ts';
import { withoutWrites } from '../../http/dry-run.ts';
import { createOauthScopes, type OauthScopes } from '../../http/oauth-scopes.ts';
import { rateLimitLayer } from '../../http/pacing/rate-limiter.ts';
import type { ParkedRequests } from '../../http/parked-requests.ts';
import { parseLimits, type RateLimits, shareOf, shareOfLimits } from '../../http/rate-limits.ts';
import { refuseRedirectsLayer } from '../../http/refuse-redirects.ts';
import { refuseWritesLayer } from '../../http/refuse-writes.ts';
import { retryLayer } from '../../http/retry.ts';
import { serializeWrites } from '../../http/serialize-writes.ts';
import { createServerClock, type ServerClock } from '../../http/server-clock.ts';
import type { ServiceHealth } from '../../http/service-health.ts';
import { traceLayer } from '../../http/trace.ts';
import { type HttpResponse, type Layer, type Transport, withLayers } from '../../http/transport.ts';
import type { Wait } from '../../http/wait.ts';
import type { WaitBudget } from '../../http/wait-budget.ts';
import type { WriteLease } from '../../http/write-lease.ts';
import { readOnlySubject } from '../../profiles/effective-safety.ts';
import type { ResolvedProfile } from '../../profiles/resolve-profile.ts';
import { isResourceLocked } from '../../scim/service-error.ts';
import type { TokenKind } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import { isTokenRefused, statusFromErrorCode } from '../../webapi/status-from-error-code.ts';
import type { Host } from '../host.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { Messages } from '../printing/messages.ts';
import { waitProgress } from '../printing/wait-progress.ts';
import { SCIM_TOKENS } from './resolve-token.ts';

/** The properties in which the two APIs differ for a transport. */
export interface ApiTraits {
  /** Whether a 429 concerns only one resource (SCIM §8). */
  readonly isResourceLock: (response: HttpResponse) => boolean;
  /**
   * Whether the service refuses a second write to a target while the first is in progress (SCIM §8,
   * Concurrency).
   */
  readonly serializesWrites: boolean;
  /** Sets the status of a failed response if the service answers 200 to everything (WEB §1). */
  readonly statusOfRefusals?: Layer;
  /** Whether responses name the scopes of the token (OBSERVED §10). */
  readonly announcesScopes: boolean;
  /** Whether a response refuses the token itself (SCIM §7, WEB §7). */
  readonly isTokenRefused: (response: HttpResponse) => boolean;
  /** Token kinds for a request that names none. */
  readonly tokens: readonly TokenKind[];
}

export const APIS = {
  scim: {
    isResourceLock: isResourceLocked,
    serializesWrites: true,
    announcesScopes: false,
    isTokenRefused: ({ status }) => status === 401,
    tokens: SCIM_TOKENS,
  },
  web: {
    isResourceLock: () => false,
    serializesWrites: false,
    statusOfRefusals: statusFromErrorCode,
    announcesScopes: true,
    isTokenRefused,
    tokens: ['user', 'org', 'bot'],
  },
} as const satisfies Record<string, ApiTraits>;
export type Api = keyof typeof APIS;

export interface TransportOptions {
  readonly resolved: ResolvedProfile;
  readonly common: CommonOptions;
  readonly host: Host;
  readonly trace: (line: string) => void;
  readonly onWait: (wait: Wait) => void;
  readonly messages: Messages;
  /**
   * Number of machines that apply shards of one input at the same time and share the quotas of the service.
   */
  readonly shares: number;
  /** The remaining wait time of the command, over both APIs. */
  readonly budget: WaitBudget;
  /** Whether the service is available, over both APIs. */
  readonly health?: ServiceHealth;
  /** The throttled requests of the command that are waiting, over both APIs. */
  readonly parked: ParkedRequests;
  /** Whether writes may still be sent. */
  readonly sendingRight: WriteLease;
  /** Waits, unless the user asks to stop. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The first available token of these kinds; called when a request is sent. */
  readonly token: (kinds: readonly TokenKind[]) => Promise<string>;
  /** Quotas that a probe learned; a flag or the profile overrides them. */
  readonly learnedLimits?: RateLimits;
  /** Total attempts for a fault that may be temporary; the usual number if absent. */
  readonly attempts?: number;
  /** Returns a replacement for a refused token; undefined if there is none. */
  readonly renewToken?: (kinds: readonly TokenKind[], refused: string) => Promise<string | undefined>;
}

/** A transport to one API of one organization. */
export interface BuiltTransport {
  readonly send: Transport;
  /** Current time at the service, in milliseconds since 1970. */
  readonly serverNow: () => number;
  /** Scopes of the token of the last call, if the service reports them. */
  readonly scopes: OauthScopes['last'];
  /** The known quotas of the service. */
  readonly limits: RateLimits;
}

/** Total attempts for a request that may be retried. */
const ATTEMPTS = 5;

/** What decides which layers a transport has. */
type Which = Pick<TransportOptions, 'resolved' | 'common'> & { readonly api: ApiTraits };

/** What the layers are built from. */
interface Parts extends TransportOptions {
  readonly api: ApiTraits;
  readonly url: string;
  readonly limits: RateLimits;
  readonly clock: ServerClock;
  readonly scopes: OauthScopes;
}

interface LayerRow {
  readonly name: string;
  /** Whether a transport has the layer; every transport has it if absent. */
  readonly isIn?: (which: Which) => boolean;
  readonly make: (parts: Parts) => Layer;
}

/** All layers, in the order in which a request passes them. */
const LAYERS: readonly LayerRow[] = [
  { name: 'progress', make: ({ messages, url }) => waitProgress(messages, url) },
  // Before read-only, so that a dry run shows what a read-only profile would not send.
  { name: 'dry-run', isIn: ({ common }) => common.dryRun === true, make: () => withoutWrites },
  {
    name: 'read-only',
    isIn: ({ resolved }) => resolved.profile.readOnly === true,
    make: ({ resolved }) => refuseWritesLayer(readOnlySubject(resolved.profile, resolved.safety)),
  },
  {
    name: 'one-write-per-target',
    isIn: ({ api }) => api.serializesWrites,
    make: () => serializeWrites(),
  },
  {
    name: 'retry',
    make: ({ api, budget, health, common, host, onWait, sleep, parked, attempts = ATTEMPTS }) =>
      retryLayer({
        maxWait: common.maxWait,
        budget,
        ...defined({ health }),
        attempts,
        now: host.now,
        clock: host.clock,
        random: host.random,
        // During an outage the slot of a waiting request is not reused: the service must not get more
        // parallel calls.
        sleep: (milliseconds, _, why) =>
          why === 'trouble' ? sleep(milliseconds) : parked.countWhile(() => sleep(milliseconds)),
        onWait,
        isResourceLock: api.isResourceLock,
      }),
  },
  { name: 'no-redirects', make: () => refuseRedirectsLayer },
  {
    name: 'pace',
    make: ({ api, budget, health, common, host, limits, shares, onWait, sleep, parked }) =>
      rateLimitLayer({
        limits,
        ...defined({ health }),
        ...(common.rate === undefined ? {} : { rate: shareOf(common.rate, shares) }),
        maxWait: common.maxWait,
        budget,
        parked,
        now: host.now,
        clock: host.clock,
        sleep,
        onWait,
        isResourceLock: api.isResourceLock,
      }),
  },
  {
    name: 'status-of-refusals',
    isIn: ({ api }) => api.statusOfRefusals !== undefined,
    make: ({ api }) => api.statusOfRefusals ?? ((next) => next),
  },
  { name: 'server-clock', make: ({ clock }) => clock.layer },
  {
    name: 'announced-scopes',
    isIn: ({ api }) => api.announcesScopes,
    make: ({ scopes }) => scopes.layer,
  },
  {
    name: 'authorize',
    make: ({ api, common, token, renewToken, url }) =>
      authorizeLayer({
        token: (kinds = api.tokens) => token(kinds),
        isTokenRefused: api.isTokenRefused,
        ...(renewToken === undefined
          ? {}
          : { renew: (kinds = api.tokens, refused) => renewToken(kinds, refused) }),
        origins: [new URL(url).origin],
        allowHttp: common.allowHttp === true,
      }),
  },
  // After all layers that may wait, also for a token.
  { name: 'right-to-send', make: ({ sendingRight }) => sendingRight.layer },
  {
    name: 'trace',
    isIn: ({ common }) => common.debug === true,
    make: ({ trace, host }) => traceLayer(trace, host.clock),
  },
];

/** Returns the names of the layers for an API with this profile and these flags, outermost first. */
export function layerNames(api: Api, which: Pick<TransportOptions, 'resolved' | 'common'>): string[] {
  return rowsOf({ ...which, api: APIS[api] }).map(({ name }) => name);
}

/** Adds the layers of an API to its base transport. @throws Failure `usage` for an invalid quota */
export function buildTransport(
  base: Transport,
  api: Api,
  url: string,
  options: TransportOptions,
): BuiltTransport {
  const { resolved, host, shares } = options;
  const clock = createServerClock(host.now);
  const scopes = createOauthScopes();
  const limits = shareOfLimits(parseLimits(resolved.settings.quota?.value ?? 'auto'), shares);
  const told = Object.keys(limits).length === 0 ? shareOfLimits(options.learnedLimits ?? {}, shares) : limits;
  const parts: Parts = { ...options, api: APIS[api], url, limits: told, clock, scopes };
  const layers = rowsOf(parts).map(({ make }) => make(parts));
  return { send: withLayers(base, layers), serverNow: clock.now, scopes: scopes.last, limits };
}

function rowsOf(which: Which): readonly LayerRow[] {
  return LAYERS.filter(({ isIn }) => isIn === undefined || isIn(which));
}
