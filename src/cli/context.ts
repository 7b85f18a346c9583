import { type OutageWait, type OutlastOutage, outlastOutage } from '../bulk/run/outlast-outage.ts';
import type { TokenMark } from '../bulk/run/started-by.ts';
import type { Secrets } from '../gate/gate.ts';
import { type ParkedRequests, parkedRequests } from '../http/parked-requests.ts';
import type { Wait } from '../http/retry.ts';
import { createServiceHealth, type ServiceHealth } from '../http/service-health.ts';
import { growHeapSlowly } from '../http/v8-tuning.ts';
import { createWaitBudget } from '../http/wait-budget.ts';
import { paletteFor } from '../output/palette.ts';
import { isOutputFormat, type OutputFormat } from '../output/view.ts';
import { safetyOfEnvironment } from '../profiles/effective-safety.ts';
import { type Folders, foldersFor } from '../profiles/folders.ts';
import type { Profile } from '../profiles/profile.ts';
import { openProfileStore, type ProfileStore } from '../profiles/profile-store.ts';
import {
  type ConnectionSetting,
  type Given,
  type ResolvedProfile,
  resolveProfile,
} from '../profiles/resolve-profile.ts';
import type { TokenKind } from '../spec/wire.ts';
import { Interrupted } from '../terminal/interrupted.ts';
import { createPrompts, type Prompts } from '../terminal/prompts.ts';
import { createWriter, hasColor } from '../terminal/streams.ts';
import { type Connection, connect } from './connection/connect.ts';
import {
  connectWebApi,
  type WebApiConnection,
  type WebApiConnectOptions,
} from './connection/connect-web-api.ts';
import { proxyPasswords, refuseUncheckedTls } from './connection/network-settings.ts';
import { readGivenToken, SCIM_TOKENS } from './connection/token-of.ts';
import { createTokenSources } from './connection/token-sources.ts';
import { once } from './once.ts';
import { type CommonOptions, givenSetting, type Program } from './options/common-options.ts';
import { sharedFolderOf } from './options/state-option.ts';
import { createMessages, type Messages } from './printing/messages.ts';
import { createPrinter, type Printer } from './printing/print.ts';
import { waitTeller } from './printing/wait-teller.ts';
import type { Shutdown } from './shutdown.ts';
import type { World } from './world.ts';

/** What a command works with. Nothing is opened until it is asked for. */
export interface Context {
  readonly world: World;
  readonly common: CommonOptions;
  readonly folders: Folders;
  readonly messages: Messages;
  readonly prompts: Prompts;
  readonly shutdown: Shutdown;
  readonly secrets: Secrets;
  readonly profiles: ProfileStore;
  /** The profile of this run and where each setting came from; a name given here outweighs --profile. */
  resolved(name?: string): Promise<ResolvedProfile>;
  connection(): Promise<Connection>;
  /** The Web API of the same organization. */
  webApi(): Promise<WebApiConnection>;
  /** What a connection is opened with, for a command that puts the layers together itself. */
  howToConnect(): Promise<Omit<WebApiConnectOptions, 'onWarning'>>;
  /** Connects with a profile that is not stored. */
  connect(profile: Profile): Promise<Connection>;
  /** Connects to its Web API. */
  connectWebApi(profile: Profile): Promise<WebApiConnection>;
  /** In the format that flag, variable, profile or stream decide. */
  printer(): Promise<Printer>;
  /** The token that was given for this run alone, by --token-file, --token-stdin or ORGCTL_TOKEN. */
  givenToken(): Promise<string | undefined>;
  /** Tells the token apart that was used last; undefined before the first request. */
  tokenUsed(): TokenMark | undefined;
  /** The same of the token that the next request of these kinds will use. @throws Failure `unauthorized` when there is none */
  tokenFor(kinds: readonly TokenKind[]): Promise<TokenMark | undefined>;
  /** The exit code of a run that came to its end; 0 unless a command says otherwise. */
  exitCode: number;
  /** Machines that share the work, and so the service's quotas; says so before the connection is opened. */
  shares: number;
  /** Called with each wait that the service asks for, instead of a note about it. */
  onThrottled: ((wait: Wait) => void) | undefined;
  /** Called with each wait for a service that is away, instead of a note about it. */
  onOutage: ((wait: OutageWait) => void) | undefined;
  /** Whether the service is there; a run waits for it. */
  readonly health: ServiceHealth;
  /** Waits for a service that takes no writes. */
  readonly outlast: OutlastOutage;
  /** Requests that were refused and wait. */
  readonly parked: ParkedRequests;
  /** Runs another command line as if it were typed, in another environment. @returns its exit code */
  readonly runLine: RunLine;
  /** Says how many rows are processed, so that memory can be held down. */
  expectRows(rows: number): void;
  close(): Promise<void>;
}

export type RunLine = (argv: readonly string[], env: World['env']) => Promise<number>;

export interface ContextOptions {
  readonly runLine: RunLine;
  readonly world: World;
  /** After it has read the command line. */
  readonly program: Program;
  /** Whether a pipe gets tables, too. */
  readonly isReadByPeople: boolean;
  readonly secrets: Secrets;
  readonly shutdown: Shutdown;
}

export function createContext({
  world,
  program,
  secrets,
  shutdown,
  runLine,
  isReadByPeople,
}: ContextOptions): Context {
  const common = program.opts();
  const { env, streams } = world;
  const stdout = createWriter(streams.stdout, 'stdout');
  const stderr = createWriter(streams.stderr, 'stderr');
  const folders = foldersFor(env, sharedFolderOf(program));
  const messages = createMessages({
    stream: streams.stderr,
    writer: stderr,
    palette: paletteFor(hasColor(common.color, env, stderr.isTerminal)),
    redact: secrets.redact,
    isQuiet: common.quiet === true,
    isAnimated: stderr.isTerminal && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === '',
  });
  const mayAsk =
    streams.stdin.isTTY === true && stderr.isTerminal && common.input && (env['CI'] ?? '') === '';
  const prompts = createPrompts(streams, mayAsk);
  const profiles = openProfileStore(folders.config, (warning) => void messages.warn(warning));

  let chosen: string | undefined;
  const resolve = async () => {
    const given: { [Name in ConnectionSetting]?: Given } = {};
    for (const [name, flag] of SETTING_FLAGS) {
      const setting = givenSetting(program, flag);
      if (setting !== undefined) given[name] = setting;
    }
    const wanted: Given | undefined =
      chosen === undefined ? givenSetting(program, 'profile') : { value: chosen, source: 'flag' };
    return resolveProfile(await profiles.read(), wanted, given, safetyOfEnvironment(env));
  };
  const resolvedOnce = once(resolve);
  const resolved = (name?: string) => {
    chosen ??= name;
    return resolvedOnce();
  };

  const givenToken = once(async () => {
    const token = await readGivenToken(common, world);
    if (token !== undefined) secrets.add(token);
    return token;
  });

  const tokens = createTokenSources({ common, world, secrets, givenToken });

  const noteWait = waitTeller(messages, common, world.clock);
  const tellWait = (wait: Wait) => {
    if (wait.why === 'trouble') tellOutage(wait);
    else if (context.onThrottled === undefined) noteWait(wait);
    else context.onThrottled(wait);
  };
  const tellOutage = ({ milliseconds, says, left }: Pick<Wait, 'milliseconds' | 'says' | 'left'>) => {
    const isTold = context.onOutage !== undefined && says !== undefined && left !== undefined;
    if (isTold) context.onOutage?.({ milliseconds, says, left });
    else if (health.isPatient) noteWait({ milliseconds, why: 'trouble', says, left });
    else noteWait({ milliseconds, why: 'trouble' });
  };

  const budget = createWaitBudget(common.maxWait, world.clock);
  const health = createServiceHealth(world.clock);
  const sleep = (milliseconds: number) => sleepUnlessStopped(world, shutdown, milliseconds);
  const connectOptions = (profile: ResolvedProfile) => {
    refuseUncheckedTls(world);
    for (const secret of proxyPasswords(world)) secrets.add(secret);
    return {
      resolved: profile,
      common,
      world,
      stateFolder: folders.state,
      token: (kinds: readonly TokenKind[] = SCIM_TOKENS) => tokens.current(profile, kinds),
      renewToken: (kinds: readonly TokenKind[], refused: string) => tokens.renewed(profile, kinds, refused),
      trace: messages.trace,
      messages,
      shares: context.shares,
      onWait: tellWait,
      budget,
      health,
      parked: context.parked,
      sleep,
    };
  };
  const open = (profile: ResolvedProfile) => connect(connectOptions(profile));
  const connection = once(async () => open(await resolved()));
  const openWebApi = (profile: ResolvedProfile) =>
    connectWebApi({
      ...connectOptions(profile),
      onWarning: (method, warning) => void messages.warn(`${method}: ${warning}`),
    });
  const webApi = once(async () => openWebApi(await resolved()));

  let growAsUsual: (() => void) | undefined;
  const context: Context = {
    world,
    common,
    folders,
    messages,
    prompts,
    shutdown,
    secrets,
    profiles,
    resolved,
    connection,
    webApi,
    howToConnect: async () => connectOptions(await resolved()),
    connect: (profile) => open(unstored(profile)),
    connectWebApi: async (profile) => openWebApi(unstored(profile)),
    givenToken,
    tokenUsed: tokens.used,
    tokenFor: async (kinds) => {
      await tokens.current(await resolved(), kinds);
      return tokens.used();
    },
    exitCode: 0,
    shares: 1,
    onThrottled: undefined,
    onOutage: undefined,
    health,
    outlast: outlastOutage({
      budget,
      health,
      clock: world.clock,
      random: world.random,
      sleep,
      onWait: tellOutage,
    }),
    parked: parkedRequests(),
    printer: once(async () =>
      createPrinter({
        writer: stdout,
        palette: paletteFor(hasColor(common.color, env, stdout.isTerminal)),
        common,
        format:
          givenFormat(common) ??
          (await profileFormat(resolved)) ??
          (stdout.isTerminal || (isReadByPeople && common.query === undefined) ? 'table' : 'json'),
        messages,
        now: world.now,
        shutdown,
      }),
    ),
    runLine,
    expectRows: (rows) => {
      growAsUsual ??= growHeapSlowly(rows);
    },
    close: async () => {
      growAsUsual?.();
      // One that could not be opened was told where it was asked for, and needs no closing.
      for (const one of [connection, webApi]) {
        const opened = one.wasCalled() ? await one().catch(() => undefined) : undefined;
        await opened?.close();
      }
    },
  };
  return context;
}

const SETTING_FLAGS: readonly (readonly [ConnectionSetting, string])[] = [
  ['scimBaseUrl', 'scimUrl'],
  ['webApiBaseUrl', 'apiUrl'],
  ['scimVersion', 'scimVersion'],
  ['vendor', 'vendor'],
  ['quota', 'quota'],
];

/** What a profile says, without what this run was given. */
function unstored(profile: Profile): ResolvedProfile {
  const stored = { profiles: { [profile.name]: profile } };
  return resolveProfile(stored, { value: profile.name, source: 'flag' }, {});
}

/** A document is printed by the command itself; what else it prints is as usual. */
function givenFormat({ output }: CommonOptions): OutputFormat | undefined {
  return isOutputFormat(output) ? output : undefined;
}

/** Without a profile there is no format of a profile; that is no mistake here. */
async function profileFormat(resolved: () => Promise<ResolvedProfile>): Promise<OutputFormat | undefined> {
  const output = await resolved().then(
    ({ settings }) => settings.output?.value,
    () => undefined,
  );
  return output !== undefined && isOutputFormat(output) ? output : undefined;
}

async function sleepUnlessStopped(world: World, shutdown: Shutdown, milliseconds: number): Promise<void> {
  if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
  try {
    await world.sleep(milliseconds, shutdown.signal);
  } catch (error) {
    if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
    throw error;
  }
  if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
}
