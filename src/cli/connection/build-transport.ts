import { authorizing } from '../../http/authorize.ts';
import { withoutWrites } from '../../http/dry-run.ts';
import { createOauthScopes, type OauthScopes } from '../../http/oauth-scopes.ts';
import type { ParkedRequests } from '../../http/parked-requests.ts';
import { limitingRate } from '../../http/rate-limiter.ts';
import { parseLimits, type RateLimits, shareOf, shareOfLimits } from '../../http/rate-limits.ts';
import { refusingRedirects } from '../../http/refuse-redirects.ts';
import { refusingWrites } from '../../http/refuse-writes.ts';
import { retrying, type Wait } from '../../http/retry.ts';
import type { SendingRight } from '../../http/sending-right.ts';
import { serializeWrites } from '../../http/serialize-writes.ts';
import { createServerClock, type ServerClock } from '../../http/server-clock.ts';
import type { ServiceHealth } from '../../http/service-health.ts';
import { tracing } from '../../http/trace.ts';
import { type HttpResponse, type Layer, type Transport, withLayers } from '../../http/transport.ts';
import type { WaitBudget } from '../../http/wait-budget.ts';
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

/** What tells the two APIs apart on the wire; everything else is the same for both. */
export interface ApiTraits {
  /** Whether a 429 concerns one resource alone (SCIM §8). */
  readonly isLockOfOne: (response: HttpResponse) => boolean;
  /**
   * Whether the service refuses a second write of one target while the first is in progress (SCIM §8,
   * Concurrency).
   */
  readonly serializesWrites: boolean;
  /** Gives a refusal its status where the service answers 200 to everything (WEB §1). */
  readonly statusOfRefusals?: Layer;
  /** Whether answers name the scopes of the token (OBSERVED §10). */
  readonly announcesScopes: boolean;
  /** Whether an answer refuses the token itself (SCIM §7, WEB §7). */
  readonly isTokenRefused: (response: HttpResponse) => boolean;
  /** Kinds of token of a request that names none. */
  readonly tokens: readonly TokenKind[];
}

export const APIS = {
  scim: {
    isLockOfOne: isResourceLocked,
    serializesWrites: true,
    announcesScopes: false,
    isTokenRefused: ({ status }) => status === 401,
    tokens: SCIM_TOKENS,
  },
  web: {
    isLockOfOne: () => false,
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
  /** Machines that apply parts of one input at the same time, and share the service's quotas. */
  readonly shares: number;
  /** How long the command may still wait, over both APIs. */
  readonly budget: WaitBudget;
  /** Whether the service is there, over both APIs. */
  readonly health?: ServiceHealth;
  /** The requests of the command that wait, over both APIs. */
  readonly parked: ParkedRequests;
  /** Whether its writes may still leave. */
  readonly sendingRight: SendingRight;
  /** Waits, unless the person asks to stop. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The token of the first of these kinds that there is, asked for when a request leaves. */
  readonly token: (kinds: readonly TokenKind[]) => Promise<string>;
  /** Quotas that the service told a probe; what is given by a flag or the profile outranks them. */
  readonly learnedLimits?: RateLimits;
  /** How often a fault that may pass is tried in all; as often as usual when absent. */
  readonly attempts?: number;
  /** Another token in place of one that was refused; undefined when there is none. */
  readonly renewToken?: (kinds: readonly TokenKind[], refused: string) => Promise<string | undefined>;
}

/** A way to one API of one organization. */
export interface BuiltTransport {
  readonly send: Transport;
  /** Milliseconds since 1970 at the service. */
  readonly serverNow: () => number;
  /** Scopes of the token of the last call, where the service tells. */
  readonly scopes: OauthScopes['last'];
  /** What is known of the service's quotas. */
  readonly limits: RateLimits;
}

/** Attempts in all at a request that may be sent again. */
const ATTEMPTS = 5;

/** What decides which layers there are. */
type Which = Pick<TransportOptions, 'resolved' | 'common'> & { readonly api: ApiTraits };

/** What layers are made of. */
interface Parts extends TransportOptions {
  readonly api: ApiTraits;
  readonly url: string;
  readonly limits: RateLimits;
  readonly clock: ServerClock;
  readonly scopes: OauthScopes;
}

interface LayerRow {
  readonly name: string;
  /** Every transport has the layer when absent. */
  readonly isIn?: (which: Which) => boolean;
  readonly make: (parts: Parts) => Layer;
}

/** Every layer, in the order in which a request meets them. */
const LAYERS: readonly LayerRow[] = [
  { name: 'progress', make: ({ messages, url }) => waitProgress(messages, url) },
  // A preview comes before the refusal: it shows what a read-only profile would not send.
  { name: 'dry-run', isIn: ({ common }) => common.dryRun === true, make: () => withoutWrites },
  {
    name: 'read-only',
    isIn: ({ resolved }) => resolved.profile.readOnly === true,
    make: ({ resolved }) => refusingWrites(readOnlySubject(resolved.profile, resolved.safety)),
  },
  {
    name: 'one-write-per-target',
    isIn: ({ api }) => api.serializesWrites,
    make: () => serializeWrites(),
  },
  {
    name: 'retry',
    make: ({ api, budget, health, common, host, onWait, sleep, parked, attempts = ATTEMPTS }) =>
      retrying({
        maxWait: common.maxWait,
        budget,
        ...defined({ health }),
        attempts,
        now: host.now,
        clock: host.clock,
        random: host.random,
        // A service in trouble is not asked by more calls than before.
        sleep: (milliseconds, _, why) =>
          why === 'trouble' ? sleep(milliseconds) : parked.during(() => sleep(milliseconds)),
        onWait,
        isLockOfOne: api.isLockOfOne,
      }),
  },
  { name: 'no-redirects', make: () => refusingRedirects },
  {
    name: 'pace',
    make: ({ api, budget, health, common, host, limits, shares, onWait, sleep }) =>
      limitingRate({
        limits,
        ...defined({ health }),
        ...(common.rate === undefined ? {} : { rate: shareOf(common.rate, shares) }),
        maxWait: common.maxWait,
        budget,
        now: host.now,
        clock: host.clock,
        sleep,
        onWait,
        isLockOfOne: api.isLockOfOne,
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
      authorizing({
        token: (kinds = api.tokens) => token(kinds),
        isTokenRefused: api.isTokenRefused,
        ...(renewToken === undefined
          ? {}
          : { renew: (kinds = api.tokens, refused) => renewToken(kinds, refused) }),
        origins: [new URL(url).origin],
        allowHttp: common.allowHttp === true,
      }),
  },
  // Behind all that waits, also for a token.
  { name: 'right-to-send', make: ({ sendingRight }) => sendingRight.layer },
  {
    name: 'trace',
    isIn: ({ common }) => common.debug === true,
    make: ({ trace, host }) => tracing(trace, host.clock),
  },
];

/**
 * Returns the names of the layers that a profile and flags give the transport of an API, the outermost first.
 */
export function layerNames(api: Api, which: Pick<TransportOptions, 'resolved' | 'common'>): string[] {
  return rowsOf({ ...which, api: APIS[api] }).map(({ name }) => name);
}

/** Puts the layers of an API around the bare way to it. @throws Failure `usage` for a quota that is none. */
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
