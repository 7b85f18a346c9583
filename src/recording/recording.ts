import { Failure } from '../failure/failure.ts';
import type { Safety } from '../profiles/safety.ts';
import type { TokenKind } from '../spec/wire.ts';

/** The version of the format of recordings; a reader refuses a newer one. */
export const RECORDING_FORMAT = 1;

/** What a recorded command began with. Every value in it is invented, or belongs to nobody. */
export interface RecordingHeader {
  readonly format: typeof RECORDING_FORMAT;
  /** Of the program. */
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  /** The words of the command, with invented arguments. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether a token was given for the run alone. */
  readonly hasToken: boolean;
  /** Milliseconds since 1970, moved like every other time in the recording. */
  readonly started: number;
  /** Seed of the chance of the run. */
  readonly seed: number;
  /** Columns of each stream that is a terminal. */
  readonly terminal: { readonly [Name in 'stdin' | 'stdout' | 'stderr']?: number };
  /** Files that the command read, by the name that the arguments have. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Earlier runs that the command continued or undid, each as a file that can be imported. */
  readonly runs?: readonly string[];
  /** What a replay would need and is not held, in words; such a recording cannot be replayed. Nothing when absent. */
  readonly lacks?: readonly string[];
}

/** The connection of a recorded command. */
export interface RecordedProfile extends Safety {
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly isStored: boolean;
  readonly scimBaseUrl?: string;
  readonly webApiBaseUrl?: string;
  readonly scimVersion: string;
  readonly vendor: string;
  readonly output?: string;
  readonly quota?: string;
  /** Kinds of the tokens that it has. */
  readonly tokens: readonly TokenKind[];
}

/** A request, and what came of it. */
export interface RecordedExchange {
  /** Milliseconds from the start of the command. */
  readonly sent: number;
  readonly received: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly noResponse?: {
    readonly outcome: 'notSent' | 'unknown';
    readonly message: string;
    readonly isPermanent: boolean;
    readonly isUnknownHost: boolean;
  };
}

export interface RecordedEnd {
  readonly exit: number;
  /** Milliseconds from the start of the command. */
  readonly at: number;
  /** When a signal asked it to stop, in the same milliseconds. */
  readonly stopped?: number;
}

/** A line of a recording; the first one is a header. */
export type RecordingLine =
  | { readonly recording: RecordingHeader }
  | { readonly profile: RecordedProfile }
  | { readonly exchange: RecordedExchange }
  | { readonly answer: string | boolean }
  | { readonly stdin: string }
  | { readonly end: RecordedEnd };

export interface Recording {
  readonly header: RecordingHeader;
  readonly profile: RecordedProfile | undefined;
  readonly exchanges: readonly RecordedExchange[];
  /** What a person answered to questions. */
  readonly answers: readonly (string | boolean)[];
  readonly stdin: string | undefined;
  /** Missing where the command was killed. */
  readonly end: RecordedEnd | undefined;
}

const HINT = 'record a command with --record FILE';

/** Reads a recording. @throws Failure `invalidInput` with the line for a file that is none. */
export function readRecording(text: string, file: string): Recording {
  const [first, ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  const header = first === undefined ? undefined : member(parsed(first, file, 1), 'recording');
  if (!isHeader(header))
    throw new Failure('invalidInput', `${file} is not a recording of orgctl`, { hint: HINT });
  if (header.format > RECORDING_FORMAT)
    throw new Failure(
      'invalidInput',
      `${file} has format ${header.format}; this version of orgctl reads format ${RECORDING_FORMAT}`,
      { hint: 'update orgctl' },
    );
  let profile: RecordedProfile | undefined;
  let stdin: string | undefined;
  let end: RecordedEnd | undefined;
  const exchanges: RecordedExchange[] = [];
  const answers: (string | boolean)[] = [];
  rest.forEach((line, index) => {
    const value = parsed(line, file, index + 2);
    const [name, content] = Object.entries(value)[0] ?? [];
    if (name === 'exchange' && isExchange(content)) exchanges.push(content);
    else if (name === 'profile' && isProfile(content)) profile ??= content;
    else if (name === 'answer' && (typeof content === 'string' || typeof content === 'boolean'))
      answers.push(content);
    else if (name === 'stdin' && typeof content === 'string') stdin = content;
    else if (name === 'end' && isEnd(content)) end = content;
    else throw damaged(file, index + 2);
  });
  return { header, profile, exchanges, answers, stdin, end };
}

function parsed(line: string, file: string, number: number): object {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below, as for every other line that is none.
  }
  if (number === 1) return {};
  throw damaged(file, number);
}

function damaged(file: string, line: number): Failure {
  return new Failure('invalidInput', `${file}:${line}: not a line of a recording`, { hint: HINT });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function isTextMap(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((content) => typeof content === 'string')
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isHeader(value: unknown): value is RecordingHeader {
  const argv = member(value, 'argv');
  return (
    typeof member(value, 'format') === 'number' &&
    isTexts(argv) &&
    typeof member(value, 'started') === 'number' &&
    typeof member(value, 'seed') === 'number' &&
    typeof member(value, 'terminal') === 'object' &&
    isTextMap(member(value, 'env')) &&
    isTextMap(member(value, 'inputs')) &&
    isTexts(member(value, 'runs') ?? []) &&
    isTexts(member(value, 'lacks') ?? [])
  );
}

function isProfile(value: unknown): value is RecordedProfile {
  const tokens = member(value, 'tokens');
  return (
    typeof member(value, 'name') === 'string' &&
    typeof member(value, 'scimVersion') === 'string' &&
    typeof member(value, 'vendor') === 'string' &&
    Array.isArray(tokens)
  );
}

function isExchange(value: unknown): value is RecordedExchange {
  const request = member(value, 'request');
  const response = member(value, 'response');
  const noResponse = member(value, 'noResponse');
  return (
    typeof member(value, 'received') === 'number' &&
    typeof member(request, 'method') === 'string' &&
    URL.canParse(String(member(request, 'url'))) &&
    (typeof member(noResponse, 'message') === 'string' ||
      (typeof member(response, 'status') === 'number' &&
        typeof member(response, 'body') === 'string' &&
        isTextMap(member(response, 'headers'))))
  );
}

function isEnd(value: unknown): value is RecordedEnd {
  const numbers = [member(value, 'exit'), member(value, 'at'), member(value, 'stopped') ?? 0];
  return numbers.every((one) => typeof one === 'number');
}
