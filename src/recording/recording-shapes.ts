import { isObject } from '../json/is-object.ts';
import {
  flag,
  listOf,
  type Members,
  number,
  objectWith,
  oneOf,
  optional,
  type ReadValue,
  readAs,
  type Shape,
  simple,
  tableOf,
  text,
  texts,
  valuesOf,
  wholeFrom,
} from '../json/shapes.ts';
import { capabilityProfile } from '../profiles/capabilities.ts';
import { isLimitValue, LIMIT_VALUE_WORDS, PLAN_LIMIT_NAMES } from '../profiles/plan-limits.ts';
import { isProfileName, VERSION_CHOICES } from '../profiles/profile.ts';
import { NO_PROFILE } from '../profiles/resolve-profile.ts';
import { HTTP_METHODS, TOKEN_KINDS } from '../spec/protocol-types.ts';
import {
  type FirstPart,
  type LaterParts,
  RECORDING_FORMAT,
  type RecordedEnd,
  type RecordedExchange,
  type RecordedMade,
  type RecordedProfile,
  type RecordedProgram,
  type RecordingHeader,
} from './recording.ts';

/** The last millisecond of the year 9999; no table, file or service has later times. */
const LAST_MOMENT = 253_402_300_799_999;
/** About thirty years; the sum with LAST_MOMENT is still a valid date. */
const MAX_DURATION = 1_000_000_000_000;
/** A terminal reports its size in two bytes. */
const WIDEST = 65_535;

const wholeNumber = simple('a whole number', Number.isSafeInteger);
const elapsed = between(0, MAX_DURATION, 'milliseconds from the start of the command');
const columns = optional(wholeFrom(1, WIDEST));
const textMap = valuesOf(text);
const url = simple(
  'an absolute URL of http or https',
  (value) => typeof value === 'string' && /^https?:\/\/[^/]/.test(value) && URL.canParse(value),
);

const header = objectWith<RecordingHeader>({
  format: oneOf([RECORDING_FORMAT]),
  version: text,
  node: text,
  platform: text,
  argv: texts,
  env: textMap,
  hasToken: flag,
  started: between(0, LAST_MOMENT, 'milliseconds since 1970'),
  seed: number,
  terminal: objectWith<RecordingHeader['terminal']>({ stdin: columns, stdout: columns, stderr: columns }),
  inputs: textMap,
  runs: optional(texts),
  feeds: optional(texts),
  lacks: optional(texts),
});

const profileMembers = objectWith<RecordedProfile>({
  // The name becomes part of file names: a path in it would lead out of the replay folder.
  name: simple('the name of a profile', (value) => value === NO_PROFILE || isProfileName(value)),
  isBuiltIn: flag,
  isStored: flag,
  scimBaseUrl: optional(url),
  webApiBaseUrl: optional(url),
  scimVersion: oneOf(VERSION_CHOICES),
  vendor: text,
  output: optional(text),
  quota: optional(text),
  tokens: listOf(oneOf(TOKEN_KINDS)),
  readOnly: optional(oneOf([true])),
  protected: optional(texts),
  planLimits: optional(tableOf(PLAN_LIMIT_NAMES, simple(LIMIT_VALUE_WORDS, isLimitValue))),
  capabilities: optional(capabilityProfile),
});

/** Probe results must have the name of their profile, under which they are stored. */
const profile: Shape = (value) => {
  const misfit = profileMembers(value);
  if (misfit !== undefined || !isObject(value) || !isObject(value['capabilities'])) return misfit;
  return value['capabilities']['profile'] === value['name']
    ? undefined
    : { path: 'capabilities.profile', expected: 'the name of the profile that it is with' };
};

const exchangeMembers = objectWith<RecordedExchange>({
  sent: elapsed,
  received: elapsed,
  request: objectWith<RecordedExchange['request']>({
    method: oneOf([...HTTP_METHODS, 'OPTIONS']),
    url,
    headers: textMap,
    body: optional(text),
  }),
  response: optional(
    objectWith<NonNullable<RecordedExchange['response']>>({
      status: wholeFrom(100, 999),
      headers: textMap,
      body: text,
    }),
  ),
  noResponse: optional(
    objectWith<NonNullable<RecordedExchange['noResponse']>>({
      outcome: oneOf(['notSent', 'unknown']),
      message: text,
      isPermanent: flag,
      isUnknownHost: flag,
      isProxyFault: optional(oneOf([true])),
    }),
  ),
});
const oneOutcome = simple(
  'either response or noResponse',
  (value) => isObject(value) && (value['response'] === undefined) !== (value['noResponse'] === undefined),
);

/**
 * The content of a line after the first: one of these members, and any members of a later version, which are
 * ignored.
 */
const LATER_PARTS: Members<LaterParts> = {
  profile: optional(profile),
  exchange: optional((value) => exchangeMembers(value) ?? oneOutcome(value)),
  answer: optional(
    simple('a string, true or false', (value) => ['string', 'boolean'].includes(typeof value)),
  ),
  stdin: optional(text),
  made: optional(objectWith<RecordedMade>({ of: text, from: texts, is: text })),
  program: optional(objectWith<RecordedProgram>({ exit: wholeNumber, at: elapsed })),
  end: optional(
    objectWith<RecordedEnd>({ exit: wholeFrom(0, 143), at: elapsed, stopped: optional(elapsed) }),
  ),
};
const names = Object.keys(LATER_PARTS);

const firstLine = objectWith<FirstPart>({ recording: header });
const laterParts = objectWith<LaterParts>(LATER_PARTS);
const onePart = simple(
  `one of ${names.join(', ')}`,
  (value) => isObject(value) && names.filter((name) => value[name] !== undefined).length === 1,
);

/** Returns the first line of a recording, or the first position at which it is invalid. */
export function firstPartFrom(value: unknown): ReadValue<FirstPart> {
  return readAs(value, firstLine);
}

/** Returns another line of a recording, or the first position at which it is invalid. */
export function laterPartFrom(value: unknown): ReadValue<Partial<LaterParts>> {
  return readAs(value, (line) => laterParts(line) ?? onePart(line));
}

function between(least: number, most: number, what: string): Shape {
  return simple(what, (value) => typeof value === 'number' && value >= least && value <= most);
}
