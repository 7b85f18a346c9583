import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { reportDigest } from '../../migration/compare/verify-organizations.ts';
import { asJson, isJsonObject, parseJson } from '../../rules/json-value.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { sandboxFile } from '../connection/connect.ts';
import { readReport } from '../migration/check-report.ts';
import { GROUP_FILES, PEOPLE_FILES, STATE_FILE_START } from '../migration/source-files.ts';
import { verifyPage } from '../migration/verify-page.ts';
import type { VerifyReport } from '../migration/verify-report.ts';
import { isOwnWord } from './own-words.ts';
import type { WordInventors } from './word-inventors.ts';

/** Placeholder for the state of a sandbox, whose responses are in the recording. */
export const HELD_STATE = `${STATE_FILE_START}}\n`;

/** Members of a snapshot or report that contain no personal data. */
const KEPT = new Set(
  'format version holds verdict tool found subject attribute key attributes joined users groups memberships'.split(
    ' ',
  ),
);

/**
 * Returns the files of a folder that contains an organization, or 'sandbox' for a folder with the state of a
 * sandbox.
 */
export function filesOfOrganization(folder: string): readonly string[] | 'sandbox' {
  if (existsSync(sandboxFile(join(folder, 'state')))) return 'sandbox';
  const first = (names: readonly string[]) =>
    names.filter((name) => existsSync(join(folder, name))).slice(0, 1);
  return [...first(PEOPLE_FILES), ...first(GROUP_FILES)];
}

/** Returns a snapshot with invented values and a new digest; a damaged snapshot stays damaged. */
export function heldSnapshot(content: string, invent: WordInventors): string {
  const hash = createHash('sha256');
  const lines = content.split('\n').map((line) => {
    const value = parsed(line);
    if (value === undefined) return invent.value.text(line);
    if (isJsonObject(value) && isJsonObject(value['end']))
      return endWith(value['end'], content, hash.copy().digest('hex'));
    const made = JSON.stringify(inventValue(value, '', invent));
    hash.update(`${made}\n`);
    return made;
  });
  return lines.join('\n');
}

/** Replaces the digest if it was correct; a wrong digest stays wrong. */
function endWith(end: { readonly [name: string]: Json }, content: string, made: string): string {
  const before = content.slice(0, content.lastIndexOf('{"end"'));
  const isRight = createHash('sha256').update(before).digest('hex') === end['digest'];
  return JSON.stringify({ end: { ...end, digest: isRight ? made : '' } });
}

/**
 * Returns a report of `migrate verify`, as page or as data, with invented values and a new digest.
 * @returns undefined for a report that is damaged, was edited, or was written by another version
 */
export function heldReport(content: string, file: string, invent: WordInventors): string | undefined {
  try {
    const { report, unchecked } = readReport(content, file);
    if (unchecked !== undefined) return undefined;
    const { digest: _, ...rest } = report;
    // Only values are replaced, so the type stays the same.
    const made = inventedMembers(asJson(rest), invent) as JsonObject & typeof rest;
    const whole: VerifyReport = { ...made, digest: reportDigest(made) };
    return /^\s*\{/.test(content) ? `${JSON.stringify(whole, null, 2)}\n` : verifyPage(whole);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** @param name the member that contains the value; for a pair of compared values, the attribute */
function inventValue(value: Json, name: string, invent: WordInventors): Json {
  if (typeof value === 'string')
    return name === 'notCompared' ? inventScope(value, invent) : invent.exchange.value(value, name);
  if (Array.isArray(value)) return value.map((one) => inventValue(one, name, invent));
  return isJsonObject(value) ? inventedMembers(value, invent) : value;
}

function inventedMembers(value: JsonObject, invent: WordInventors): JsonObject {
  const { attribute } = value;
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [
      member,
      KEPT.has(member) && !isJsonObject(one) && !hasObjects(one)
        ? one
        : inventValue(one, /^(?:valueIn|in)[AB]$/.test(member) ? String(attribute ?? '') : member, invent),
    ]),
  );
}

/** Describes what a comparison left out: a flag, or an expression after a description. */
function inventScope(text: string, { exchange }: WordInventors): string {
  const [, what = '', expression = ''] = /^(people who[^:]*: |everything but )?(.*)$/s.exec(text) ?? [];
  return what + exchange.expression(expression, isOwnWord);
}

function hasObjects(value: Json): boolean {
  return Array.isArray(value) && value.some(isJsonObject);
}

function parsed(line: string): Json | undefined {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}
