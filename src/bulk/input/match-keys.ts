import { emailKey } from '../../rules/email-address.ts';
import { isEmailShaped, storedUserName } from '../../rules/user-name.ts';
import { OTHER_EMAIL_NAMES } from '../../spec/user-slots.ts';
import { cleanKey } from './clean-key.ts';
import { KEY_COLUMNS, type UserColumn } from './columns.ts';
import type { DesiredUser } from './desired-state.ts';
import { isPlaceholder } from './placeholder.ts';

/** A column by which a row finds its user. */
export type MatchKey = (typeof KEY_COLUMNS)[number];

/** The default order of the keys: immutable ones first. */
export const MATCH_KEYS: readonly MatchKey[] = KEY_COLUMNS;

/**
 * Parses names of keys, in the order of the attempts.
 * @returns undefined if a name is not a key or occurs twice
 */
export function matchKeysFrom(names: readonly string[]): readonly MatchKey[] | undefined {
  const keys = names.flatMap(
    (name) => MATCH_KEYS.find((key) => key.toLowerCase() === name.trim().toLowerCase()) ?? [],
  );
  const isWhole = keys.length === names.length && keys.length > 0;
  return isWhole && new Set(keys).size === keys.length ? keys : undefined;
}

/**
 * Returns an employee number as it is compared: letter case and surrounding spaces are ignored, leading zeros
 * count. A placeholder is not a number.
 */
export function employeeNumberKey(text: string): string {
  return isPlaceholder(text) ? '' : cleanKey(text).toLowerCase();
}

/** One key of a row, and its column. */
export interface IdentityKey {
  readonly column: UserColumn;
  readonly key: string;
}

/**
 * Returns the keys that identify the user of a row, those of the chain first; two rows with an equal key are
 * the same user. A userName in the form of an email address is not a key: the service changes it to avoid a
 * conflict (assumption `user-name-from-email`). An employee number is not a key if the row has an ID, which
 * takes precedence. Otherwise it is one even if the chain omits it: no two accounts share a number.
 */
export function identityKeys(
  user: DesiredUser,
  chain: readonly MatchKey[] = MATCH_KEYS,
): readonly IdentityKey[] {
  const hasId = user.id !== undefined && chain.includes('id');
  const keys: IdentityKey[] = [];
  for (const column of withOmittedKeys(chain)) {
    const key = keyIn(column, user, hasId);
    if (key !== undefined) keys.push({ column, key });
  }
  for (const column of OTHER_EMAIL_NAMES) {
    const address = user.set[column];
    if (address !== undefined) keys.push({ column, key: `email ${emailKey(address)}` });
  }
  return keys;
}

/** Returns the chain, followed by the keys that it omits. */
function withOmittedKeys(chain: readonly MatchKey[]): readonly MatchKey[] {
  return chain === MATCH_KEYS ? chain : [...new Set([...chain, ...MATCH_KEYS])];
}

/** @param hasId whether an ID identifies the user */
function keyIn(column: MatchKey, { id, set, isNumbered }: DesiredUser, hasId: boolean): string | undefined {
  const value = column === 'id' ? id : set[column];
  if (value === undefined) return undefined;
  switch (column) {
    case 'id':
      return `id ${value}`;
    case 'email':
      return `email ${emailKey(value)}`;
    case 'userName':
      return isNumbered === true || isEmailShaped(value) ? undefined : `name ${storedUserName(value)}`;
    case 'employeeNumber': {
      const number = hasId ? '' : employeeNumberKey(value);
      return number === '' ? undefined : `number ${number}`;
    }
  }
}
