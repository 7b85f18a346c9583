import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../failure/failure.ts';
import { readBoundedJson } from '../json/bounded-json.ts';
import { placeOfPath } from '../json/place-at.ts';
import {
  describeMisfit,
  flag,
  instant,
  listOf,
  maybe,
  oneOf,
  readAs,
  simple,
  text,
  texts,
  thing,
  wholeFrom,
} from '../json/shapes.ts';
import { SCIM_VERSIONS, type ScimVersion } from '../spec/protocol-types.ts';
import { makePrivateFolder, writeFileAtomic } from '../storage/atomic-file.ts';
import { storageFailure } from '../storage/storage-failure.ts';

/** What an answer may be: a word, a number, yes or no, or several words. */
export type CapabilityValue = string | number | boolean | readonly string[];

export const ANSWER_STATES = ['answered', 'unclear', 'not asked'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** Whether a document says what is expected, or an assumption does. */
export const EXPECTATIONS = ['documented', 'assumed'] as const;
export type Expectation = (typeof EXPECTATIONS)[number];

/** A request of a probe and what its answer showed; nothing of a person, no token. */
export interface CapabilityEvidence {
  /** Such as `GET /scim/v2/Users?count=0`. */
  readonly request: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Such as `no_such_user`, or `12 of 4312`. */
  readonly saw: string;
}

/** The answer to one question about a service. */
export interface CapabilityAnswer {
  readonly id: string;
  readonly question: string;
  readonly state: AnswerState;
  /** What the service does; absent unless answered. */
  readonly value?: CapabilityValue;
  /** What was expected of it; absent where nothing was. */
  readonly expected?: CapabilityValue;
  readonly basis: Expectation;
  /** Section of the document, such as `SCIM §4.1`. */
  readonly section: string;
  /** Rows of the assumptions table that the answer settles. */
  readonly assumptions: readonly string[];
  /** Whether the answer is another one than was expected. */
  readonly differs: boolean;
  /** Why there is no answer. */
  readonly why?: string;
  readonly evidence: readonly CapabilityEvidence[];
}

/** What a probe learned about the service of one connection. */
export interface Capabilities {
  readonly format: 1;
  readonly profile: string;
  /** RFC 3339. */
  readonly probedAt: string;
  /** Version of orgctl that asked. */
  readonly tool: string;
  readonly scimBaseUrl?: string;
  readonly webApiBaseUrl?: string;
  readonly scimVersion: ScimVersion;
  /** Requests that were sent. */
  readonly calls: number;
  /** Requests that were allowed. */
  readonly budget: number;
  readonly answers: readonly CapabilityAnswer[];
}

/**
 * Returns the file in which the capability profile of a connection is stored. @param folder of the profiles
 */
export function capabilitiesFile(folder: string, profile: string): string {
  return join(folder, 'capabilities', `${profile}.json`);
}

/**
 * Returns what was learned about the service of a connection; undefined when it was never probed.
 * @throws Failure `storage` for a file that cannot be read, or is no capability profile
 */
export function readCapabilities(folder: string, profile: string): Capabilities | undefined {
  const file = capabilitiesFile(folder, profile);
  if (!existsSync(file)) return undefined;
  const content = textOf(file);
  const json = readBoundedJson(content);
  if ('fault' in json) throw damaged(file, profile, `it is ${json.fault}`);
  const read = readAs<Capabilities>(json.value, capabilityProfile);
  if ('value' in read) return read.value;
  const { misfit } = read;
  throw damaged(`${file}${placeOfPath(content, misfit.path)}`, profile, describeMisfit(misfit));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw storageFailure('read', file, error);
  }
}

/** Stores a capability profile with its connection, readable by the user alone. @throws Failure `storage` */
export function writeCapabilities(folder: string, capabilities: Capabilities): string {
  const file = capabilitiesFile(folder, capabilities.profile);
  makePrivateFolder(dirname(file));
  writeFileAtomic(file, `${JSON.stringify(capabilities, null, 1)}\n`);
  return file;
}

/** Removes the capability profile of a connection that is gone. */
export function removeCapabilities(folder: string, profile: string): void {
  rmSync(capabilitiesFile(folder, profile), { force: true });
}

/** Gives a renamed connection its capability profile. */
export function renameCapabilities(folder: string, from: string, to: string): void {
  copyCapabilities(folder, from, to);
  removeCapabilities(folder, from);
}

/** Gives the copy of a connection the same capability profile. */
export function copyCapabilities(folder: string, from: string, to: string): void {
  const stored = readCapabilities(folder, from);
  if (stored !== undefined) writeCapabilities(folder, { ...stored, profile: to });
}

/** Returns the answer to a question; undefined where there is none. */
export function answerTo(
  { answers }: Pick<Capabilities, 'answers'>,
  id: string,
): CapabilityValue | undefined {
  return answers.find((answer) => answer.id === id)?.value;
}

function damaged(file: string, profile: string, why: string): Failure {
  return new Failure('storage', `the capability profile ${file} is damaged: ${why}`, {
    hint: `write it anew: orgctl probe ${profile}`,
  });
}

/** An answer of one word, number or yes or no; or of several words. */
const value = simple(
  'a word, a number, true or false, or a list of words',
  (answer) => ['string', 'number', 'boolean'].includes(typeof answer) || texts(answer) === undefined,
);

/** The capability profile of a connection. */
export const capabilityProfile = thing<Capabilities>({
  format: simple('1, as this version of orgctl writes it', (value) => value === 1),
  profile: text,
  probedAt: instant,
  tool: text,
  scimBaseUrl: maybe(text),
  webApiBaseUrl: maybe(text),
  scimVersion: oneOf(SCIM_VERSIONS),
  calls: wholeFrom(0),
  budget: wholeFrom(1),
  answers: listOf(
    thing<CapabilityAnswer>({
      id: text,
      question: text,
      state: oneOf(ANSWER_STATES),
      value: maybe(value),
      expected: maybe(value),
      basis: oneOf(EXPECTATIONS),
      section: text,
      assumptions: texts,
      differs: flag,
      why: maybe(text),
      evidence: listOf(thing<CapabilityEvidence>({ request: text, status: wholeFrom(0), saw: text })),
    }),
  ),
});
