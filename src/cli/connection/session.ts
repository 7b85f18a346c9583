import { type OutlastOutage, waitOutOutage } from '../../bulk/run/wait-out-outage.ts';
import { type ParkedRequests, parkedRequests } from '../../http/parked-requests.ts';
import { createServiceHealth, type ServiceHealth } from '../../http/service-health.ts';
import type { WaitBudget } from '../../http/wait-budget.ts';
import { createWriteLease, type WriteLease } from '../../http/write-lease.ts';
import type { Profile } from '../../profiles/profile.ts';
import { type ResolvedProfile, resolveProfile } from '../../profiles/resolve-profile.ts';
import type { TokenKind } from '../../spec/protocol-types.ts';
import type { Host } from '../host.ts';
import { once } from '../once.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { Messages } from '../printing/messages.ts';
import { retryNotes } from '../printing/retry-notes.ts';
import type { Connection, ConnectOptions } from './connect.ts';
import type { WebApiConnection, WebApiConnectOptions } from './connect-web-api.ts';
import { SCIM_TOKENS } from './resolve-token.ts';
import { createSessionWaits, type SessionWaits } from './session-waits.ts';
import type { TokenSources } from './token-sources.ts';

/** Access to the service for one command. Nothing is opened before its first use. */
export interface ServiceAccess {
  connection(): Promise<Connection>;
  /** The Web API of the same organization. */
  webApi(): Promise<WebApiConnection>;
  /** The options of a connection, for a command that builds the layers itself. */
  howToConnect(): Promise<Omit<WebApiConnectOptions, 'onWarning'>>;
  /** Connects with a profile that is not stored. */
  connect(profile: Profile): Promise<Connection>;
  /** Connects to the Web API with a profile that is not stored. */
  connectWebApi(profile: Profile): Promise<WebApiConnection>;
  /** Number of machines that share the quotas of the service. */
  readonly shares: number;
  /** The waits of the command. */
  readonly waits: Pick<SessionWaits, 'follow'>;
  /** Whether the service is available; a run waits until it is. */
  readonly health: ServiceHealth;
  /** Waits for a service that does not accept writes. */
  readonly outlast: OutlastOutage;
  /** Throttled requests that are waiting. */
  readonly parked: ParkedRequests;
  /** Whether writes may still be sent. */
  readonly sendingRight: WriteLease;
}

/** Parameters of a session. */
export interface SessionNeeds {
  /** Number of machines that share the work, and so the quotas of the service. */
  readonly shares: number;
  /**
   * Whether to wait for an unavailable service, up to `--max-wait`. A run of hours waits for a service that
   * restarts; a single command at a terminal fails after a few attempts.
   */
  readonly isPatient: boolean;
}

export interface SessionSettings {
  readonly common: CommonOptions;
  readonly host: Host;
  readonly stateFolder: string;
  readonly configFolder: string;
  readonly messages: Messages;
  readonly tokens: TokenSources;
  readonly budget: WaitBudget;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The profile of this run. */
  readonly resolved: () => Promise<ResolvedProfile>;
  /** Called before a connection is opened. @throws Failure `usage` if the network settings are unsafe */
  readonly checkNetwork: () => void;
}

export function openSession(
  settings: SessionSettings,
  { shares, isPatient }: SessionNeeds,
): ServiceAccess & { close(): Promise<void> } {
  const { common, host, messages, budget, sleep, resolved } = settings;
  const waits = createSessionWaits(retryNotes(messages, common, host.clock), isPatient);
  const health = createServiceHealth(host.clock, isPatient);
  const shared = { shares, waits, health, parked: parkedRequests(), sendingRight: createWriteLease() };
  const optionsFor = (profile: ResolvedProfile) => connectOptions(settings, shared, profile);
  const connection = once(async () => open(optionsFor(await resolved())));
  const webApi = once(async () => openWebApi(optionsFor(await resolved())));
  return {
    ...shared,
    connection,
    webApi,
    howToConnect: async () => optionsFor(await resolved()),
    connect: async (profile) => open(optionsFor(unstored(profile, host))),
    connectWebApi: async (profile) => openWebApi(optionsFor(unstored(profile, host))),
    outlast: waitOutOutage({
      budget,
      health,
      clock: host.clock,
      random: host.random,
      sleep,
      onWait: waits.notifyOutage,
    }),
    close: async () => {
      // A connection that failed to open was already reported, and needs no closing.
      for (const one of [connection, webApi]) {
        const opened = one.wasCalled() ? await one().catch(() => undefined) : undefined;
        await opened?.close();
      }
    },
  };
}

/** What the connections of a session share. */
type SharedByConnections = Pick<ServiceAccess, 'shares' | 'health' | 'parked' | 'sendingRight'> & {
  readonly waits: SessionWaits;
};

/** @throws Failure `usage` if the network settings are unsafe */
function connectOptions(
  { tokens, checkNetwork, resolved: _, ...settings }: SessionSettings,
  { waits, ...shared }: SharedByConnections,
  profile: ResolvedProfile,
) {
  checkNetwork();
  return {
    ...settings,
    ...shared,
    resolved: profile,
    token: (kinds: readonly TokenKind[] = SCIM_TOKENS) => tokens.current(profile, kinds),
    renewToken: (kinds: readonly TokenKind[], refused: string) => tokens.renewed(profile, kinds, refused),
    trace: settings.messages.trace,
    onWait: waits.notify,
  };
}

/** Opens a connection. Loaded late: the layers take time to load, and many commands send nothing. */
async function open(options: ConnectOptions): Promise<Connection> {
  return (await import('./connect.ts')).connect(options);
}

/** Like `open`, for the Web API. */
async function openWebApi(options: Omit<WebApiConnectOptions, 'onWarning'>): Promise<WebApiConnection> {
  return (await import('./connect-web-api.ts')).connectWebApi({
    ...options,
    onWarning: (method, warning) => void options.messages.warn(`${method}: ${warning}`),
  });
}

/** Resolves a profile without the flags of this run, and adds it to the recording. */
function unstored(profile: Profile, { tape }: Pick<Host, 'tape'>): ResolvedProfile {
  const stored = { profiles: { [profile.name]: profile } };
  const resolved = resolveProfile(stored, { value: profile.name, source: 'flag' }, {});
  tape?.resolved(resolved);
  return resolved;
}
