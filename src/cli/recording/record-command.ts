import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { decodeWhole } from '../../bulk/input/decode-whole.ts';
import { FAILURE_KINDS, Failure, systemErrorCode } from '../../failure/failure.ts';
import { withLayers } from '../../http/transport.ts';
import { foldersFor } from '../../profiles/folders.ts';
import type { ResolvedProfile } from '../../profiles/resolve-profile.ts';
import { fragmentsIn } from '../../recording/fragments.ts';
import { createExchangeInventor } from '../../recording/invent-exchange.ts';
import { createInventor } from '../../recording/invent-text.ts';
import { recordLayer } from '../../recording/record-layer.ts';
import { RECORDING_FORMAT, type RecordingHeader, type RecordingLine } from '../../recording/recording.ts';
import { createSteppedTime, type SteppedTime } from '../../recording/stepped-time.ts';
import { type AppendFile, openAppendFile } from '../../storage/append-file.ts';
import { resolveLinks } from '../../storage/resolve-links.ts';
import { terminalWidth } from '../../terminal/streams.ts';
import { defined } from '../../values/defined.ts';
import { seededRandom } from '../../values/seeded-random.ts';
import { type Host, version } from '../host.ts';
import { refuseSharedFile } from '../options/refuse-shared-files.ts';
import { refuseNoName } from '../printing/refuse-existing.ts';
import { buildWholeProgram } from '../program.ts';
import { conditionsInMaps } from './conditions-in-maps.ts';
import { type EarlierRuns, earlierRuns } from './earlier-runs.ts';
import { encodingIn } from './encoding-in.ts';
import { inventRows } from './invent-ldif.ts';
import { type InventedWords, inventWords } from './invent-words.ts';
import { inventedProfile } from './invented-profile.ts';
import { missingForReplay, refuseNothingToRecord } from './missing-for-replay.ts';
import { noteBeside } from './note-beside.ts';
import { OF_A_RUN } from './of-a-run.ts';
import { originsOfLine } from './origins-of-line.ts';
import { recordedAnswers } from './recorded-answers.ts';
import { recordedProgram } from './recorded-program.ts';
import { createRecordedRemember } from './remembered-values.ts';
import type { Tape } from './tape.ts';
import type { TapeFlag } from './tape-flags.ts';
import type { WordInventors } from './word-inventors.ts';

const NEW_FILE = 'name a new file, for example --record call.tape';

/**
 * Runs a command and records its requests and responses in a new file. None remains of a command line that
 * shows help or the version, nor of a wrong one that sent nothing, unless the recording lacks an input; of
 * refused input it remains, because a replay refuses it as well. The key for invented values only exists in
 * this process.
 * @returns the exit code of the command
 * @throws Failure `usage` for a command that sends no requests, for a file named -, and for one that the
 * command writes itself; `storage` if the file exists or cannot be written
 */
export async function recordCommand(
  { file, rest }: TapeFlag,
  bare: Host,
  run: (host: Host) => Promise<number>,
): Promise<number> {
  refuseNoName(file, NEW_FILE);
  const value = createInventor(randomBytes(32), fragmentsIn([...rest, ...conditionsInMaps(rest)]));
  const invent: WordInventors = { value, exchange: createExchangeInventor(value), digests: new Map() };
  const words = inventWords(rest, bare.env, await buildWholeProgram(), invent);
  refuseNothingToRecord(words.path);
  for (const [flag, output] of words.outputs)
    refuseSharedFile(new Map([[resolveLinks(file), '--record']]), flag, output);
  const out = openNew(file);
  let hasSent = false;
  let isHelp = true;
  const add = (line: RecordingLine) => {
    hasSent ||= 'exchange' in line;
    out.append(`${JSON.stringify(line)}\n`);
  };
  let isStarted = true;
  try {
    const time = createSteppedTime(bare);
    const seed = Math.floor(bare.random() * 0x1_0000_0000);
    const earlier = await runsToHold(words, rest, bare, invent);
    const header = headerOf(words, earlier, bare, { seed, started: value.time(time.now()) });
    add({ recording: header });
    await noteMissingForReplay(header, bare);
    const stdin = copied(bare.streams.stdin);
    const { config } = foldersFor(bare.env);
    const profile = oncePerProfile((resolved) => add({ profile: inventedProfile(resolved, config, invent) }));
    const tape = tapeOf(add, time, invent);
    let stopped: number | undefined;
    const prompts: Tape['prompts'] = (own) => {
      // Help is printed without the tools of a command; a line that names no command shows the version.
      isHelp = words.path.length === 0;
      return tape.prompts(own);
    };
    const exit = await run({
      ...steppedHost(bare, time, () => {
        stopped ??= time.mark();
      }),
      argv: rest,
      random: seededRandom(seed),
      streams: { ...bare.streams, stdin: stdin.stream },
      tape: { ...tape, resolved: profile, prompts },
    });
    const input = rest.includes('--token-stdin') ? undefined : stdin.read();
    if (input !== undefined) add({ stdin: inventRows(textOf(input, rest, bare.env), invent) });
    isStarted = hasSent || !(isRefusedLine(exit, header, words) || (isHelp && exit === 0));
    add({ end: { exit, at: time.clock(), ...defined({ stopped }) } });
    return exit;
  } finally {
    out.close();
    // The corrected command line can then be recorded in the same file.
    if (!isStarted) rmSync(file, { force: true });
  }
}

/** Whether a command that sent nothing ended because of its command line. */
function isRefusedLine(exit: number, { lacks }: RecordingHeader, { outputs }: InventedWords): boolean {
  // Without an input that it lacks, the command may have ended for that reason.
  if (exit === FAILURE_KINDS.usage.exit) return lacks === undefined;
  // A replay writes into a folder of its own, so it cannot repeat the error of an output file.
  return exit === FAILURE_KINDS.storage.exit && outputs.length > 0;
}

/** Returns the earlier runs that the command reads; undefined if they cannot be recorded. */
async function runsToHold(
  { path, read }: InventedWords,
  argv: readonly string[],
  bare: Host,
  invent: WordInventors,
): Promise<EarlierRuns | undefined> {
  const origins = await originsOfLine({ ...bare, argv });
  return earlierRuns({ argv, path: path.join(' '), read, origins }, bare.env, invent);
}

/** Returns a host with the time of the recording, which calls `onStop` at a signal. */
function steppedHost(bare: Host, { now, clock, sleep }: SteppedTime, onStop: () => void): Host {
  const onStopSignal: Host['onStopSignal'] = (listener) =>
    bare.onStopSignal((signal) => {
      onStop();
      listener(signal);
    });
  return { ...bare, now, clock, sleep, onStopSignal };
}

/** Records what comes to the command from outside, except its profiles and its input. */
function tapeOf(
  add: (line: RecordingLine) => void,
  time: SteppedTime,
  invent: WordInventors,
): Omit<Tape, 'resolved'> {
  const layer = recordLayer({ time, invent: invent.exchange, add: (exchange) => add({ exchange }) });
  return {
    connect: async (open) => {
      const base = await open();
      return { ...base, transport: withLayers(base.transport, [layer]) };
    },
    prompts: (own) => recordedAnswers(own, invent.value.text, (answer) => add({ answer })),
    remember: createRecordedRemember(invent, (made) => add({ made })),
    start: (program) => recordedProgram(program, time, (ended) => add({ program: ended })),
  };
}

function textOf(input: Buffer, argv: readonly string[], env: Host['env']): string {
  return decodeWhole(input, encodingIn(argv, env)) ?? input.toString('utf8');
}

/** @throws Failure `storage` if the file exists or cannot be created */
function openNew(file: string): AppendFile {
  try {
    return openAppendFile(file, { mustBeNew: true });
  } catch (error) {
    if (!(error instanceof Failure) || systemErrorCode(error.cause) !== 'EEXIST') throw error;
    throw new Failure(error.kind, error.message, { hint: NEW_FILE, cause: error.cause });
  }
}

/** Variables that give a token for a run. */
const TOKEN_VARIABLES = ['ORGCTL_TOKEN', 'ORGCTL_TOKEN_FILE'];

/** Warns, before the command runs, if the recording cannot be replayed. */
async function noteMissingForReplay({ lacks = [] }: RecordingHeader, bare: Host): Promise<void> {
  if (lacks.length > 0)
    await noteBeside(bare, `the recording cannot be replayed: it does not contain ${lacks.join(' and ')}`);
}

function headerOf(
  words: InventedWords,
  earlier: EarlierRuns | undefined,
  { argv: typed, env, streams }: Host,
  start: Pick<RecordingHeader, 'seed' | 'started'>,
): RecordingHeader {
  const { argv, env: variables, inputs } = words;
  const { runs, feeds = [] } = earlier ?? {};
  const lacks = missingForReplay(words, earlier?.runs);
  const [stdin, stdout, stderr] = [streams.stdin, streams.stdout, streams.stderr].map((stream) =>
    terminalWidth(stream, env),
  );
  return {
    format: RECORDING_FORMAT,
    version,
    node: process.versions.node,
    platform: process.platform,
    argv,
    env: variables,
    inputs,
    ...(runs?.length === 0 && !OF_A_RUN.test(words.path.join(' ')) ? {} : defined({ runs })),
    ...(feeds.length === 0 ? {} : { feeds }),
    ...(lacks.length === 0 ? {} : { lacks }),
    hasToken:
      TOKEN_VARIABLES.some((name) => (env[name] ?? '') !== '') ||
      typed.some((word) => /^--token-(?:stdin|file)/.test(word)),
    ...start,
    terminal: {
      ...defined({ stdin, stdout, stderr }),
    },
  };
}

/** Reports each profile on its first use; the first one is that of the command. */
function oncePerProfile(tell: (resolved: ResolvedProfile) => void): (resolved: ResolvedProfile) => void {
  const told = new Set<string>();
  return (resolved) => {
    if (!told.has(resolved.profile.name)) tell(resolved);
    told.add(resolved.profile.name);
  };
}

/** Returns a stream with the same content that also keeps it; a terminal is passed on unchanged. */
function copied(stdin: Host['streams']['stdin']): {
  readonly stream: Host['streams']['stdin'];
  readonly read: () => Buffer | undefined;
} {
  if (stdin.isTTY === true) return { stream: stdin, read: () => undefined };
  const chunks: Buffer[] = [];
  const keep = async function* () {
    for await (const chunk of stdin) {
      chunks.push(Buffer.from(chunk));
      yield chunk;
    }
  };
  return {
    stream: Readable.from(keep()),
    read: () => (chunks.length === 0 ? undefined : Buffer.concat(chunks)),
  };
}
