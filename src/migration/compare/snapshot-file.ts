import { createHash } from 'node:crypto';
import { Failure } from '../../failure/failure.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { describeMisfit, type ReadValue } from '../../json/shapes.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import type { UserAttributeName } from '../../spec/user-attributes.ts';
import { type CopyOptions, copyOf, type NamedGroup, type UserDraft, userRecord } from './copy-builder.ts';
import { NamesInSource } from './names-in-source.ts';
import {
  COMPARED_ATTRIBUTES,
  isSingleChannelGuest,
  type OrganizationCopy,
  valuesOf,
} from './organization-copy.ts';
import {
  SNAPSHOT_FORMAT,
  type SnapshotEnd,
  type SnapshotHead,
  type SnapshotStart,
  snapshotRowFrom,
  snapshotStartFrom,
} from './snapshot-shapes.ts';

const START = `{"format":"${SNAPSHOT_FORMAT}"`;

/** Whether a file starts like a snapshot, or like one that another program reformatted. */
export function looksLikeSnapshot(start: string): boolean {
  return start.startsWith(START) || (/^\ufeff?\s*[[{]/.test(start) && REWRITTEN.test(start));
}

const REWRITTEN = new RegExp(`"format"\\s*:\\s*"${SNAPSHOT_FORMAT}"`);

/** Prints an organization as NDJSON: a header, a line per user or group, an end with counts and a digest. */
export function* snapshotLines(
  copy: OrganizationCopy,
  { name, taken }: SnapshotHead,
): Generator<string, void> {
  const hash = createHash('sha256');
  const line = (value: Json) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  const { people, groups, holds, hasGroups } = copy;
  yield line({ format: SNAPSHOT_FORMAT, version: 1, name, taken, holds: [...holds], hasGroups });
  for (const person of people) {
    const own = isSingleChannelGuest(person) ? { isSingleChannel: true } : {};
    yield line({ user: { id: person.id, ...own, values: { ...valuesOf(person) } } });
  }
  for (const { id, displayName, members, strangers } of groups) {
    const ids = [...members].flatMap((position) => people[position]?.id ?? []);
    yield line({ group: { id, displayName, members: [...ids, ...strangers] } });
  }
  yield `${JSON.stringify({ end: { users: people.length, groups: groups.length, digest: hash.digest('hex') } })}\n`;
}

/**
 * Reads a snapshot.
 * @throws Failure `stale` if its end is missing, so that it is incomplete; `invalidInput` if it is damaged or
 * was edited.
 */
export async function readSnapshotFile(
  lines: AsyncIterable<string>,
  file: string,
  options: CopyOptions,
): Promise<OrganizationCopy> {
  const hash = createHash('sha256');
  const people: UserDraft[] = [];
  const names = options.translate === undefined ? undefined : new NamesInSource();
  const groups: NamedGroup[] = [];
  let start: SnapshotStart | undefined;
  let end: SnapshotEnd | undefined;
  let number = 0;
  for await (const text of lines) {
    number += 1;
    if (number === 1) refuseRewritten(text, file);
    const value = objectIn(text, file, number);
    if (end !== undefined) throw damaged(file, number, 'it continues after its end');
    if (start === undefined) {
      start = startIn(value, file);
      hash.update(`${text}\n`);
      continue;
    }
    const row = fitting(snapshotRowFrom(value), file, number);
    if (row.end === undefined) hash.update(`${text}\n`);
    end = row.end;
    if (row.user !== undefined) {
      const { id, values, isSingleChannel } = row.user;
      people.push(userRecord(id, values, options, isSingleChannel));
      names?.add(id, values);
    }
    if (row.group !== undefined) groups.push(row.group);
  }
  checkEnd(end, { users: people.length, groups: groups.length, digest: hash.digest('hex') }, file, number);
  names?.settle(people);
  return copyOf(
    options.name,
    people,
    start?.hasGroups === false ? undefined : groups,
    attributesIn(start?.holds),
  );
}

function startIn(value: JsonObject, file: string): SnapshotStart {
  if (value['format'] !== SNAPSHOT_FORMAT || value['version'] !== 1)
    throw damaged(file, 1, `it is not an ${SNAPSHOT_FORMAT} of version 1`);
  return fitting(snapshotStartFrom(value), file, 1);
}

function fitting<Part>(read: ReadValue<Part>, file: string, line: number): Part {
  if ('value' in read) return read.value;
  throw damaged(file, line, describeMisfit(read.misfit));
}

function refuseRewritten(text: string, file: string): void {
  if (text.startsWith(START)) return;
  throw new Failure('invalidInput', `${file} is a snapshot that was rewritten by another program`, {
    hint: 'its digest covers the original lines; use the file written by orgctl, or take a new snapshot',
  });
}

function checkEnd(end: SnapshotEnd | undefined, found: SnapshotEnd, file: string, line: number): void {
  if (end === undefined)
    throw new Failure('stale', `${file} is incomplete: its end is missing after line ${line}`, {
      hint: 'take a new snapshot',
    });
  if (JSON.stringify(end) !== JSON.stringify(found))
    throw damaged(file, line, 'it does not match its digest; it was edited or is damaged');
}

function objectIn(text: string, file: string, line: number): JsonObject {
  const read = readBoundedJson(text);
  if ('fault' in read || !isJsonObject(read.value)) {
    // The last line of a truncated file is incomplete.
    throw new Failure('stale', `${file} is incomplete: line ${line} is truncated`, {
      hint: 'take a new snapshot',
    });
  }
  return read.value;
}

function attributesIn(names: readonly string[] = []): Set<UserAttributeName> {
  return new Set(COMPARED_ATTRIBUTES.filter((name) => names.includes(name)));
}

function damaged(file: string, line: number, why: string): Failure {
  return new Failure('invalidInput', `${file}:${line}: ${why}`, { hint: 'take a new snapshot' });
}
