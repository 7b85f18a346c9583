import { join } from 'node:path';
import type { RateLimits } from '../../http/rate-limits.ts';
import { redactEchoedSecrets } from '../../http/redact-echoed-secrets.ts';
import { type Transport, withLayers } from '../../http/transport.ts';
import { type Capabilities, readCapabilities } from '../../profiles/capabilities.ts';
import { SANDBOX_PROFILE } from '../../profiles/profile.ts';
import { NO_PROFILE, type ResolvedProfile } from '../../profiles/resolve-profile.ts';
import { withDiscoveredSchemaUris } from '../../scim/discovered-schema-uris.ts';
import type { LearnedTraits } from '../../scim/learned-traits.ts';
import { createScimClient, type ScimClient } from '../../scim/scim-client.ts';
import { failureOf } from '../../scim/service-error.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import { SCIM_VERSIONS, type ScimVersion } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import type { BaseTransport } from './base-transport.ts';
import { boundBaseUrl, refuseTokenFromElsewhere, scimUrlHint } from './bound-base-url.ts';
import { buildTransport, type TransportOptions } from './build-transport.ts';
import { traitsOf } from './learned-traits.ts';
import { proxySettings } from './network-settings.ts';
import { isTokenGiven } from './resolve-token.ts';

/** An open SCIM connection to one organization. */
export interface Connection {
  readonly scim: ScimClient;
  /** Base URL of the service. */
  readonly origin: string;
  /** Current time at the service, in milliseconds since 1970. */
  readonly serverNow: () => number;
  /** The known quotas of the service. */
  readonly limits: RateLimits;
  close(): Promise<void>;
}

export interface ConnectOptions extends Omit<TransportOptions, 'token'> {
  readonly stateFolder: string;
  /** Folder of the profiles and of what probes learned about their services. */
  readonly configFolder: string;
  /** The token; called when the first request is sent. */
  readonly token: () => Promise<string>;
}

/** Connects to the organization of a profile, or to the sandbox in this process. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { resolved } = options;
  const url = boundBaseUrl(options, 'scimBaseUrl', scimUrlHint(resolved.profile.name));
  const base = await openBaseTransport(options);
  return closingOnError(base, () => connectOver(base, options, url));
}

/** Closes the base transport if the connection over it cannot be created: no caller has a reference to it. */
export async function closingOnError<T>(base: BaseTransport, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    await base.close();
    throw error;
  }
}

async function connectOver(base: BaseTransport, options: ConnectOptions, url: string): Promise<Connection> {
  const { resolved } = options;
  const learned = storedTraits(options, url);
  const { send, serverNow, limits } = buildTransport(base.transport, 'scim', url, {
    ...options,
    ...defined({ learnedLimits: learned?.limits }),
    async token() {
      // At the first request, as for the Web API.
      if (isTokenGiven(options.common, options.host)) refuseTokenFromElsewhere(resolved, 'scimBaseUrl');
      return options.token();
    },
  });
  const version = await chooseVersion(resolved, send, url, learned);
  const { value: vendor, source } = resolved.settings.vendor ?? { value: DEFAULT_VENDOR, source: 'default' };
  const client = createScimClient(send, url, { version, vendor }, options.host.now, learned);
  const scim = { ...client, concurrency: options.common.concurrency };
  // The default vendor name may be a placeholder for another one; a name chosen by the user is not replaced.
  const isStandIn = vendor === DEFAULT_VENDOR && (source === 'default' || source === 'profile');
  return {
    scim: isStandIn ? withDiscoveredSchemaUris(scim) : scim,
    origin: url,
    serverNow,
    limits,
    close: base.close,
  };
}

/**
 * Returns what a probe learned about the service of the profile; undefined if the URL is a different one.
 * @throws Failure `storage`
 */
function storedTraits(options: ConnectOptions, url: string): LearnedTraits | undefined {
  return traitsOf(storedCapabilities(options), url);
}

/** Returns what a probe learned with the profile; undefined with --ignore-probe. @throws Failure `storage` */
export function storedCapabilities({
  resolved,
  configFolder,
  common,
}: Pick<ConnectOptions, 'resolved' | 'configFolder' | 'common'>): Capabilities | undefined {
  const { name } = resolved.profile;
  return name === NO_PROFILE || common.ignoreProbe === true
    ? undefined
    : readCapabilities(configFolder, name);
}

/** Opens the base transport to the service, without layers. */
export async function openBaseTransport(options: BaseOptions): Promise<BaseTransport> {
  const open = () =>
    options.resolved.isSandbox ? openSandboxTransport(options) : openNetworkTransport(options);
  const { tape } = options.host;
  return tape === undefined ? open() : tape.connect(open);
}

type BaseOptions = Pick<ConnectOptions, 'resolved' | 'common' | 'host' | 'stateFolder'>;

async function openSandboxTransport({ stateFolder, host }: BaseOptions): Promise<BaseTransport> {
  const { openSandbox } = await import('../../sandbox/sandbox.ts');
  const { demoOrganization } = await import('../../sandbox/demo-organization.ts');
  const sandbox = await openSandbox({
    initial: demoOrganization(),
    stateFile: sandboxFile(stateFolder),
    now: host.now,
  });
  return { transport: sandbox.handle, close: async () => sandbox.close() };
}

/** The file in which the built-in sandbox keeps its organization. */
export function sandboxFile(stateFolder: string): string {
  return join(stateFolder, 'sandbox', 'organization.ndjson');
}

/**
 * The network, whose answers repeat no secret. Not a row of LAYERS (build-transport.ts): those layers are
 * outside of what --record sees, and a recording must not contain secrets either.
 */
async function openNetworkTransport(options: BaseOptions): Promise<BaseTransport> {
  const network = await openNetwork(options);
  return { ...network, transport: withLayers(network.transport, [redactEchoedSecrets()]) };
}

async function openNetwork({ common, host }: BaseOptions): Promise<BaseTransport> {
  if (host.network !== undefined) return { transport: host.network, close: async () => {} };
  const { NETWORK_LIMITS, connectionsFor, networkTransport } = await import('../../http/undici-transport.ts');
  const limits = {
    ...NETWORK_LIMITS,
    ...defined({ wholeTimeout: common.timeout }),
    connections: connectionsFor(common.concurrency),
  };
  return networkTransport(limits, proxySettings(host.env));
}

const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** Chooses the SCIM version. `auto` requests the configuration of v2, which needs no token (OBSERVED §4). */
async function chooseVersion(
  resolved: ResolvedProfile,
  transport: Transport,
  url: string,
  learned: LearnedTraits | undefined,
): Promise<ScimVersion> {
  const wanted = resolved.settings.scimVersion?.value;
  const version = SCIM_VERSIONS.find((known) => known === wanted);
  if (version !== undefined) return version;
  const newest = learned?.versions?.at(-1);
  if (newest !== undefined) return newest;
  const headers = { accept: 'application/json' };
  const response = await transport({
    method: 'GET',
    url: `${url}/scim/v2/ServiceProviderConfig`,
    headers,
    effect: 'read',
  });
  // An error of a gateway does not tell which version the service speaks.
  if (GATEWAY_STATUSES.has(response.status))
    throw failureOf({ status: response.status, code: undefined, context: undefined }, 'read');
  return response.status >= 200 && response.status < 300 ? '2.0' : '1.1';
}

/** Whether a profile is the built-in one, which needs no setup. */
export function isBuiltIn(name: string): boolean {
  return name === SANDBOX_PROFILE.name;
}
