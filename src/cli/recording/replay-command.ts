import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { FAILURE_KINDS } from '../../failure/failure.ts';
import { SIGNAL_EXITS, type StopSignal } from '../../failure/interrupted.ts';
import { writeCapabilities } from '../../profiles/capabilities.ts';
import { foldersFor } from '../../profiles/folders.ts';
import type { Profile } from '../../profiles/profile.ts';
import { openProfileStore } from '../../profiles/profile-store.ts';
import { createExchangeInventor } from '../../recording/invent-exchange.ts';
import { createInventor } from '../../recording/invent-text.ts';
import { readRecording } from '../../recording/read-recording.ts';
import type { RecordedProfile, Recording, RecordingHeader } from '../../recording/recording.ts';
import { replayTransport } from '../../recording/replay-transport.ts';
import { createReplayedTime, type ReplayedTime } from '../../recording/replayed-time.ts';
import { makePrivateFolder } from '../../storage/private-folder.ts';
import { inputName, provideInput, readText } from '../../terminal/read-input.ts';
import { seededRandom } from '../../values/seeded-random.ts';
import { nodeAt } from '../command-path.ts';
import { recordedWords } from '../command-words.ts';
import type { Host } from '../host.ts';
import { flagsOf } from '../operands.ts';
import { addCommonOptions } from '../options/common-options.ts';
import { buildWholeProgram } from '../program.ts';
import { commandOf } from '../usage-failure.ts';
import { asksTheSame, withConnectionOf, withoutConnection } from './compare-lines.ts';
import { placeRuns } from './earlier-runs.ts';
import { inventWords } from './invent-words.ts';
import { missingForReplay, refuseIncomplete, refuseNothingToRecord } from './missing-for-replay.ts';
import { noteBeside } from './note-beside.ts';
import { OF_A_RUN } from './of-a-run.ts';
import { placedOutputs, placedVariables } from './placed-outputs.ts';
import { replayedAnswers } from './recorded-answers.ts';
import { replayedProgram } from './recorded-program.ts';
import { remembered } from './remembered-values.ts';
import { replayedStreams } from './replayed-streams.ts';
import { joinLine, type SplitLine, splitLine } from './split-line.ts';
import type { TapeFlag } from './tape-flags.ts';

/** Placeholder for every token of a recorded command. */
const TOKEN = 'replayed-token';
/** What a replay prints in place of its temporary folder. */
const HOME = '$ORGCTL_HOME';
const MAX_RECORDING_SIZE = 512 * 1024 * 1024;

/**
 * Replays a command against a recording: without network, and in a temporary home folder. Without a command,
 * replays the recorded one, with the given flags if any. If another command was answered, a note says so.
 * @returns the exit code of the command
 * @throws Failure `invalidInput` if the file is not a recording
 */
export async function replayCommand(
  { file: path, rest }: TapeFlag,
  bare: Host,
  run: (host: Host, stopNow: (exit: number) => void) => Promise<number>,
): Promise<number> {
  const file = inputName(path);
  const recording = readRecording(await readText(path, bare.streams.stdin, MAX_RECORDING_SIZE), file);
  const { header } = recording;
  const home = mkdtempSync(join(tmpdir(), 'orgctl-replay-'));
  const outputs = join(home, 'outputs');
  const release = Object.entries(header.inputs).map(([name, content]) =>
    provideInput(name, Buffer.from(content)),
  );
  try {
    makePrivateFolder(outputs);
    const given = await commandToReplay(rest, header, outputs);
    refuseIncomplete(file, given.lacks);
    await storeProfiles(recording.profiles, home);
    placeRuns(header, home, file);
    let stop: (signal: StopSignal) => void = () => {};
    const time = timeOf(recording, (signal) => stop(signal));
    const transport = replayTransport(recording, file, time);
    const host: Host = {
      argv: given.argv,
      env: { ...given.env, ORGCTL_HOME: home, ...(header.hasToken ? { ORGCTL_TOKEN: TOKEN } : {}) },
      streams: replayedStreams(bare.streams, recording, (text) =>
        text.replaceAll(`${outputs}/`, '').replaceAll(home, HOME),
      ),
      now: time.now,
      clock: time.clock,
      sleep: time.sleep,
      random: seededRandom(header.seed),
      tape: {
        connect: async () => ({ transport, close: async () => {} }),
        resolved: () => {},
        prompts: ({ mayAsk }) => replayedAnswers(recording.answers, mayAsk),
        remember: remembered(recording.made),
        start: async () => replayedProgram(recording, file, time),
      },
      onStopSignal: (listener) => {
        stop = listener;
        const unlisten = bare.onStopSignal(listener);
        return () => {
          stop = () => {};
          unlisten();
        };
      },
    };
    const exit = await new Promise<number>((resolve, reject) => {
      run(host, resolve).then(resolve, reject);
    });
    if (given.isOther) await noteOtherCommand(header.argv, rest, exit, bare);
    return exit;
  } finally {
    for (const end of release) end();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Endings whose error says what is wrong: a mistyped command, and a request that was not recorded. */
const SAID_BY_ERROR: ReadonlySet<number> = new Set([
  FAILURE_KINDS.usage.exit,
  FAILURE_KINDS.unreachable.exit,
]);

/** Prints which command was recorded if the responses of another one were in the recording. */
async function noteOtherCommand(
  recorded: readonly string[],
  typed: readonly string[],
  exit: number,
  bare: Host,
): Promise<void> {
  if (SAID_BY_ERROR.has(exit)) return;
  const [was, is] = [recorded, typed].map((argv) => recordedWords(argv, (text) => text));
  await noteBeside(bare, `the recorded command is: ${was}; its responses answered: ${is}`);
}

/**
 * Whether a command line names a command; flags of a command are unknown words here.
 * @param recorded the recorded command line: the value of one of its flags is no name
 */
async function namesCommand(argv: readonly string[], recorded: readonly string[]): Promise<boolean> {
  const flags = addCommonOptions(new Command().exitOverride().configureOutput({ writeErr: () => {} }));
  try {
    const { operands, unknown } = flags.parseOptions([...argv]);
    if (operands.length > 0) return true;
    const names = [...unknown.entries()].filter(([, word]) => nodeAt([word]).path.length > 0);
    if (names.length === 0) return false;
    const hasValue = flagsOf(commandOf(recorded, await buildWholeProgram()));
    return names.some(([at]) => hasValue.get(unknown[at - 1] ?? '') !== true);
  } catch {
    // The wrong value of a flag is reported when the command is run.
    return false;
  }
}

/** Returns the recorded command with more flags, which precede the words that it does not parse. */
function withFlags(argv: readonly string[], flags: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end < 0 ? [...argv, ...flags] : [...argv.slice(0, end), ...flags, ...argv.slice(end)];
}

/** A command that is given to a replay. */
interface GivenCommand {
  /** The recorded command if none is given, with the recorded connection. */
  readonly argv: readonly string[];
  /** The recorded variables. */
  readonly env: Readonly<Record<string, string>>;
  /** What it needs but no recording can contain; for the recorded command, also what the recording lacks. */
  readonly lacks: readonly string[];
  /** Whether it, or one of its arguments, is not the recorded one. */
  readonly isOther: boolean;
}

/**
 * Returns the command to replay.
 * @param typed its arguments, or more flags of the recorded command
 * @param outputs the folder for the files that the recorded command writes
 */
async function commandToReplay(
  typed: readonly string[],
  header: RecordingHeader,
  outputs: string,
): Promise<GivenCommand> {
  const program = await buildWholeProgram();
  const recorded = splitLine(header.argv, program);
  const { lacks = [], runs } = header;
  const envOf = (line: SplitLine) => placedVariables(header.env, line, program.options, outputs);
  if (!(await namesCommand(typed, header.argv))) {
    const flags = withoutConnection(splitLine([...recorded.path, ...typed], program));
    refuseNothingToRecord(recorded.path);
    const argv = withFlags(joinLine(placedOutputs(recorded, outputs)), flags);
    return { argv, env: envOf(recorded), lacks, isOther: false };
  }
  const given = splitLine(typed, program);
  const value = createInventor(randomBytes(32), []);
  const invent = { value, exchange: createExchangeInventor(value), digests: new Map<string, string>() };
  const argv = withConnectionOf(given, recorded);
  const words = inventWords(argv, {}, program, invent);
  const isSame = given.path.join(' ') === recorded.path.join(' ');
  const missing = [
    ...missingForReplay(words, OF_A_RUN.test(given.path.join(' ')) ? runs : []),
    ...(isSame ? lacks : []),
  ];
  const isOther = !asksTheSame(given, recorded);
  return { argv, env: envOf(given), lacks: [...new Set(missing)], isOther };
}

/** @param stop sends the recorded stop signal when its time comes */
function timeOf(recording: Recording, stop: (signal: StopSignal) => void): ReplayedTime {
  const { header, end } = recording;
  const stopped = stopOf(recording);
  return createReplayedTime({
    started: header.started,
    stoppedAt: stopped === undefined ? undefined : (end?.stopped ?? end?.at),
    stop: () => stop(stopped ?? 'SIGINT'),
  });
}

/** The signal that stopped the recorded command. */
function stopOf({ end }: Recording): StopSignal | undefined {
  const signals = Object.entries(SIGNAL_EXITS);
  const found = signals.find(([, exit]) => exit === end?.exit)?.[0];
  return found === 'SIGINT' || found === 'SIGTERM' || found === 'SIGHUP' ? found : undefined;
}

/** Stores the profiles of a recording, and what probes learned about their services. */
async function storeProfiles(recorded: readonly RecordedProfile[], home: string): Promise<void> {
  const { config } = foldersFor({ ORGCTL_HOME: home });
  const stored = recorded.filter(({ isStored }) => isStored);
  const profiles = Object.fromEntries(stored.map((one) => [one.name, profileOf(one)]));
  // The first profile is that of the command; `profile use sandbox` may have selected a built-in one.
  const current = recorded.find(({ isStored, isBuiltIn }) => isStored || isBuiltIn);
  if (current !== undefined)
    await openProfileStore(config, () => {}).update(() => ({ current: current.name, profiles }));
  for (const { capabilities } of recorded)
    if (capabilities !== undefined) writeCapabilities(config, capabilities);
}

function profileOf(recorded: RecordedProfile): Profile {
  const { isBuiltIn: _, isStored: __, capabilities: ___, tokens, ...rest } = recorded;
  return {
    ...rest,
    tokens: Object.fromEntries(tokens.map((kind) => [kind, { value: TOKEN }])),
  };
}
