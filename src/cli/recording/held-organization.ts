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

/** Stands for the state of a sandbox, whose answers are in the recording. */
export const HELD_STATE = `${STATE_FILE_START}}\n`;

/** Members of a snapshot and of a report that say nothing of a person, whatever their values are. */
const KEPT = new Set(
  'format version holds verdict tool found subject attribute key attributes joined users groups memberships'.split(
    ' ',
  ),
);

/** Returns the files of a folder that is an organization; the state of a sandbox stands for the folder. */
export function filesOfOrganization(folder: string): readonly string[] | 'sandbox' {
  if (existsSync(sandboxFile(join(folder, 'state')))) return 'sandbox';
  const first = (names: readonly string[]) =>
    names.filter((name) => existsSync(join(folder, name))).slice(0, 1);
  return [...first(PEOPLE_FILES), ...first(GROUP_FILES)];
}

/**
 * Returns a snapshot with inventions in the place of values and a digest over them; one that is damaged stays
 * damaged.
 */
export function heldSnapshot(content: string, invent: WordInventors): string {
  const hash = createHash('sha256');
  const lines = content.split('\n').map((line) => {
    const value = parsed(line);
    if (value === undefined) return invent.value.text(line);
    if (isJsonObject(value) && isJsonObject(value['end']))
      return endWith(value['end'], content, hash.copy().digest('hex'));
    const made = JSON.stringify(invented(value, '', invent));
    hash.update(`${made}\n`);
    return made;
  });
  return lines.join('\n');
}

/** A digest that was right is right again; a wrong one stays wrong. */
function endWith(end: { readonly [name: string]: Json }, content: string, made: string): string {
  const before = content.slice(0, content.lastIndexOf('{"end"'));
  const isRight = createHash('sha256').update(before).digest('hex') === end['digest'];
  return JSON.stringify({ end: { ...end, digest: isRight ? made : '' } });
}

/**
 * Returns a report of `migrate verify` with inventions in the place of values and a digest over them: its
 * page, or its data.
 * @returns undefined for one that is damaged or was edited, or another version wrote
 */
export function heldReport(content: string, file: string, invent: WordInventors): string | undefined {
  try {
    const { report, unchecked } = readReport(content, file);
    if (unchecked !== undefined) return undefined;
    const { digest: _, ...rest } = report;
    // Inventions take the place of values, and nothing else: it is a report still.
    const made = inventedMembers(asJson(rest), invent) as JsonObject & typeof rest;
    const whole: VerifyReport = { ...made, digest: reportDigest(made) };
    return /^\s*\{/.test(content) ? `${JSON.stringify(whole, null, 2)}\n` : verifyPage(whole);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** @param name the member that the value belongs to; of a pair of values the attribute that they are of */
function invented(value: Json, name: string, invent: WordInventors): Json {
  if (typeof value === 'string')
    return name === 'notCompared' ? inventScope(value, invent) : invent.exchange.value(value, name);
  if (Array.isArray(value)) return value.map((one) => invented(one, name, invent));
  return isJsonObject(value) ? inventedMembers(value, invent) : value;
}

function inventedMembers(value: JsonObject, invent: WordInventors): JsonObject {
  const { attribute } = value;
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [
      member,
      KEPT.has(member) && !isJsonObject(one) && !hasObjects(one)
        ? one
        : invented(one, /^(?:valueIn|in)[AB]$/.test(member) ? String(attribute ?? '') : member, invent),
    ]),
  );
}

/** What was left out of a comparison: words of a flag, or an expression behind what it is. */
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
