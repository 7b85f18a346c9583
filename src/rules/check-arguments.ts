import type { Issue } from '../failure/issue.ts';
import type { WebErrorCode } from '../spec/webapi-error-codes.ts';
import type { WebApiArgument, WebApiMethod } from '../spec/webapi-methods.ts';

export type ArgumentValue = string | number | boolean | readonly string[];

/** The checked arguments of a call. An argument that was not given and has no default is absent. */
export interface ReadArguments {
  readonly values: Readonly<Record<string, ArgumentValue>>;
  readonly issues: readonly ArgumentIssue[];
  /** Arguments that the method does not have; the service ignores them. */
  readonly unknown: readonly string[];
}

/** A finding with the error code that the service would return. */
export interface ArgumentIssue extends Issue {
  readonly code: WebErrorCode;
}

const MAX_NAME_LENGTH = 64;
const NAME = /^\w+$/;
/** The ID of a workflow, or a reference to one in its app (WEB §4.5; assumption `workflow-reference`). */
const WORKFLOW = /^(?:Wf[A-Za-z0-9]+|#\/workflows\/.+)$/;
const TIMESTAMP = /^\d{1,12}\.\d{1,6}$/;
const FORMATS = { timestamp: TIMESTAMP, workflow: WORKFLOW } as const;

/**
 * Reads the arguments of a method, as JSON values or as text of a form, and returns all findings in the order
 * of the table (WEB §1, §4, §7). Null and empty count as absent (OBSERVED §10).
 * @param inJson names of arguments from a JSON body, where a list must be an array and a timestamp a string
 * (assumption `types-in-json`).
 */
export function readArguments(
  method: WebApiMethod,
  given: Readonly<Record<string, unknown>>,
  inJson: ReadonlySet<string> = NO_NAMES,
): ReadArguments {
  const issues: ArgumentIssue[] = [];
  const values: Record<string, ArgumentValue> = {};
  const names = Object.keys(given).filter((name) => name !== 'token');
  for (const name of names) issues.push(...nameIssues(name));
  for (const [name, argument] of Object.entries(method.arguments)) {
    const raw = Object.hasOwn(given, name) ? given[name] : undefined;
    if (isBlank(raw, argument)) {
      if (argument.required === true) issues.push(missing(name, argument));
      else if (argument.fallback !== undefined) values[name] = argument.fallback;
      continue;
    }
    const read = inJson.has(name) ? readJsonValue(raw, name, argument) : readValue(raw, name, argument);
    if ('issue' in read) issues.push(read.issue);
    else if (!Array.isArray(read.value) || read.value.length > 0) values[name] = read.value;
  }
  const isGiven = (name: string) => Object.hasOwn(values, name) || issues.some(({ path }) => path === name);
  issues.push(...combinationIssues(method, values, isGiven));
  return { values, issues, unknown: names.filter((name) => !Object.hasOwn(method.arguments, name)) };
}

function nameIssues(name: string): readonly ArgumentIssue[] {
  if (/^\w+\[.*\]$/.test(name))
    return [issue('invalid_array_arg', name, 'an array is written as one comma-separated value')];
  if (NAME.test(name) && name.length <= MAX_NAME_LENGTH) return [];
  const expected = `letters, digits and _, at most ${MAX_NAME_LENGTH}`;
  return [
    issue('invalid_arg_name', name.slice(0, MAX_NAME_LENGTH), 'no argument has this name', { expected }),
  ];
}

function isBlank(raw: unknown, argument: WebApiArgument): boolean {
  return raw === undefined || raw === null || (raw === '' && argument.mayBeEmpty !== true);
}

function missing(name: string, argument: WebApiArgument): ArgumentIssue {
  return issue(argument.missing ?? 'invalid_arguments', name, `${name} is missing`, {
    expected: expectation(argument),
  });
}

type ReadValue = { readonly value: ArgumentValue } | { readonly issue: ArgumentIssue };

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Reads a value from a JSON body, where a list must be an array, and a timestamp a string because a number
 * loses its trailing zeros (WEB §1, §4).
 */
function readJsonValue(raw: unknown, name: string, argument: WebApiArgument): ReadValue {
  const isText = typeof raw === 'string';
  const isOther = argument.type === 'strings' ? isText : argument.format === 'timestamp' && !isText;
  if (!isOther || Array.isArray(raw)) return readValue(raw, name, argument);
  const code = argument.invalid ?? 'invalid_arguments';
  const message = `${name} is ${argument.type === 'strings' ? 'a string' : `a ${typeof raw}`}`;
  return { issue: issue(code, name, message, { expected: expectation(argument) }) };
}

function readValue(raw: unknown, name: string, argument: WebApiArgument): ReadValue {
  if (argument.type === 'strings') return readStrings(raw, name, argument);
  const refuse: Refuse = (message, code = argument.invalid ?? 'invalid_arguments') => ({
    issue: issue(code, name, `${name} ${message}`, { expected: expectation(argument) }),
  });
  if (Array.isArray(raw)) return refuse('is an array', 'invalid_array_arg');
  switch (argument.type) {
    case 'integer':
      return readInteger(raw, argument, refuse);
    case 'boolean': {
      const value = BOOLEANS.get(raw);
      return value === undefined ? refuse('is neither true nor false') : { value };
    }
    case 'string':
      return readString(raw, argument, refuse);
  }
}

type Refuse = (message: string, code?: WebErrorCode) => ReadValue;

function readInteger(raw: unknown, argument: WebApiArgument, refuse: Refuse): ReadValue {
  const number = typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return refuse('is not a whole number');
  const { minimum = number, maximum = number } = argument;
  return number < minimum || number > maximum ? refuse(`is ${number}`) : { value: number };
}

function readString(raw: unknown, argument: WebApiArgument, refuse: Refuse): ReadValue {
  if (typeof raw !== 'string' && typeof raw !== 'number') return refuse('is not a string');
  const text = String(raw);
  const { values, prefix, format } = argument;
  const isFitting =
    (values === undefined || values.includes(text)) &&
    (prefix === undefined || text.startsWith(prefix)) &&
    (format === undefined || FORMATS[format].test(text));
  return isFitting ? { value: text } : refuse(`is "${text}"`);
}

/** Spellings of booleans in the forms of published clients (OBSERVED §12.3, §12.4). */
const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  [1, true],
  [0, false],
]);

function readStrings(raw: unknown, name: string, argument: WebApiArgument): ReadValue {
  const list = listFrom(raw);
  if (list === undefined) {
    const details = { expected: expectation(argument) };
    return { issue: issue('invalid_arguments', name, `${name} is not a list of strings`, details) };
  }
  const items = list.map((item) => item.trim()).filter((item) => item !== '');
  if (items.length === 0 && argument.required === true) return { issue: missing(name, argument) };
  if (argument.maxItems !== undefined && items.length > argument.maxItems) {
    const message = `${name} has ${items.length} entries`;
    const details = { expected: expectation(argument) };
    return { issue: issue(argument.tooMany ?? 'invalid_arguments', name, message, details) };
  }
  return { value: items };
}

/** Returns the strings of an array, of JSON text with an array, or of a comma-separated list. */
function listFrom(raw: unknown): readonly string[] | undefined {
  if (Array.isArray(raw)) return raw.every((item) => typeof item === 'string') ? raw : undefined;
  if (typeof raw !== 'string') return undefined;
  if (!/^\s*\[/.test(raw)) return raw.split(',');
  try {
    const parsed: unknown = JSON.parse(raw);
    return Array.isArray(parsed) && parsed.every((item) => typeof item === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function combinationIssues(
  method: WebApiMethod,
  values: Readonly<Record<string, ArgumentValue>>,
  isGiven: (name: string) => boolean,
): readonly ArgumentIssue[] {
  const issues: ArgumentIssue[] = [];
  for (const [name, { together, onlyWith, invalid }] of Object.entries(method.arguments)) {
    if (together !== undefined && isGiven(name) && !isGiven(together)) {
      const code = method.arguments[together]?.missing ?? 'invalid_arguments';
      issues.push(issue(code, together, `${name} requires ${together}`));
    }
    if (onlyWith !== undefined && isGiven(name) && values[onlyWith.argument] !== onlyWith.value) {
      const code = invalid ?? 'invalid_arguments';
      issues.push(issue(code, name, `${name} is allowed only with ${onlyWith.argument} ${onlyWith.value}`));
    }
  }
  const { oneOf, valueNeeds } = method;
  if (oneOf !== undefined && !oneOf.some((set) => set.every(isGiven))) {
    const expected = oneOf.map((set) => set.join(' and ')).join(', or ');
    issues.push(issue('invalid_arguments', oneOf[0]?.[0] ?? '', `${expected} must be given`));
  }
  if (
    valueNeeds !== undefined &&
    values[valueNeeds.argument] === valueNeeds.value &&
    !valueNeeds.oneOf.some(isGiven)
  ) {
    const message = `${valueNeeds.argument} ${valueNeeds.value} requires at least one of ${valueNeeds.oneOf.join(', ')}`;
    issues.push(issue(valueNeeds.code, valueNeeds.argument, message));
  }
  return issues;
}

/** Returns a description of the values that an argument accepts. */
export function expectation(argument: WebApiArgument): string {
  const { type, values, minimum, maximum, maxItems, prefix, format } = argument;
  if (values !== undefined) return values.join(', ');
  if (format === 'timestamp') return 'a message timestamp such as 1700000000.000100';
  if (format === 'workflow') return 'an ID that starts with Wf, or #/workflows/ and a callback ID';
  if (prefix !== undefined) return `an ID that starts with ${prefix}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'strings')
    return maxItems === undefined ? 'a list of strings' : `a list of at most ${maxItems} strings`;
  if (type === 'string') return 'a string';
  if (maximum === undefined) return minimum === undefined ? 'a whole number' : `at least ${minimum}`;
  return `${minimum ?? 0} to ${maximum}`;
}

function issue(
  code: WebErrorCode,
  path: string,
  message: string,
  details: { readonly expected?: string } = {},
): ArgumentIssue {
  return { code, path, message, ...details };
}
