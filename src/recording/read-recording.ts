import { Failure } from '../failure/failure.ts';
import { readBoundedJson } from '../json/bounded-json.ts';
import { isObject } from '../json/is-object.ts';
import { describeMisfit, type ReadValue } from '../json/shapes.ts';
import {
  isNewer,
  type LaterParts,
  RECORDING_FORMAT,
  type Recording,
  type RecordingHeader,
} from './recording.ts';
import { firstPartFrom, laterPartFrom } from './recording-shapes.ts';

const HINT = 'record a command with --record FILE';

/** A non-empty line of a file and its position. */
interface Line {
  readonly text: string;
  /** For example `problem.ndjson:3`. */
  readonly place: string;
}

/**
 * Reads a recording.
 * @throws Failure `invalidInput` with the line and the position in it, if the file is not a recording.
 */
export function readRecording(text: string, file: string): Recording {
  const [first, ...rest] = linesIn(text, file);
  const header = headerIn(first, file);
  const parts = rest.map((line) => fitting(line, laterPartFrom(jsonIn(line))));
  const all = <Name extends keyof LaterParts>(name: Name): readonly LaterParts[Name][] =>
    parts.flatMap(({ [name]: part }) => (part === undefined ? [] : [part]));
  const profiles = all('profile');
  return {
    header,
    profile: profiles[0],
    profiles,
    exchanges: all('exchange'),
    answers: all('answer'),
    stdin: all('stdin').at(-1),
    made: all('made'),
    program: all('program')[0],
    end: all('end').at(-1),
  };
}

function linesIn(text: string, file: string): readonly Line[] {
  return text
    .split('\n')
    .map((line, index) => ({ text: line, place: `${file}:${index + 1}` }))
    .filter((line) => line.text.trim() !== '');
}

function headerIn(line: Line | undefined, file: string): RecordingHeader {
  const read = line === undefined ? undefined : readBoundedJson(line.text);
  const value = read !== undefined && 'value' in read && isObject(read.value) ? read.value : {};
  if (line === undefined || !Object.hasOwn(value, 'recording'))
    throw new Failure('invalidInput', `${file} is not a recording of orgctl`, { hint: HINT });
  const { recording } = value;
  const format = isObject(recording) ? recording['format'] : undefined;
  if (typeof format === 'number' && isNewer({ format }))
    throw new Failure(
      'invalidInput',
      `${file} has format ${format}; this version of orgctl reads format ${RECORDING_FORMAT}`,
      { hint: 'update orgctl' },
    );
  return fitting(line, firstPartFrom(value)).recording;
}

/** Parses a line without the parser's error message, which would quote the file. */
function jsonIn(line: Line): unknown {
  const read = readBoundedJson(line.text);
  if ('value' in read) return read.value;
  throw damaged(line, `it is ${read.fault === 'not JSON' ? 'truncated or not JSON' : read.fault}`);
}

function fitting<Part>(line: Line, read: ReadValue<Part>): Part {
  if ('value' in read) return read.value;
  throw damaged(line, describeMisfit(read.misfit));
}

function damaged({ place }: Line, why: string): Failure {
  return new Failure('invalidInput', `${place}: not a recording line: ${why}`, { hint: HINT });
}
