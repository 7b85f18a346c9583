import type { TokenMark } from '../bulk/run/started-by.ts';
import type { Secrets } from '../gate/gate.ts';
import { growHeapSlowly } from '../http/v8-tuning.ts';
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

/** What a command works with. Nothing is opened until it is asked for. */
export interface Context extends ServiceAccess {
  readonly host: Host;
  readonly common: CommonOptions;
  readonly folders: Folders;
  readonly messages: Messages;
  readonly prompts: Prompts;
  readonly shutdown: Shutdown;
  readonly secrets: Secrets;
  readonly profiles: ProfileStore;
  /** The profile of this run and where each setting came from; a name given here outweighs --profile. */
  resolved(name?: string): Promise<ResolvedProfile>;
  /** In the format that flag, variable, profile or stream decide. */
  printer(): Promise<Printer>;
  /** The token that was given for this run alone, by --token-file, --token-stdin or ORGCTL_TOKEN. */
  givenToken(): Promise<string | undefined>;
  /** Tells the token apart that was used last; undefined before the first request. */
  tokenUsed(): TokenMark | undefined;
  /**
   * The profile that this token was used for: the one of this run, or one that is tried before it is stored.
   */
  tokenUsedFor(): Profile | undefined;
  /**
   * The same of the token that the next request of these kinds will use. @throws Failure `unauthorized` when
   * there is none
   */
  tokenFor(kinds: readonly TokenKind[]): Promise<TokenMark | undefined>;
  /**
   * The same for a run of many changes: it waits for a service that is away, and shares the service's quotas
   * among machines. What it opens is its own.
   */
  forRun(shares: number): Context;
  /** Runs another command line as if it were typed, in another environment. @returns its exit code */
  readonly runLine: RunLine;
  /** Returns the commands that words lead to or may mean, each by its words. */
  readonly commandsMeant: CommandsMeant;
  /** Says how many rows are processed, so that memory can be held down. */
  expectRows(rows: number): void;
  close(): Promise<void>;
}

export type RunLine = (argv: readonly string[], env: Host['env']) => Promise<number>;

export type CommandsMeant = (words: readonly string[]) => Promise<readonly (readonly string[])[]>;

export interface ContextOptions extends Pick<Context, 'runLine' | 'commandsMeant'> {
  readonly host: Host;
  /** After it has read the command line. */
  readonly program: Program;
  /** Whether a pipe gets tables, too. */
  readonly isReadByPeople: boolean;
  readonly secrets: Secrets;
  readonly shutdown: Shutdown;
}

type Tools = Pick<Context, 'messages' | 'prompts' | 'profiles' | 'folders' | 'resolved' | 'givenToken'>;

export function createContext(options: ContextOptions): Context {
  const { host, program, secrets, shutdown, runLine, isReadByPeople } = options;
  const common = program.opts();
  const stdout = createWriter(host.streams.stdout, 'stdout');
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
  const heap = heapFor();
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
    printer: once(async () =>
      createPrinter({
        writer: stdout,
        palette: paletteFor(hasColor(common.color, host.env, stdout.isTerminal)),
        common,
        format: await chooseFormat(common, resolved, { isTerminal: stdout.isTerminal, isReadByPeople }),
        messages,
        now: host.now,
        shutdown,
        paging: pagingOf(host, common, shutdown),
      }),
    ),
    runLine,
    commandsMeant: options.commandsMeant,
    expectRows: heap.expectRows,
    close: async () => {
      heap.asUsual();
      await sessions.close();
    },
  };
  return context;
}

/** What talks to the person, and what is stored. */
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
  // Input comes last: its stream takes long to make.
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

/** The sessions of a command, closed together. */
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

/** Holds the memory of a command down that has many rows. */
function heapFor(): { expectRows(rows: number): void; asUsual(): void } {
  let asUsual: (() => void) | undefined;
  return {
    expectRows: (rows) => {
      asUsual ??= growHeapSlowly(rows);
    },
    asUsual: () => asUsual?.(),
  };
}
