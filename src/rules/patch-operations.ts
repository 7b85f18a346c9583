import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { isJsonObject } from './json-value.ts';
import { inTableSpelling } from './table-spelling.ts';

/**
 * One step of a user-written PATCH: an operation with its path, or one attribute of an operation or a body
 * without paths (SCIM §2.3).
 */
export interface WrittenOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value: Json | undefined;
}

/** The steps of a user-written PATCH in order, and the reasons why the rest could not be read. */
export interface ReadOperations {
  readonly operations: readonly WrittenOperation[];
  readonly unclear: readonly string[];
}

/**
 * Reads a user-written PATCH body of either version. Names are case-insensitive. An attribute of a body
 * counts as replace, a path in `meta.attributes` as remove.
 */
export function readWrittenPatch(body: JsonObject): ReadOperations {
  const { Operations: written, ...attributes } = inTableSpelling(body, ['Operations']);
  if (written === undefined) return { operations: ofAttributes('replace', attributes), unclear: [] };
  if (!Array.isArray(written)) return { operations: [], unclear: ['"Operations" is not a list'] };
  const operations: WrittenOperation[] = [];
  const unclear: string[] = [];
  for (const [index, one] of written.entries()) {
    const read = readOne(one);
    if (read === undefined) unclear.push(`operation ${index + 1} cannot be read`);
    else for (const operation of read) operations.push(operation);
  }
  return { operations, unclear };
}

function readOne(written: Json): readonly WrittenOperation[] | undefined {
  if (!isJsonObject(written)) return undefined;
  const { op: verb, path, value } = inTableSpelling(written, ['op', 'path', 'value']);
  const op = OPERATIONS.find((known) => known === String(verb).toLowerCase());
  if (op === undefined) return undefined;
  if (typeof path === 'string') return [{ op, path, value }];
  if (path !== undefined || op === 'remove' || !isJsonObject(value)) return undefined;
  return ofAttributes(op, value);
}

function ofAttributes(op: 'add' | 'replace', attributes: JsonObject): readonly WrittenOperation[] {
  const { meta, ...rest } = inTableSpelling(attributes, ['meta']);
  const removed = isJsonObject(meta) ? inTableSpelling(meta, ['attributes'])['attributes'] : undefined;
  const paths = Array.isArray(removed) ? removed.map(String) : [];
  return [
    ...paths.map((path) => ({ op: 'remove', path, value: undefined }) as const),
    ...Object.entries(rest).map(([path, value]) => ({ op, path, value })),
  ];
}

const OPERATIONS = ['add', 'replace', 'remove'] as const;

/**
 * The parts of a path, such as `members[value eq "U…"]` or `name.givenName` (RFC 7644 §3.5.2). Names are in
 * lower case.
 */
export interface PathParts {
  readonly name: string;
  /** The text in brackets. */
  readonly filter: string | undefined;
  readonly sub: string | undefined;
}

/** Returns the parts of a path without the URI of a core schema; undefined if the path has another form. */
export function pathParts(path: string): PathParts | undefined {
  const plain = path.trim().replace(CORE_URI, '');
  const [whole, name = '', filter, sub] = /^([A-Za-z]\w*)(?:\[(.*)\])?(?:\.(\$?\w+))?$/s.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  return { name: name.toLowerCase(), filter, sub: sub?.toLowerCase() };
}

const CORE_URI = /^urn:(?:ietf:params:)?scim:schemas:core:\d\.\d(?::(?:User|Group))?[:.]/i;
