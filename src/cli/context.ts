import type { TokenMark } from '../bulk/run/started-by.ts';
import type { Secrets } from '../gate/gate.ts';
import { growHeapSlowly, optimizeEarly } from '../http/v8-tuning.ts';
import { createWaitBudget } from '../http/wait-budget.ts';
import { paletteFor } from '../output/palette.ts';
import { type Folders, foldersFor } from '../profiles/folders.ts';
import type { Profile } from '../profiles/profile.ts';
import { openProfileStore, type ProfileStore } from '../profiles/profile-store.ts';
import type { ResolvedProfile } from '../profiles/resolve-profile.ts';
import type { TokenKind } from '../spec/protocol-types.ts';
import { createPrompts, type Prompts } from '../terminal/prompts.ts';
import { createWriter, hasColor } from '../terminal/streams.ts';
import { chosenProfile } from './connection/chosen-profile.ts';
import { proxyPasswords, refuseUncheckedTls } from './connection/network-settings.ts';
import { readGivenToken } from './connection/resolve-token.ts';
import {
  openSession,
  type ServiceAccess,
  type SessionNeeds,
  type SessionSettings,
} from './connection/session.ts';
import { createTokenSources } from './connection/token-sources.ts';
import type { Host } from './host.ts';
import { once } from './once.ts';
import type { CommonOptions, Program } from './options/common-options.ts';
import { sharedFolderOf } from './options/state-option.ts';
import { chooseFormat } from './printing/choose-format.ts';
import { createMessages, type Messages } from './printing/messages.ts';
import { pagingOf } from './printing/paging-of.ts';
import { createPrinter, type Printer } from './printing/print.ts';
import type { Shutdown } from './shutdown.ts';
import { sleepUnlessStopped } from './sleep-unless-stopped.ts';

/** Everything a command works with. Nothing is opened before its first use. */
export interface Context extends ServiceAccess {
  readonly host: Host;
  readonly common: CommonOptions;
  readonly folders: Folders;
  readonly messages: Messages;
  readonly prompts: Prompts;
  readonly shutdown: Shutdown;
  readonly secrets: Secrets;
  readonly profiles: ProfileStore;
  /** The profile of this run and the source of each setting; a name given here overrides --profile. */
  resolved(name?: string): Promise<ResolvedProfile>;
  /** Prints in the format set by flag, variable or profile, or else by the type of the stream. */
  printer(): Promise<Printer>;
  /** The token given for this run only, by --token-file, --token-stdin or ORGCTL_TOKEN. */
  givenToken(): Promise<string | undefined>;
  /** Identifies the token used last; undefined before the first request. */
  tokenUsed(): TokenMark | undefined;
  /**
   * The profile for which the token was used last: that of this run, or a profile that is tested before it is
   * stored.
   */
  tokenUsedFor(): Profile | undefined;
  /**
   * Identifies the token that the next request of these kinds will use.
   * @throws Failure `unauthorized` if there is no token
   */
  tokenFor(kinds: readonly TokenKind[]): Promise<TokenMark | undefined>;
  /**
   * Returns a context for a run of many changes: it waits for an unavailable service, and shares the quotas
   * of the service among machines. It has a session of its own.
   */
  forRun(shares: number): Context;
  /** Runs another command line in another environment. @returns its exit code */
  readonly runLine: RunLine;
  /** Returns the commands that the words name or resemble. */
  readonly commandsMeant: CommandsMeant;
  /** Announces how many rows will be processed, so that memory use can be limited. */
  expectRows(rows: number): void;
  /** Announces how many changes will be sent. */
  expectChanges(changes: number): void;
  close(): Promise<void>;
}

export type RunLine = (argv: readonly string[], env: Host['env']) => Promise<number>;

export type CommandsMeant = (words: readonly string[]) => Promise<MeantCommands>;

/** The words of commands, separated by spaces. */
export interface MeantCommands {
  /** The commands that a single word names without their group. */
  readonly named: readonly string[];
  /** The commands that the words most likely mean. */
  readonly found: readonly string[];
  /** Whether they were found by another spelling. */
  readonly isRespelled: boolean;
}

export interface ContextOptions extends Pick<Context, 'runLine' | 'commandsMeant'> {
  readonly host: Host;
  /** The program after it has parsed the command line. */
  readonly program: Program;
  /** Whether to print tables even to a pipe. */
  readonly isReadByPeople: boolean;
  readonly secrets: Secrets;
  readonly shutdown: Shutdown;
}

type Tools = Pick<Context, 'messages' | 'prompts' | 'profiles' | 'folders' | 'resolved' | 'givenToken'>;

export function createContext(options: ContextOptions): Context {
  const { host, program, secrets, shutdown, runLine } = options;
  const common = program.opts();
  const tools = openTools(options, common);
  const { messages, resolved } = tools;
  const sleep = (milliseconds: number) => sleepUnlessStopped(host, shutdown, milliseconds);
  const tokens = createTokenSources({
    common,
    host,
    secrets,
    givenToken: tools.givenToken,
    messages,
    sleep,
  });
  const sessions = sessionsOf(options, {
    common,
    host,
    stateFolder: tools.folders.state,
    configFolder: tools.folders.config,
    messages,
    tokens,
    budget: createWaitBudget(common.maxWait, host.clock),
    sleep,
    resolved,
  });
  const tuning = tuningOf();
  const context: Context = {
    ...tools,
    ...sessions.open({ shares: 1, isPatient: false }),
    host,
    common,
    shutdown,
    secrets,
    tokenUsed: tokens.used,
    tokenUsedFor: tokens.usedFor,
    tokenFor: async (kinds) => {
      await tokens.current(await resolved(), kinds);
      return tokens.used();
    },
    forRun: (shares) => ({ ...context, ...sessions.open({ shares, isPatient: true }) }),
    printer: once(() => openPrinter(options, common, tools)),
    runLine,
    commandsMeant: options.commandsMeant,
    expectRows: tuning.expectRows,
    expectChanges: tuning.expectChanges,
    close: async () => {
      tuning.end();
      await sessions.close();
    },
  };
  return context;
}

/** Opens messages and prompts, and the stored profiles and token. */
function openTools({ host, program, secrets }: ContextOptions, common: CommonOptions): Tools {
  const { env, streams } = host;
  const stderr = createWriter(streams.stderr, 'stderr');
  const isCi = (env['CI'] ?? '') !== '';
  const messages = createMessages({
    stream: streams.stderr,
    writer: stderr,
    palette: paletteFor(hasColor(common.color, env, stderr.isTerminal)),
    redact: secrets.redact,
    isQuiet: common.quiet === true,
    isAnimated: stderr.isTerminal && env['TERM'] !== 'dumb' && !isCi,
  });
  // Standard input is checked last: its stream is slow to create.
  const mayAsk = stderr.isTerminal && common.input && !isCi && streams.stdin.isTTY === true;
  const prompts = createPrompts(streams, mayAsk);
  const folders = foldersFor(env, sharedFolderOf(program));
  const profiles = openProfileStore(folders.config, (warning) => void messages.warn(warning));
  return {
    messages,
    prompts: host.tape?.prompts(prompts) ?? prompts,
    profiles,
    folders,
    resolved: chosenProfile(program, profiles, host),
    givenToken: once(async () => {
      const token = await readGivenToken(common, host);
      if (token !== undefined) secrets.add(token);
      return token;
    }),
  };
}

async function openPrinter(
  { host, shutdown, isReadByPeople }: ContextOptions,
  common: CommonOptions,
  { messages, resolved }: Pick<Tools, 'messages' | 'resolved'>,
): Promise<Printer> {
  const writer = createWriter(host.streams.stdout, 'stdout');
  const { isTerminal } = writer;
  return createPrinter({
    writer,
    palette: paletteFor(hasColor(common.color, host.env, isTerminal)),
    common,
    format: await chooseFormat(common, resolved, { isTerminal, isReadByPeople }),
    messages,
    now: host.now,
    shutdown,
    paging: pagingOf(host, common, shutdown),
  });
}

/** The sessions of a command, which are closed together. */
function sessionsOf(
  { host, secrets }: ContextOptions,
  settings: Omit<SessionSettings, 'checkNetwork'>,
): { open(needs: SessionNeeds): ServiceAccess; close(): Promise<void> } {
  const opened: (() => Promise<void>)[] = [];
  const checkNetwork = () => {
    refuseUncheckedTls(host);
    for (const secret of proxyPasswords(host)) secrets.add(secret);
  };
  return {
    open(needs) {
      const { close, ...session } = openSession({ ...settings, checkNetwork }, needs);
      opened.push(close);
      return session;
    },
    close: async () => {
      for (const close of opened) await close();
    },
  };
}

/** Tunes V8 for a command with many rows or changes. */
function tuningOf(): Pick<Context, 'expectRows' | 'expectChanges'> & { end(): void } {
  const ends: ((() => void) | undefined)[] = [];
  return {
    expectRows: (rows) => void ends.push(growHeapSlowly(rows)),
    expectChanges: (changes) => void ends.push(growHeapSlowly(changes), optimizeEarly(changes)),
    end: () => {
      for (const end of ends.splice(0)) end?.();
    },
  };
}
