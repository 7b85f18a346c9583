import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../failure/failure.ts';
import { SCIM_VERSIONS, type ScimVersion } from '../spec/wire.ts';
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

/** Returns the file in which the capability profile of a connection is stored. @param folder of the profiles */
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
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(file, profile, 'it is not JSON');
    throw storageFailure('read', file, error);
  }
  if (isCapabilities(document)) return document;
  throw damaged(file, profile, wrongIn(document) ?? '');
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
    hint: `orgctl probe ${profile}, which writes it anew`,
  });
}

function isCapabilities(document: unknown): document is Capabilities {
  return wrongIn(document) === undefined;
}

/** Returns what is wrong with a document that should be a capability profile. */
function wrongIn(document: unknown): string | undefined {
  if (!isRecord(document)) return 'it is not an object';
  const { format, profile, probedAt, tool, scimVersion, calls, budget, answers } = document;
  if (format !== 1) return 'another version of orgctl wrote it ("format" is not 1)';
  if (!SCIM_VERSIONS.some((known) => known === scimVersion)) return '"scimVersion" is no version';
  if (![profile, probedAt, tool].every((text) => typeof text === 'string')) return 'a text is missing';
  if (![calls, budget].every((count) => Number.isSafeInteger(count))) return 'a count is missing';
  if (!isMaybeText(document['scimBaseUrl']) || !isMaybeText(document['webApiBaseUrl']))
    return 'a base URL is not text';
  if (!Array.isArray(answers)) return '"answers" is not a list';
  const at = answers.findIndex((answer) => !isAnswer(answer));
  return at < 0 ? undefined : `answers[${at}] is not an answer`;
}

function isAnswer(answer: unknown): boolean {
  if (!isRecord(answer)) return false;
  const { id, question, state, value, expected, basis, section, assumptions, differs, why, evidence } =
    answer;
  return (
    [id, question, section].every((text) => typeof text === 'string') &&
    ANSWER_STATES.some((known) => known === state) &&
    EXPECTATIONS.some((known) => known === basis) &&
    isMaybeValue(value) &&
    isMaybeValue(expected) &&
    isTexts(assumptions) &&
    typeof differs === 'boolean' &&
    isMaybeText(why) &&
    Array.isArray(evidence) &&
    evidence.every(isEvidence)
  );
}

function isEvidence(one: unknown): boolean {
  if (!isRecord(one)) return false;
  const { request, status, saw } = one;
  return typeof request === 'string' && Number.isSafeInteger(status) && typeof saw === 'string';
}

function isMaybeValue(value: unknown): boolean {
  return value === undefined || ['string', 'number', 'boolean'].includes(typeof value) || isTexts(value);
}

function isMaybeText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
