import { CommanderError } from '@commander-js/extra-typings';
import { asFailure, Failure } from '../failure/failure.ts';
import { Interrupted, SIGNAL_EXITS } from '../failure/interrupted.ts';
import { openSecrets, type Secrets } from '../gate/gate.ts';
import { DryRunWrite } from '../http/dry-run.ts';
import { guardStreams } from '../terminal/guard-streams.ts';
import { createWriter, hasColor } from '../terminal/streams.ts';
import { commandWords, misplacedTokens, refuseTypedToken, withPlural } from './argv.ts';
import { nodeAt } from './command-path.ts';
import type { Context, MeantCommands } from './context.ts';
import type { Ending } from './ending.ts';
import type { Host } from './host.ts';
import { flagsOf } from './operands.ts';
import type { CommonOptions, Program } from './options/common-options.ts';
import { buildProgram } from './program.ts';
import { refuseUnknownHelp } from './refuse-unknown-help.ts';
import { createShutdown } from './shutdown.ts';

/**
 * Runs one command line and returns its exit code. All errors are reported here and nowhere else.
 * @param stopNow ends the process immediately, at a signal that no work needs to handle
 * @returns the exit code
 */
export async function run(bare: Host, stopNow: (exit: number) => void): Promise<number> {
  const isOnTape =
    bare.tape === undefined && bare.argv.some((word) => /^--(?:record|replay)(?:=|$)/.test(word));
  if (!isOnTape) return runAsTyped(bare, stopNow);
  const { runOnTape } = await import('./recording/run-on-tape.ts');
  return runOnTape(bare, stopNow, runAsTyped);
}

/** Runs a command line, and then the corrected one if the user accepted it. */
async function runAsTyped(bare: Host, stopNow: (exit: number) => void): Promise<number> {
  const ended = await runOnce(bare, stopNow);
  return typeof ended === 'number' ? ended : runAsTyped({ ...bare, argv: ended }, stopNow);
}

/** @returns the exit code, or the corrected command line that the user chose to run */
async function runOnce(bare: Host, stopNow: (exit: number) => void): Promise<number | readonly string[]> {
  let host: Host = { ...bare, streams: guardStreams(bare.streams, bare.env) };
  const secrets = openSecrets();
  const shutdown = createShutdown(host.onStopSignal, (signal) => stopNow(SIGNAL_EXITS[signal]));
  let context: Context | undefined;
  let ending: Ending = { exitCode: 0 };
  let help = '';
  let common: Partial<CommonOptions> = {};
  let parser: Program | undefined;
  try {
    for (const token of misplacedTokens(host)) secrets.add(token);
    refuseTypedToken(host.argv);
    const program = buildProgram({
      env: host.env,
      openContext: async (parsed, isReadByPeople) => {
        const { createContext } = await import('./context.ts');
        context ??= createContext({
          host,
          program: parsed,
          isReadByPeople,
          secrets,
          shutdown,
          runLine: (argv, env) => run({ ...bare, argv, env }, stopNow),
          commandsMeant,
        });
        return context;
      },
      onEnd: (told) => {
        ending = told;
      },
      help: {
        width: host.streams.stdout.columns,
        isShort: host.argv.length === 0,
      },
      writeOut: (text) => {
        help += text;
      },
    });
    parser = program;
    host = { ...host, argv: withPlural(host.argv, flagsOf(program)) };
    await program.parseAsync(wordsToParse(host, flagsOf(program)), { from: 'user' }).finally(() => {
      common = program.opts();
    });
    await createWriter(host.streams.stdout, 'stdout').write(help);
    return ending.exitCode;
  } catch (error) {
    return await endByException(error, help, { host, common, secrets, context, parser });
  } finally {
    shutdown.unlisten();
    await context?.close();
    secrets.forget();
  }
}

/**
 * Ends a command line that an exception left: help, the end of a dry run, a stop signal or an error. Some of
 * its changes may have been made.
 * @returns the exit code, or the corrected command line that the user chose to run
 */
async function endByException(
  error: unknown,
  help: string,
  told: ReportContext,
): Promise<number | readonly string[]> {
  const { context, parser } = told;
  if (error instanceof DryRunWrite && context !== undefined) {
    // A write that was not announced by a plan: the transport of a dry run stops it anyway.
    const { requestInWords } = await import('./printing/request-in-words.ts');
    await context.messages.block(requestInWords(error.request));
    await context.messages.note('dry run: nothing was sent');
    return 0;
  }
  // A group without a subcommand prints its help.
  if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help'))
    return printHelp(help, told);
  if (error instanceof Interrupted) {
    if (error.hint !== undefined) await context?.messages.end(error.hint);
    return SIGNAL_EXITS[error.signal];
  }
  return error instanceof CommanderError && parser !== undefined
    ? correct(error, parser, told)
    : reportFailure(error, told);
}

function wordsToParse({ argv }: Host, flags: ReadonlyMap<string, boolean>): string[] {
  const words = commandWords(argv, flags);
  refuseUnknownHelp(words, flags);
  return words;
}

async function commandsMeant(words: readonly string[]): Promise<MeantCommands> {
  const { commandsNamed, findCommands } = await import('./find-command.ts');
  const named = words.length === 1 ? commandsNamed(words.join().toLowerCase()) : [];
  const found = findCommands(words, nodeAt(words).path.length);
  return {
    named: named.map((path) => path.join(' ')),
    found: found.map(({ path }) => path.join(' ')),
    isRespelled: found.some((one) => one.isRespelled === true),
  };
}

/** @returns the exit code */
function printHelp(help: string, told: ReportContext): Promise<number> {
  return createWriter(told.host.streams.stdout, 'stdout')
    .write(help)
    .then(
      () => 0,
      (unwritten: unknown) => reportFailure(unwritten, told),
    );
}

/** What is needed to report a failed command line. */
interface ReportContext {
  readonly host: Host;
  readonly common: Partial<CommonOptions>;
  readonly secrets: Secrets;
  readonly context: Context | undefined;
  readonly parser: Program | undefined;
}

/**
 * Reports what is wrong with a command line, and offers to run the most likely correction.
 * @returns the exit code, or the words of the command line to run instead
 */
async function correct(
  error: CommanderError,
  parser: Program,
  told: ReportContext,
): Promise<number | readonly string[]> {
  const { usageMistake } = await import('./usage-failure.ts');
  const { failure, meant } = await explained(() => usageMistake(error, told.host.argv, parser), {
    failure: new Failure('usage', error.message.replace(/^error: /, '')),
    meant: undefined,
  });
  const exit = await reportFailure(failure, told);
  const { offerCorrection } = await import('./offer-correction.ts');
  return meant !== undefined && (await offerCorrection(told.host, told.common)) ? meant : exit;
}

/** Reports an error on stderr. @returns the exit code */
async function reportFailure(error: unknown, told: ReportContext): Promise<number> {
  const { host, common, secrets, context } = told;
  const { describeFailure, exitOf } = await import('./report-failure.ts');
  const { paletteFor } = await import('../output/palette.ts');
  const stderr = createWriter(host.streams.stderr, 'stderr');
  const { unnamedFileError } = await import('../failure/file-error.ts');
  const bare = unnamedFileError(error) ?? asFailure(error);
  const named = await explained(() => withToken(bare, context), bare);
  const listed = await explained(() => withList(named, told), named);
  const failure = await explained(() => withVariables(listed, told), listed);
  const options = {
    palette: paletteFor(hasColor(common.color ?? 'auto', host.env, stderr.isTerminal)),
    isJson: common.output === 'json' || common.output === 'ndjson',
    isDebug: common.debug === true,
    argv: host.argv,
  };
  const text = await explained(() => describeFailure(failure, options), `error: ${bare.message}\n`);
  const safe = secrets.redact(text);
  // A line break within a string would make JSON invalid.
  const width = options.isJson ? undefined : stderr.width;
  const { wrapWords } = await import('../output/wrap-words.ts');
  await stderr.write(await explained(() => wrapWords(safe, width), safe));
  return exitOf(failure);
}

/**
 * Explains a failure. If the explanation itself fails, the failure is printed without it: a second error
 * never hides the first.
 */
async function explained<T>(explain: () => T | Promise<T>, plain: T): Promise<T> {
  try {
    return await explain();
  } catch {
    return plain;
  }
}

/** Suggests `@FILE` if a file name was typed as the name of a user or group. */
async function withList(failure: Failure, { host: { argv }, parser }: ReportContext): Promise<Failure> {
  if (parser === undefined || !/^no_such_(?:user|group)$/.test(failure.code ?? '')) return failure;
  const { commandOf } = await import('./usage-failure.ts');
  const { suggestListFile } = await import('./identity/forgotten-at.ts');
  return suggestListFile(failure, argv, commandOf(argv, parser));
}

/** Names the variables that set flags which a failure names. */
async function withVariables(failure: Failure, { host: { argv }, parser }: ReportContext): Promise<Failure> {
  if (parser === undefined || failure.kind !== 'usage') return failure;
  const { commandOf } = await import('./usage-failure.ts');
  const { withVariablesNamed } = await import('./options/name-variables.ts');
  return withVariablesNamed(failure, commandOf(argv, parser));
}

/** Names the token that the service refused, if the failure is about a token. */
async function withToken(failure: Failure, context: Context | undefined): Promise<Failure> {
  if (failure.kind !== 'unauthorized' || context === undefined) return failure;
  const { withTokenDetails } = await import('./connection/refused-token.ts');
  return withTokenDetails(failure, context);
}
