import { issueOf, valueProblems } from '../../rules/check-values.ts';
import { expirationFrom, startDateFrom } from '../../rules/date-time.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import { GUEST_TYPE } from '../../spec/scim-schemas.ts';
import {
  type AttributeKind,
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import { listed } from '../../values/listed.ts';
import { cleanKey } from './clean-key.ts';
import { KEY_COLUMNS, type UserColumn } from './columns.ts';
import type { CellIssue, DesiredUser, Mode } from './desired-state.ts';
import { isPlaceholder } from './placeholder.ts';
import { isSingleChannelWord } from './single-channel.ts';

/** Cell text that clears a value. */
const CLEAR = '\\clear';

/** Any ID that a service may use: `id` holds nothing else, and other services have IDs of another form. */
const USER_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/**
 * Parses the cells of one row and applies every rule that needs only the row. An empty cell and one of
 * several spaces leave the value unchanged; `\clear` and exactly one space clear it (SCIM §4.3 rule 1).
 * @param keys the columns that can identify the user; one must have a value
 */
export function readDesiredUser(
  cells: ReadonlyMap<UserColumn, string>,
  line: number,
  mode: Mode,
  vendor: string,
  keys: readonly (typeof KEY_COLUMNS)[number][] = KEY_COLUMNS,
): { readonly desired: DesiredUser; readonly issues: readonly CellIssue[] } {
  const issues: CellIssue[] = [];
  const wants: DesiredUserDraft = { set: {}, clear: [] };
  const spaces: UserValues = {};
  // Not for…of: a Map iterator allocates three objects per cell.
  cells.forEach((cell, column) => {
    if (cell.length > 1 && (column === 'givenName' || column === 'familyName') && cell.trim() === '')
      spaces[column] = cell;
    const issue = cell === '' ? undefined : readCell(wants, column, cell);
    if (issue !== undefined) issues.push(issue);
  });
  // The service refuses a person whose both names are only spaces; one of them counts as empty.
  const isNameless = spaces.givenName !== undefined && spaces.familyName !== undefined;
  const given = isNameless ? { ...wants.set, ...spaces } : wants.set;
  for (const problem of valueProblems(given, vendor))
    issues.push({ column: problem.name, issue: issueOf(problem, given) });
  issues.push(...rowIssues(wants.set, wants.id, mode, keys));
  return { desired: { line, ...wants }, issues };
}

/** The desired state of a row while its cells are being read. */
interface DesiredUserDraft {
  id?: string;
  asWritten?: UserValues;
  groups?: readonly string[];
  readonly set: UserValues;
  readonly clear: UserAttributeName[];
}

/** @returns the problem with the cell */
function readCell(wants: DesiredUserDraft, column: UserColumn, cell: string): CellIssue | undefined {
  // The spaces of a password are part of it.
  const text = column === 'password' ? cell : cell.trim();
  const isBlanked = text === CLEAR || cell === ' ';
  if (text === '' && !isBlanked) return undefined;
  if (column === 'groups') return readGroups(wants, isBlanked ? '' : cell);
  if (column === 'id') return readId(wants, cell);
  if (isBlanked) return readBlank(wants, column);
  return readValue(wants, column, isEscaped(text) ? cell.replace('\\', '') : cell);
}

/** @param cell an empty text for a user without groups; separators without a name say nothing */
function readGroups(wants: DesiredUserDraft, cell: string): CellIssue | undefined {
  const parts = splitGroupNames(cell);
  if (parts.includes(CLEAR))
    return cellIssue('groups', 'groups_invalid', 'the cell has \\clear and groups; \\clear must be alone');
  const names = new Set(
    parts.map((part) => part.replace(/\\(.)/g, '$1').trim()).filter((name) => name !== ''),
  );
  if (cell === '' || names.size > 0) wants.groups = [...names];
  return undefined;
}

function readId(wants: DesiredUserDraft, given: string): CellIssue | undefined {
  const cell = cleanKey(given);
  if (!USER_ID.test(cell))
    return cellIssue('id', 'cannot_decode_user_id', `"${cell}" is not a user ID`, 'W012A3CDE');
  wants.id = cell;
  return undefined;
}

function readBlank(wants: DesiredUserDraft, column: UserAttributeName): CellIssue | undefined {
  if (!USER_ATTRIBUTES[column].mayClear)
    return cellIssue(column, CLEAR_CODES[column] ?? 'invalid_attribute_format', 'it cannot be cleared');
  wants.clear.push(column);
  return undefined;
}

/** Group names are separated by semicolons; a backslash escapes a semicolon in a name. */
function splitGroupNames(cell: string): readonly string[] {
  return (cell.match(/(?:\\.|[^;\\])+/g) ?? []).map((part) => part.trim());
}

/** The codes that the service returns for a cleared value. */
const CLEAR_CODES: { readonly [Name in UserAttributeName]?: ScimErrorCode } = {
  userName: 'username_empty',
  nickName: 'username_empty',
  email: 'missing_primary_email',
  password: 'password_change_not_allowed',
  profileUrl: 'invalid_request_payload',
};

/** Whether a cell has an additional backslash, since its value could be mistaken for `\clear`. */
function isEscaped(text: string): boolean {
  return text.startsWith('\\\\');
}

/** Returns the cell that parses back to the value. */
export function cellFor(value: string): string {
  const text = value.trim();
  return text === CLEAR || isEscaped(text) ? value.replace('\\', '\\\\') : value;
}

function readValue(wants: DesiredUserDraft, column: UserAttributeName, cell: string): CellIssue | undefined {
  const { set } = wants;
  if (column === 'active' || column === 'guest') {
    const value = booleanFrom(column, cell);
    if (value === undefined) return notBoolean(column, cell);
    set[column] = value;
    return undefined;
  }
  if (column === 'employeeNumber' && isPlaceholder(cell)) return undefined;
  const written = storedForm(column, cell);
  const value = TRIMMED.has(column) ? written.trim() || written : written;
  if (value !== written) wants.asWritten = { ...wants.asWritten, [column]: written };
  // Invisible characters count as blank; an empty email or userName is left to the value check.
  if (value !== '' || (column !== 'employeeNumber' && column !== 'manager')) set[column] = value;
  return undefined;
}

/** Kinds that are trimmed here; keys and dates are trimmed by their own parsers. */
const TRIMMED_KINDS: ReadonlySet<AttributeKind> = new Set(['text', 'displayName', 'url', 'photo']);

/** Attributes whose surrounding spaces are ignored. They are invisible, but a password may have them. */
const TRIMMED: ReadonlySet<UserAttributeName> = new Set(
  USER_ATTRIBUTE_NAMES.filter(
    (name) =>
      name !== 'password' && name !== 'employeeNumber' && TRIMMED_KINDS.has(USER_ATTRIBUTES[name].kind),
  ),
);

/** User lists have their own words for single-channel guests; SCIM cannot create such guests (SCIM §3). */
function notBoolean(column: 'active' | 'guest', cell: string): CellIssue {
  if (column === 'guest' && isSingleChannelWord(cell)) {
    const why = 'SCIM cannot create single-channel guests; leave the cell empty to keep the guest type';
    return cellIssue(column, 'invalid_attribute_format', `"${cell}" cannot be written: ${why}`);
  }
  return cellIssue(column, 'invalid_attribute_format', `"${cell}" is neither true nor false`, 'true');
}

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

/** Accepts the type of a guest as true, too (SCIM §2.1). */
function booleanFrom(column: 'active' | 'guest', cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase();
  if (column === 'guest' && word === GUEST_TYPE) return true;
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}

/** Returns a cell in the form that the service stores. A text that is no date is kept for the value check. */
function storedForm(name: UserAttributeName, cell: string): string {
  const { kind } = USER_ATTRIBUTES[name];
  if (kind === 'day') return startDateFrom(cell.trim()) ?? cell;
  if (kind === 'instant') return expirationFrom(cell.trim()) ?? cell;
  return kind === 'email' || kind === 'userName' || name === 'employeeNumber' || name === 'manager'
    ? cleanKey(cell)
    : cell;
}

/** Findings about the row as a whole. */
function rowIssues(
  set: UserValues,
  id: string | undefined,
  mode: Mode,
  keys: readonly (typeof KEY_COLUMNS)[number][],
): readonly CellIssue[] {
  if (keys.every((key) => (key === 'id' ? id : set[key]) === undefined))
    return [cellIssue(undefined, 'missing_key', `row has no ${listed(keys, 'or')}`)];
  const issues: CellIssue[] = [];
  if (mode === 'create') {
    if (set.userName === undefined)
      issues.push(cellIssue(undefined, 'username_required', 'a new user needs a userName'));
    if (set.email === undefined)
      issues.push(cellIssue(undefined, 'email_empty', 'a new user needs an email'));
    if (id !== undefined)
      issues.push(cellIssue('id', 'invalid_request_payload', 'the service assigns the ID of a new user'));
  }
  if (mode === 'deactivate' && set.active === true)
    issues.push(cellIssue('active', 'contradicts_mode', 'active is true, but --mode is deactivate'));
  if (set.guestExpiration !== undefined && set.guest === false) {
    issues.push(
      cellIssue('guestExpiration', 'invalid_attribute_format', 'only guests can have an expiration'),
    );
  }
  return issues;
}

function cellIssue(
  column: UserColumn | undefined,
  code: string,
  message: string,
  example?: string,
): CellIssue {
  return {
    column,
    issue: { code, path: column ?? '', message, ...defined({ example }) },
  };
}
