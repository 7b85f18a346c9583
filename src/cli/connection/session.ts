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
import type { Connection } from './connect.ts';
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
  const { common, host, stateFolder, configFolder, messages, tokens, budget, sleep, resolved } = settings;
  const waits = createSessionWaits(retryNotes(messages, common, host.clock), isPatient);
  const health = createServiceHealth(host.clock, isPatient);
  const parked = parkedRequests();
  const sendingRight = createWriteLease();
  const optionsFor = (profile: ResolvedProfile) => {
    settings.checkNetwork();
    return {
      resolved: profile,
      common,
      host,
      stateFolder,
      configFolder,
      token: (kinds: readonly TokenKind[] = SCIM_TOKENS) => tokens.current(profile, kinds),
      renewToken: (kinds: readonly TokenKind[], refused: string) => tokens.renewed(profile, kinds, refused),
      trace: messages.trace,
      messages,
      shares,
      onWait: waits.tell,
      budget,
      health,
      parked,
      sendingRight,
      sleep,
    };
  };
  // Loaded late: the layers take time to load, and many commands send nothing.
  const open = async (profile: ResolvedProfile) => {
    const options = optionsFor(profile);
    return (await import('./connect.ts')).connect(options);
  };
  const openWebApi = async (profile: ResolvedProfile) => {
    const options = optionsFor(profile);
    return (await import('./connect-web-api.ts')).connectWebApi({
      ...options,
      onWarning: (method, warning) => void messages.warn(`${method}: ${warning}`),
    });
  };
  const connection = once(async () => open(await resolved()));
  const webApi = once(async () => openWebApi(await resolved()));
  return {
    connection,
    webApi,
    howToConnect: async () => optionsFor(await resolved()),
    connect: async (profile) => open(unstored(profile, host)),
    connectWebApi: async (profile) => openWebApi(unstored(profile, host)),
    shares,
    waits,
    health,
    outlast: waitOutOutage({
      budget,
      health,
      clock: host.clock,
      random: host.random,
      sleep,
      onWait: waits.tellOutage,
    }),
    parked,
    sendingRight,
    close: async () => {
      // A connection that failed to open was already reported, and needs no closing.
      for (const one of [connection, webApi]) {
        const opened = one.wasCalled() ? await one().catch(() => undefined) : undefined;
        await opened?.close();
      }
    },
  };
}

/** Resolves a profile without the flags of this run, and adds it to the recording. */
function unstored(profile: Profile, { tape }: Pick<Host, 'tape'>): ResolvedProfile {
  const stored = { profiles: { [profile.name]: profile } };
  const resolved = resolveProfile(stored, { value: profile.name, source: 'flag' }, {});
  tape?.resolved(resolved);
  return resolved;
}
