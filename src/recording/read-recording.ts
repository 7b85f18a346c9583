import { Failure } from '../failure/failure.ts';
import {
  isNewer,
  RECORDING_FORMAT,
  type RecordedEnd,
  type RecordedExchange,
  type RecordedMade,
  type RecordedProfile,
  type RecordedProgram,
  type Recording,
  type RecordingHeader,
} from './recording.ts';

const HINT = 'record a command with --record FILE';

/** Reads a recording. @throws Failure `invalidInput` with the line for a file that is none. */
export function readRecording(text: string, file: string): Recording {
  const [first, ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  const header = first === undefined ? undefined : member(parsed(first, file, 1), 'recording');
  if (!isHeader(header))
    throw new Failure('invalidInput', `${file} is not a recording of orgctl`, { hint: HINT });
  if (isNewer(header))
    throw new Failure(
      'invalidInput',
      `${file} has format ${header.format}; this version of orgctl reads format ${RECORDING_FORMAT}`,
      { hint: 'update orgctl' },
    );
  const lines = rest.map((line, index) => {
    const [entry] = Object.entries(parsed(line, file, index + 2));
    if (entry === undefined || !isLine(...entry)) throw damaged(file, index + 2);
    return entry;
  });
  const all = <T>(wanted: string, isOne: (content: unknown) => content is T): readonly T[] =>
    lines.flatMap(([name, content]) => (name === wanted && isOne(content) ? [content] : []));
  return {
    header,
    profile: all('profile', isProfile)[0],
    profiles: all('profile', isProfile),
    exchanges: all('exchange', isExchange),
    answers: all('answer', isAnswer),
    stdin: all('stdin', isText).at(-1),
    made: all('made', isMade),
    program: all('program', isProgram)[0],
    end: all('end', isEnd).at(-1),
  };
}

const LINES: Readonly<Record<string, (content: unknown) => boolean>> = {
  profile: isProfile,
  exchange: isExchange,
  answer: isAnswer,
  stdin: isText,
  made: isMade,
  program: isProgram,
  end: isEnd,
};

function isLine(name: string, content: unknown): boolean {
  return Object.hasOwn(LINES, name) && LINES[name]?.(content) === true;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isAnswer(value: unknown): value is string | boolean {
  return typeof value === 'string' || typeof value === 'boolean';
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

function isMade(value: unknown): value is RecordedMade {
  return (
    typeof member(value, 'of') === 'string' &&
    isTexts(member(value, 'from')) &&
    typeof member(value, 'is') === 'string'
  );
}

function isProgram(value: unknown): value is RecordedProgram {
  return typeof member(value, 'exit') === 'number' && typeof member(value, 'at') === 'number';
}
