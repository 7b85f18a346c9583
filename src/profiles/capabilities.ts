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
  objectWith,
  oneOf,
  optional,
  readAs,
  simple,
  text,
  texts,
  wholeFrom,
} from '../json/shapes.ts';
import { SCIM_VERSIONS, type ScimVersion } from '../spec/protocol-types.ts';
import { writeFileAtomic } from '../storage/atomic-file.ts';
import { makePrivateFolder } from '../storage/private-folder.ts';
import { storageFailure } from '../storage/storage-failure.ts';

/** Value of an answer: a word, a number, a boolean, or several words. */
export type CapabilityValue = string | number | boolean | readonly string[];

export const ANSWER_STATES = ['answered', 'unclear', 'not asked'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** Whether the expected value comes from a document or from an assumption. */
export const EXPECTATIONS = ['documented', 'assumed'] as const;
export type Expectation = (typeof EXPECTATIONS)[number];

/** One request of a probe and what its response showed. Contains no personal data and no token. */
export interface CapabilityEvidence {
  /** For example `GET /scim/v2/Users?count=0`. */
  readonly request: string;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** For example `no_such_user`, or `12 of 4312`. */
  readonly saw: string;
}

/** The answer to one question about a service. */
export interface CapabilityAnswer {
  readonly id: string;
  readonly question: string;
  readonly state: AnswerState;
  /** The observed value; present only if the state is `answered`. */
  readonly value?: CapabilityValue;
  /** The expected value, if there is one. */
  readonly expected?: CapabilityValue;
  readonly basis: Expectation;
  /** Section of the document, for example `SCIM §4.1`. */
  readonly section: string;
  /** Rows of the assumptions table that the answer settles. */
  readonly assumptions: readonly string[];
  /** Whether the value differs from the expected one. */
  readonly differs: boolean;
  /** Why the question has no answer. */
  readonly why?: string;
  readonly evidence: readonly CapabilityEvidence[];
}

/** Results of a probe of one connection's service. */
export interface Capabilities {
  readonly format: 1;
  readonly profile: string;
  /** RFC 3339. */
  readonly probedAt: string;
  /** Version of orgctl that ran the probe. */
  readonly tool: string;
  readonly scimBaseUrl?: string;
  readonly webApiBaseUrl?: string;
  readonly scimVersion: ScimVersion;
  /** Number of requests sent. */
  readonly calls: number;
  /** Maximum number of requests. */
  readonly budget: number;
  readonly answers: readonly CapabilityAnswer[];
}

/** Returns the path of a connection's capability profile. @param folder the folder of the profiles */
export function capabilitiesFile(folder: string, profile: string): string {
  return join(folder, 'capabilities', `${profile}.json`);
}

/**
 * Returns the capability profile of a connection; undefined if it was never probed.
 * @throws Failure `storage` if the file cannot be read or is not a capability profile
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

/**
 * Stores the capability profile of a connection, readable only by the current user. @returns its path @throws
 * Failure `storage`
 */
export function writeCapabilities(folder: string, capabilities: Capabilities): string {
  const file = capabilitiesFile(folder, capabilities.profile);
  makePrivateFolder(dirname(file));
  writeFileAtomic(file, `${JSON.stringify(capabilities, null, 1)}\n`);
  return file;
}

/** Removes the capability profile of a removed connection. */
export function removeCapabilities(folder: string, profile: string): void {
  rmSync(capabilitiesFile(folder, profile), { force: true });
}

/** Moves the capability profile of a renamed connection. */
export function renameCapabilities(folder: string, from: string, to: string): void {
  copyCapabilities(folder, from, to);
  removeCapabilities(folder, from);
}

/** Copies the capability profile of a connection to a copy of that connection. */
export function copyCapabilities(folder: string, from: string, to: string): void {
  const stored = readCapabilities(folder, from);
  if (stored !== undefined) writeCapabilities(folder, { ...stored, profile: to });
}

/** Returns the answer to a question; undefined if there is none. */
export function answerTo(
  { answers }: Pick<Capabilities, 'answers'>,
  id: string,
): CapabilityValue | undefined {
  return answers.find((answer) => answer.id === id)?.value;
}

function damaged(file: string, profile: string, why: string): Failure {
  return new Failure('storage', `the capability profile ${file} is damaged: ${why}`, {
    hint: `create it again: orgctl probe ${profile}`,
  });
}

/** A word, a number, a boolean, or a list of words. */
const value = simple(
  'a string, a number, true or false, or a list of strings',
  (answer) => ['string', 'number', 'boolean'].includes(typeof answer) || texts(answer) === undefined,
);

/** Shape of a stored capability profile. */
export const capabilityProfile = objectWith<Capabilities>({
  format: simple('1, as this version of orgctl writes it', (value) => value === 1),
  profile: text,
  probedAt: instant,
  tool: text,
  scimBaseUrl: optional(text),
  webApiBaseUrl: optional(text),
  scimVersion: oneOf(SCIM_VERSIONS),
  calls: wholeFrom(0),
  budget: wholeFrom(1),
  answers: listOf(
    objectWith<CapabilityAnswer>({
      id: text,
      question: text,
      state: oneOf(ANSWER_STATES),
      value: optional(value),
      expected: optional(value),
      basis: oneOf(EXPECTATIONS),
      section: text,
      assumptions: texts,
      differs: flag,
      why: optional(text),
      evidence: listOf(objectWith<CapabilityEvidence>({ request: text, status: wholeFrom(0), saw: text })),
    }),
  ),
});
