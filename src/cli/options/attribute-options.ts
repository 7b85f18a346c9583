import { type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { issueOf, valueProblems } from '../../rules/check-values.ts';
import { expirationFrom, startDateFrom } from '../../rules/date-time.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttribute,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import { lowerFirst } from '../../values/lower-first.ts';
import { suggest } from '../../values/suggest.ts';
import { flagNamed } from './flag-named.ts';

/** Adds a flag for each writable attribute of a user: `--given-name <text>`, `--guest`, `--no-active`. */
export function addAttributeOptions(command: CommandUnknownOpts, when: 'create' | 'update'): void {
  for (const name of USER_ATTRIBUTE_NAMES) {
    const attribute: UserAttribute = USER_ATTRIBUTES[name];
    // A password on the command line is visible to others; it comes from a file or a prompt.
    if (name === 'password' || (when === 'update' && attribute.write === 'create')) continue;
    const flag = flagOf(name);
    if (attribute.kind === 'boolean') {
      const [yes, no] = BOOLEAN_WORDS[name] ?? [
        lowerFirst(attribute.label),
        `not: ${lowerFirst(attribute.label)}`,
      ];
      command.addOption(new Option(flag, yes));
      command.addOption(new Option(flag.replace('--', '--no-'), no));
    } else {
      const option = new Option(
        `${flag} <${PLACEHOLDERS[attribute.kind] ?? 'text'}>`,
        `${lowerFirst(attribute.label)}, such as ${attribute.example}${aliasNote(name)}${when === 'update' ? effectOf(name) : ''}`,
      );
      command.addOption(option.argParser((text) => storedForm(name, text)));
      for (const other of OTHER_FLAGS[name] ?? []) {
        const alias = new Option(`${other} <text>`).argParser((text) => storedForm(name, text));
        command.addOption(alias.hideHelp());
      }
    }
  }
}

/** Help texts of `--name` and `--no-name` for boolean attributes. */
const BOOLEAN_WORDS: { readonly [Name in UserAttributeName]?: readonly [string, string] } = {
  active: ['make the account active', 'deactivate the account'],
  guest: ['make the user a multi-channel guest', 'make the user a full member'],
};

/** Aliases of attribute flags, with the names in the document. Help shows them after the main flag. */
const OTHER_FLAGS: { readonly [Name in UserAttributeName]?: readonly string[] } = {
  email: ['--primary-email'],
  mobilePhone: ['--mobile'],
  streetAddress: ['--address.streetAddress'],
  locality: ['--address.locality'],
  region: ['--address.region'],
  postalCode: ['--address.postalCode'],
  country: ['--address.country'],
};

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  email: 'address',
  url: 'url',
  photo: 'url',
  user: 'user',
  instant: 'time',
  day: 'day',
  userName: 'name',
};

/** A new nickname is also the new userName, unless both are given (SCIM §4.3 rule 4). */
function effectOf(name: UserAttributeName): string {
  return name === 'nickName' ? '; also changes the userName' : '';
}

function aliasNote(name: UserAttributeName): string {
  const [other] = OTHER_FLAGS[name] ?? [];
  return other === undefined ? '' : ` (also ${other})`;
}

export function flagOf(name: UserAttributeName): string {
  return flagNamed(name);
}

/**
 * Returns how the command line gives an attribute: by the flag that was typed, such as --primary-email, or
 * `--set email`.
 * @param options the flags of the command, by attribute name
 */
export function flagTyped(name: UserAttributeName, options: Readonly<Record<string, unknown>>): string {
  const typed = flagsOf(name).find((flag) => options[new Option(flag).attributeName()] !== undefined);
  const { set } = options;
  const isSet = typeof set === 'object' && set !== null && Object.hasOwn(set, name);
  return typed ?? (isSet ? `--set ${name}` : flagOf(name));
}

/** Returns the flag of an attribute and its aliases. */
function flagsOf(name: UserAttributeName): readonly string[] {
  return [flagOf(name), ...(OTHER_FLAGS[name] ?? [])];
}

/**
 * Returns the attributes given by flags.
 * @throws Failure `usage` if two flags give one attribute different values
 */
export function readAttributeOptions(options: Readonly<Record<string, unknown>>): UserValues {
  const values: UserValues = {};
  for (const name of USER_ATTRIBUTE_NAMES) {
    const given = flagsOf(name)
      .map((flag) => [flag, options[new Option(flag).attributeName()]] as const)
      .filter(([, value]) => value !== undefined);
    const [[, value] = [], second] = given;
    if (second !== undefined && second[1] !== value)
      throw new Failure(
        'usage',
        `${given.map(([flag]) => flag).join(' and ')} set the same attribute; give one`,
      );
    if (name === 'active' || name === 'guest') {
      if (typeof value === 'boolean') values[name] = value;
    } else if (typeof value === 'string') {
      values[name] = value;
    }
  }
  return values;
}

/**
 * Parses `name=value` pairs (`--set title="VP"`).
 * @throws InvalidArgumentError
 */
export function parseAssignment(text: string, previous: UserValues = {}): UserValues {
  const equals = text.indexOf('=');
  const name = attributeNamed(equals < 0 ? text : text.slice(0, equals));
  if (equals < 0) throw new InvalidArgumentError('Write it as NAME=VALUE.');
  const value = text.slice(equals + 1);
  if (name === 'active' || name === 'guest') {
    if (value !== 'true' && value !== 'false')
      throw new InvalidArgumentError(`${name} must be true or false.`);
    return { ...previous, [name]: value === 'true' };
  }
  return { ...previous, [name]: storedForm(name, value) };
}

/**
 * Parses the name of an attribute that can be cleared.
 * @throws InvalidArgumentError
 */
export function parseClear(
  text: string,
  previous: readonly UserAttributeName[] = [],
): readonly UserAttributeName[] {
  const whole = WHOLE_ATTRIBUTES[text.toLowerCase()];
  const names = whole ?? [attributeNamed(text)];
  for (const name of names) {
    if (!USER_ATTRIBUTES[name].mayClear) throw new InvalidArgumentError(`${name} cannot be cleared.`);
  }
  return [...new Set([...previous, ...names])];
}

/** Names of the document that stand for several stored attributes. */
const WHOLE_ATTRIBUTES: Readonly<Record<string, readonly UserAttributeName[]>> = Object.fromEntries(
  ['emails', 'phoneNumbers', 'addresses', 'name', 'roles', 'enterprise'].map((whole) => [
    whole.toLowerCase(),
    USER_ATTRIBUTE_NAMES.filter(
      (name) =>
        USER_ATTRIBUTES[name].mayClear && /^\w+(?=[[.])/.exec(USER_ATTRIBUTES[name].path)?.[0] === whole,
    ),
  ]),
);

/** Columns of users that are no attributes, and what to do instead. */
const READ_ONLY: ReadonlyMap<string, string> = new Map([
  ['id', 'the service assigns it'],
  ['created', 'the service sets it'],
  ['groups', 'use orgctl scim groups members add or remove'],
  ['state', 'use orgctl scim users activate, deactivate or convert'],
]);

function attributeNamed(text: string): UserAttributeName {
  const wanted = text.trim().toLowerCase();
  const found = USER_ATTRIBUTE_NAMES.find((name) => {
    const { path, otherPaths = [] }: UserAttribute = USER_ATTRIBUTES[name];
    return [name, path, ...otherPaths].some((known) => known.toLowerCase() === wanted);
  });
  if (found !== undefined) return found;
  const why = READ_ONLY.get(wanted);
  if (why !== undefined) throw new InvalidArgumentError(`${wanted} cannot be changed here: ${why}.`);
  const suggestion = suggest(text, USER_ATTRIBUTE_NAMES);
  throw new InvalidArgumentError(
    `There is no attribute "${text}"${suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`}.`,
  );
}

/** Converts dates to the form of the service; other text is left for the check to report. */
function storedForm(name: UserAttributeName, text: string): string {
  const { kind } = USER_ATTRIBUTES[name];
  if (kind === 'day') return startDateFrom(text) ?? text;
  return kind === 'instant' ? (expirationFrom(text) ?? text) : text;
}

/**
 * Checks the values of flags.
 * @param options the flags of the command, by attribute name
 * @throws Failure `invalidInput` with every value that breaks a rule (SCIM §2.1, §8); nothing was sent
 */
export function checkAttributes(
  values: UserValues,
  vendor: string,
  options: Readonly<Record<string, unknown>>,
): void {
  const issues = valueProblems(values, vendor).map((problem) => ({
    ...issueOf(problem, values),
    path: flagTyped(problem.name, options),
  }));
  const [first] = issues;
  if (first === undefined) return;
  const count = issues.length === 1 ? 'a value is' : `${issues.length} values are`;
  throw new Failure('invalidInput', `${count} not allowed; nothing was sent`, {
    issues,
    hint: `orgctl explain ${first.code}`,
  });
}
