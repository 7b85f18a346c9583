import type { Issue } from '../../failure/issue.ts';
import { durationFrom, MAX_DELAY } from '../../rules/duration.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import { keysOf } from '../../values/keys-of.ts';
import { pathOf, SeedReader } from '../seed-reader.ts';
import {
  ERROR_BODIES,
  FAULTS,
  type Fault,
  type FaultEffect,
  type FaultMatch,
  type FaultName,
  MATCH_NAMES,
  TOKEN_ENDS,
} from './fault.ts';

/** HTTP methods, and words for all requests that read or write. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'read', 'write'] as const;
const NAMES = keysOf(FAULTS);
const MINUTE = 60_000;

/** Parses faults from a file or a request, and reports all problems. */
export function readFaults(document: JsonObject): {
  readonly faults: readonly Fault[];
  readonly issues: readonly Issue[];
} {
  const reader = new SeedReader('invalid_fault');
  reader.checkNames(document, '', ['faults']);
  const faults = reader.list(document, 'faults', (from, path) => readFault(reader, from, path));
  if (reader.issues.length === 0 && faults.length === 0)
    reader.report(
      'faults',
      'contains no faults',
      'a list such as [{method: POST, path: /scim/v2/Users, do: reset}]',
    );
  return { faults, issues: reader.issues };
}

function readFault(reader: SeedReader, from: JsonObject, path: string): Fault | undefined {
  const name = reader.choice(from, path, 'do', NAMES);
  if (name === undefined) {
    if ((from['do'] ?? undefined) === undefined)
      reader.report(pathOf(path, 'do'), 'is missing', NAMES.join(', '));
    return undefined;
  }
  reader.checkNames(from, path, [...MATCH_NAMES, 'do', ...FAULTS[name].takes]);
  return { ...readMatch(reader, from, path), ...readEffect(reader, from, path, name) };
}

function readMatch(reader: SeedReader, from: JsonObject, at: string): FaultMatch {
  const method = readMethod(reader, from, at);
  const path = reader.text(from, at, 'path');
  if (path !== undefined && !/^[/*]/.test(path))
    reader.report(pathOf(at, 'path'), `is "${path}"`, 'a path such as /scim/v2/Users/*');
  const contains = reader.text(from, at, 'contains');
  return {
    ...defined({ method, path, contains }),
    nth: whole(reader, from, at, 'nth', 1) ?? 1,
    times: from['times'] === 'always' ? Number.POSITIVE_INFINITY : (whole(reader, from, at, 'times', 1) ?? 1),
  };
}

/** Reads a method. A Web API method may be unknown to the sandbox, because a fault can supply its answer. */
function readMethod(reader: SeedReader, from: JsonObject, at: string): string | undefined {
  const { method } = from;
  if (typeof method === 'string' && /^[A-Za-z]\w*(?:\.\w+)+$/.test(method)) return method;
  return reader.choice(from, at, 'method', METHODS, ', or a method of the Web API such as auth.test');
}

function readEffect(reader: SeedReader, from: JsonObject, at: string, name: FaultName): FaultEffect {
  const applied = reader.flag(from, at, 'applied') ?? false;
  const retryAfter = reader.text(from, at, 'retryAfter');
  const waiting = retryAfter === undefined ? {} : { retryAfter };
  switch (name) {
    case 'reset':
    case 'close':
      return { do: name, applied };
    case 'stall':
      return { do: name, applied, for: duration(reader, from, at, 'for') ?? MINUTE };
    case 'cut':
      return { do: name, at: percent(reader, from, at), declared: reader.flag(from, at, 'declared') ?? true };
    case 'drip':
      return { do: name, every: duration(reader, from, at, 'every') ?? 1000 };
    case 'throttle':
      return { do: name, ...waiting };
    case 'error': {
      const body = reader.choice(from, at, 'body', ERROR_BODIES) ?? 'json';
      return { do: name, status: status(reader, from, at, [500, 599]) ?? 500, body, applied, ...waiting };
    }
    case 'html':
      return { do: name, status: status(reader, from, at) ?? 200, applied };
    case 'notOk':
      return { do: name, error: reader.text(from, at, 'error') ?? 'internal_error', applied };
    case 'answer': {
      const headers = readHeaders(reader, from, at);
      return { do: name, status: status(reader, from, at) ?? 200, headers, body: from['body'], applied };
    }
    case 'total':
      return { do: name, add: readAdd(reader, from, at) };
    case 'token':
      return { do: name, end: reader.choice(from, at, 'end', TOKEN_ENDS) ?? 'revoked' };
    default:
      return { do: name };
  }
}

function whole(
  reader: SeedReader,
  from: JsonObject,
  at: string,
  name: string,
  least: number,
): number | undefined {
  const value = from[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  const more = name === 'times' ? ', or always' : '';
  return reader.report(
    pathOf(at, name),
    `is ${JSON.stringify(value)}`,
    `a whole number from ${least}${more}`,
  );
}

function status(
  reader: SeedReader,
  from: JsonObject,
  at: string,
  [least, most]: readonly [number, number] = [200, 599],
): number | undefined {
  const value = from['status'];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  return reader.report(
    pathOf(at, 'status'),
    `is ${JSON.stringify(value)}`,
    `a status from ${least} to ${most}`,
  );
}

function duration(reader: SeedReader, from: JsonObject, at: string, name: string): number | undefined {
  const text = reader.text(from, at, name);
  if (text === undefined) return undefined;
  const found = durationFrom(text);
  if (found !== undefined && found <= MAX_DELAY) return found;
  return reader.report(pathOf(at, name), `is "${text}"`, 'a duration such as 90s or 100ms, at most 24d');
}

/** @returns a fraction from 0 up to 1 */
function percent(reader: SeedReader, from: JsonObject, at: string): number {
  const text = reader.text(from, at, 'at') ?? '50%';
  const [, digits] = /^(\d{1,2})%$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits) / 100;
  reader.report(pathOf(at, 'at'), `is "${text}"`, 'a percentage from 0% to 99%');
  return 0;
}

function readAdd(reader: SeedReader, from: JsonObject, at: string): number {
  const value = from['add'];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value !== 0) return value;
  const found = value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`;
  reader.report(pathOf(at, 'add'), found, 'a whole number such as 5 or -5');
  return 0;
}

function readHeaders(reader: SeedReader, from: JsonObject, at: string): Readonly<Record<string, string>> {
  const headers = reader.object(from, at, 'headers');
  const path = pathOf(at, 'headers');
  return Object.fromEntries(
    Object.keys(headers).flatMap((name): [string, string][] => {
      const value = reader.text(headers, path, name);
      if (value === undefined) return [];
      if (/^[\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value)) return [[name.toLowerCase(), value]];
      reader.report(pathOf(path, name), 'cannot be sent', 'a header such as location: https://other.example');
      return [];
    }),
  );
}

/**
 * Returns a fault in the format that can be read again: durations and percentages with their units; undefined
 * values are omitted.
 */
export function printFault({ times, ...fault }: Fault): JsonObject {
  const said: { readonly [name: string]: Json | undefined } = {
    ...fault,
    times: times === Number.POSITIVE_INFINITY ? 'always' : times,
  };
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, withUnit(name, value)] as const],
    ),
  );
}

function withUnit(name: string, value: Json): Json {
  if (name === 'for' || name === 'every') return `${value}ms`;
  return name === 'at' ? `${Math.round(Number(value) * 100)}%` : value;
}
