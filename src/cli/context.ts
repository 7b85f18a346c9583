import { Failure } from '../failure/failure.ts';
import type { Wait } from '../http/retry.ts';
import { paletteFor } from '../output/palette.ts';
import { isOutputFormat, type OutputFormat } from '../output/view.ts';
import { type Folders, foldersFor } from '../profiles/folders.ts';
import { type Profile, tokenFrom } from '../profiles/profile.ts';
import { openProfileStore, type ProfileStore } from '../profiles/profile-store.ts';
import { readStoredToken, readTokenFile } from '../profiles/read-token.ts';
import type { Redactor } from '../profiles/redact.ts';
import {
  type ConnectionSetting,
  type Given,
  NO_PROFILE,
  type ResolvedProfile,
  resolveProfile,
} from '../profiles/resolve-profile.ts';
import type { TokenKind } from '../spec/wire.ts';
import { Interrupted } from '../terminal/interrupted.ts';
import { createPrompts, type Prompts } from '../terminal/prompts.ts';
import { readText } from '../terminal/read-input.ts';
import { createWriter, hasColour } from '../terminal/streams.ts';
import { type Connection, connect } from './connection/connect.ts';
import { connectWebApi, type WebApiConnection } from './connection/connect-web-api.ts';
import { type CommonOptions, givenSetting, type Program } from './options/common-options.ts';
import { createMessages, type Messages } from './printing/messages.ts';
import { createPrinter, type Printer } from './printing/print.ts';
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
  readonly redactor: Redactor;
  readonly profiles: ProfileStore;
  /** The profile of this run and where each setting came from; a name given here outweighs --profile. */
  resolved(name?: string): Promise<ResolvedProfile>;
  connection(): Promise<Connection>;
  /** The Web API of the same organization. */
  webApi(): Promise<WebApiConnection>;
  /** Connects with a profile that is not stored. */
  connect(profile: Profile): Promise<Connection>;
  /** Connects to its Web API. */
  connectWebApi(profile: Profile): Promise<WebApiConnection>;
  /** In the format that flag, variable, profile or stream decide. */
  printer(): Promise<Printer>;
  /** The token that was given for this run alone, by --token-file, --token-stdin or ORGCTL_TOKEN. */
  givenToken(): Promise<string | undefined>;
  /** The exit code of a run that came to its end; 0 unless a command says otherwise. */
  exitCode: number;
  /** Machines that share the work, and so the service's quotas; says so before the connection is opened. */
  shares: number;
  /** Is told of each wait that the service asks for, instead of a note about it. */
  onThrottled: ((wait: Wait) => void) | undefined;
  close(): Promise<void>;
}

export interface ContextOptions {
  readonly world: World;
  /** After it has read the command line. */
  readonly program: Program;
  readonly redactor: Redactor;
  readonly shutdown: Shutdown;
}

export function createContext({ world, program, redactor, shutdown }: ContextOptions): Context {
  const common = program.opts();
  const { env, streams } = world;
  const stdout = createWriter(streams.stdout, 'stdout');
  const stderr = createWriter(streams.stderr, 'stderr');
  const folders = foldersFor(env);
  const messages = createMessages({
    stream: streams.stderr,
    writer: stderr,
    palette: paletteFor(hasColour(common.color, env, stderr.isTerminal)),
    redact: redactor.redact,
    isQuiet: common.quiet === true,
    isAnimated: stderr.isTerminal && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === '',
  });
  const mayAsk =
    streams.stdin.isTTY === true && stderr.isTerminal && common.input && (env['CI'] ?? '') === '';
  const prompts = createPrompts(streams, mayAsk);
  const profiles = openProfileStore(folders.config, (warning) => void messages.warn(warning));
  const once = memo();

  let chosen: string | undefined;
  const resolve = async () => {
    const given: { [Name in ConnectionSetting]?: Given } = {};
    for (const [name, flag] of SETTING_FLAGS) {
      const setting = givenSetting(program, flag);
      if (setting !== undefined) given[name] = setting;
    }
    const wanted: Given | undefined =
      chosen === undefined ? givenSetting(program, 'profile') : { value: chosen, source: 'flag' };
    return resolveProfile(await profiles.read(), wanted, given);
  };
  const resolvedOnce = once(resolve);
  const resolved = (name?: string) => {
    chosen ??= name;
    return resolvedOnce();
  };

  const givenToken = once(async () => {
    const token = await readGivenToken(common, world);
    if (token !== undefined) redactor.add(token);
    return token;
  });

  const tokenOf = async ({ profile, isSandbox }: ResolvedProfile, kinds: readonly TokenKind[]) => {
    const given = await givenToken();
    if (given !== undefined) return given;
    if (isSandbox) return (await import('../sandbox/demo-tokens.ts')).SANDBOX_TOKENS[kinds[0] ?? 'org'];
    const stored = kinds.map((kind) => profile.tokens[kind]).find((token) => token !== undefined);
    if (stored === undefined) throw noToken(profile, kinds);
    if ('value' in stored) redactor.add(stored.value);
    const value = await readStoredToken(stored);
    redactor.add(value);
    return value;
  };

  const noteWait = waitTeller(messages, common, world.clock);
  const tellWait = (wait: Wait) => {
    if (wait.why === 'trouble' || context.onThrottled === undefined) noteWait(wait);
    else context.onThrottled(wait);
  };

  const connectOptions = (profile: ResolvedProfile) => {
    refuseUncheckedTls(world);
    for (const secret of proxyPasswords(world)) redactor.add(secret);
    return {
      resolved: profile,
      common,
      world,
      stateFolder: folders.state,
      token: (kinds: readonly TokenKind[] = SCIM_TOKENS) => tokenOf(profile, kinds),
      trace: messages.trace,
      messages,
      shares: context.shares,
      onWait: tellWait,
      sleep: (milliseconds: number) => sleepUnlessStopped(world, shutdown, milliseconds),
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

  const context: Context = {
    world,
    common,
    folders,
    messages,
    prompts,
    shutdown,
    redactor,
    profiles,
    resolved,
    connection,
    webApi,
    connect: (profile) => open(unstored(profile)),
    connectWebApi: async (profile) => openWebApi(unstored(profile)),
    givenToken,
    exitCode: 0,
    shares: 1,
    onThrottled: undefined,
    printer: once(async () =>
      createPrinter({
        writer: stdout,
        palette: paletteFor(hasColour(common.color, env, stdout.isTerminal)),
        common,
        format:
          givenFormat(common) ?? (await profileFormat(resolved)) ?? (stdout.isTerminal ? 'table' : 'json'),
        messages,
        now: world.now,
      }),
    ),
    close: async () => {
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

/** Makes functions that do their work once. */
function memo() {
  return <T>(make: () => Promise<T>): (() => Promise<T>) & { wasCalled(): boolean } => {
    let made: Promise<T> | undefined;
    const get = () => {
      made ??= make();
      return made;
    };
    return Object.assign(get, { wasCalled: () => made !== undefined });
  };
}

async function readGivenToken(common: CommonOptions, world: World): Promise<string | undefined> {
  if (common.tokenStdin === true) return tokenFrom(await readText('-', world.streams.stdin));
  if (common.tokenFile !== undefined) return readTokenFile(common.tokenFile);
  const fromEnvironment = world.env['ORGCTL_TOKEN'];
  return fromEnvironment === undefined || fromEnvironment === '' ? undefined : tokenFrom(fromEnvironment);
}

/** SCIM takes the token of an app on the organization, or of a person (SCIM §5). */
const SCIM_TOKENS: readonly TokenKind[] = ['org', 'user'];

function noToken({ name, tokens }: Profile, kinds: readonly TokenKind[]): Failure {
  if (name === NO_PROFILE) {
    return new Failure('unauthorised', 'there is no token', {
      hint: 'pass --token-stdin or --token-file, or set ORGCTL_TOKEN',
    });
  }
  const others = Object.keys(tokens);
  if (others.length > 0) {
    const message = `this takes a token of the kind ${kinds.join(' or ')}; the profile "${name}" has ${others.join(' and ')}`;
    return new Failure('unauthorised', message, {
      hint: `orgctl profile add ${name} --token-kind ${kinds[0] ?? 'org'} --token-stdin`,
    });
  }
  return new Failure('unauthorised', `there is no token for the profile "${name}"`, {
    hint: `orgctl profile add ${name} --force --token-stdin, or set ORGCTL_TOKEN`,
  });
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

function refuseUncheckedTls({ env }: World): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  throw new Failure('usage', 'TLS checks are switched off by NODE_TLS_REJECT_UNAUTHORIZED', {
    hint: 'unset it; NODE_EXTRA_CA_CERTS=FILE adds a certificate authority',
  });
}

function proxyPasswords({ env }: World): readonly string[] {
  return ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) =>
    [env[name], env[name.toLowerCase()]].flatMap((text) => {
      const password =
        text !== undefined && URL.canParse(text) ? decodeURIComponent(new URL(text).password) : '';
      return password === '' ? [] : [password];
    }),
  );
}

/** A wait of the tool is told when it is long enough to be noticed, and once for all calls that wait for the same. */
function waitTeller(messages: Messages, common: CommonOptions, clock: () => number): (wait: Wait) => void {
  let toldUntil = 0;
  return ({ milliseconds, why }) => {
    const end = clock() + milliseconds;
    if ((milliseconds < 2000 && common.verbose !== true) || end < toldUntil + 1000) return;
    toldUntil = end;
    const words = why === 'trouble' ? 'trying again' : 'the service asks to wait';
    void messages.note(`${words}: ${Math.ceil(milliseconds / 1000)} s`);
  };
}

async function sleepUnlessStopped(world: World, shutdown: Shutdown, milliseconds: number): Promise<void> {
  if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
  try {
    await world.sleep(milliseconds, shutdown.signal);
  } catch (error) {
    if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
    throw error;
  }
}
