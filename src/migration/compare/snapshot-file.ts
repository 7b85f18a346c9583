import { createHash } from 'node:crypto';
import { Failure } from '../../failure/failure.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { USER_ATTRIBUTES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import type { Json, JsonObject } from '../../spec/wire.ts';
import { type CopyOptions, copiedPerson, copyOf, type NamedGroup } from './copy-builder.ts';
import {
  COMPARED_ATTRIBUTES,
  type CopiedPerson,
  isSingleChannelGuest,
  type OrganizationCopy,
  valuesOf,
} from './organization-copy.ts';

const FORMAT = 'orgctl-snapshot';

/** What a snapshot says of itself. */
export interface SnapshotHead {
  /** What the command line called the organization. */
  readonly name: string;
  /** RFC 3339. */
  readonly taken: string;
}

const START = `{"format":"${FORMAT}"`;

/** Whether a file begins as a snapshot does, or as one that another program wrote again. */
export function looksLikeSnapshot(start: string): boolean {
  return start.startsWith(START) || (/^\ufeff?\s*[[{]/.test(start) && REWRITTEN.test(start));
}

const REWRITTEN = new RegExp(`"format"\\s*:\\s*"${FORMAT}"`);

/** Prints an organization as NDJSON: a head, a user or a group on each line, and an end that says how many there are, with a digest. */
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
  yield line({ format: FORMAT, version: 1, name, taken, holds: [...holds], hasGroups });
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
 * @throws Failure `stale` when its end is missing, so that it is not whole; `invalidInput` when it is damaged or was edited.
 */
export async function readSnapshot(
  lines: AsyncIterable<string>,
  file: string,
  options: CopyOptions,
): Promise<OrganizationCopy> {
  const hash = createHash('sha256');
  const people: CopiedPerson[] = [];
  const groups: NamedGroup[] = [];
  let holds = new Set<UserAttributeName>();
  let hasGroups = true;
  let number = 0;
  let end: JsonObject | undefined;
  for await (const text of lines) {
    number += 1;
    if (number === 1) refuseRewritten(text, file);
    const row = objectIn(text, file, number);
    if (end !== undefined) throw damaged(file, number, 'it continues after its end');
    if (isJsonObject(row['end'])) {
      end = row['end'];
      continue;
    }
    hash.update(`${text}\n`);
    const { user, group } = row;
    if (number === 1) {
      if (row['format'] !== FORMAT || row['version'] !== 1)
        throw damaged(file, 1, `it is no ${FORMAT} of version 1`);
      holds = attributesIn(row['holds']);
      hasGroups = row['hasGroups'] === true;
    } else if (isJsonObject(user)) people.push(personIn(user, file, number, options));
    else if (isJsonObject(group)) groups.push(groupIn(group, file, number));
    else throw damaged(file, number, 'it is neither a user nor a group');
  }
  checkEnd(end, { users: people.length, groups: groups.length, digest: hash.digest('hex') }, file, number);
  return copyOf(options.name, people, hasGroups ? groups : undefined, holds);
}

function refuseRewritten(text: string, file: string): void {
  if (text.startsWith(START)) return;
  throw new Failure('invalidInput', `${file} is a snapshot that another program wrote again`, {
    hint: 'its digest is of the lines as they were: compare the file that orgctl wrote, or take it again',
  });
}

function checkEnd(end: JsonObject | undefined, found: JsonObject, file: string, line: number): void {
  if (end === undefined)
    throw new Failure('stale', `${file} is incomplete: its end is missing after line ${line}`, {
      hint: 'take the snapshot again',
    });
  if (JSON.stringify(end) !== JSON.stringify(found))
    throw damaged(file, line, 'it does not match its digest; it was edited or is damaged');
}

function objectIn(text: string, file: string, line: number): JsonObject {
  const read = readBoundedJson(text);
  if ('fault' in read || !isJsonObject(read.value)) {
    // The last line of a file that was cut is half of one.
    throw new Failure('stale', `${file} is not whole: line ${line} is cut off`, {
      hint: 'take the snapshot again',
    });
  }
  return read.value;
}

function attributesIn(names: Json | undefined): Set<UserAttributeName> {
  const known = Array.isArray(names) ? names : [];
  return new Set(COMPARED_ATTRIBUTES.filter((name) => known.includes(name)));
}

function personIn(user: JsonObject, file: string, line: number, options: CopyOptions): CopiedPerson {
  const { id, values } = user;
  if (typeof id !== 'string' || !isJsonObject(values))
    throw damaged(file, line, 'the user has no ID or no values');
  return copiedPerson(id, readValues(values), options, user['isSingleChannel'] === true);
}

function readValues(object: JsonObject): UserValues {
  const values: UserValues = {};
  for (const [name, value] of Object.entries(object)) {
    if (!isAttribute(name)) continue;
    if (name === 'active' || name === 'guest') {
      if (typeof value === 'boolean') values[name] = value;
    } else if (typeof value === 'string') values[name] = value;
  }
  return values;
}

function isAttribute(name: string): name is UserAttributeName {
  return Object.hasOwn(USER_ATTRIBUTES, name);
}

function groupIn(group: JsonObject, file: string, line: number): NamedGroup {
  const { id, displayName, members } = group;
  if (typeof id !== 'string' || typeof displayName !== 'string' || !Array.isArray(members))
    throw damaged(file, line, 'the group has no ID, name or members');
  return { id, displayName, members: members.map(String) };
}

function damaged(file: string, line: number, why: string): Failure {
  return new Failure('invalidInput', `${file}:${line}: ${why}`, { hint: 'take the snapshot again' });
}
