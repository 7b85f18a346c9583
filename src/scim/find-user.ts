import { Failure } from '../failure/failure.ts';
import { hasAddress } from '../rules/email-address.ts';
import { listTypoHint } from '../rules/list-typo-hint.ts';
import { userNameKey } from '../rules/name-key.ts';
import { isUserId, mayBeNameToo } from '../rules/user-id.ts';
import type { ScimErrorCode } from '../spec/error-codes.ts';
import { comparisonKey } from '../values/comparison-key.ts';
import { type UserId, userId } from '../values/ids.ts';
import { lookUp } from './look-up.ts';
import { mayBeId, type ScimClient } from './scim-client.ts';
import { isNotFound, isUserNotFound } from './service-error.ts';
import { readUser, type User } from './user.ts';
import { getUser } from './users.ts';

/**
 * Finds a user by ID, e-mail or userName.
 * @param onDisplayName called with a user found by display name; if omitted, a display name matches no user,
 * and the failure lists the users who have it
 * @param isInFile whether the name is in a list, for the advice about several names
 * @throws Failure `refused` with no_such_user if there is none, `usage` if several users match.
 */
export async function findUser(
  scim: ScimClient,
  identity: string,
  onDisplayName?: (user: User) => Promise<void>,
  isInFile = false,
): Promise<User> {
  if (isUserId(identity)) return getByIdOrName(scim, identity);
  const found = identity.includes('@')
    ? await findByEmail(scim, identity)
    : await findByUserName(scim, userNameKey(identity));
  if (found.length > 1) {
    const ids = found.map((user) => user.id).join(', ');
    throw new Failure('usage', `"${identity}" matches ${found.length} users: ${ids}`, {
      hint: 'use the ID of one of them',
    });
  }
  const [user] = found;
  if (user !== undefined) return scim.dialect.version === '1.1' ? user : getUser(scim, user.id);
  // IDs of other servers may have another format.
  const other = mayBeId(identity) ? await getOrUndefined(scim, userId(identity)) : undefined;
  if (other !== undefined) return other;
  const called = await findByDisplayName(scim, identity);
  const [only] = called;
  if (only !== undefined && called.length === 1 && onDisplayName !== undefined) {
    await onDisplayName(only);
    return scim.dialect.version === '1.1' ? only : getUser(scim, only.id);
  }
  const code: ScimErrorCode = 'no_such_user';
  const names = called.map(({ id, values }) => values.userName ?? id).join(', ');
  const hint = called.length > 0 ? `with this display name: ${names}` : searchCommandFor(identity);
  throw new Failure(
    'refused',
    `no user has the ${identity.includes('@') ? 'e-mail' : 'userName'} "${identity}"${listTypoHint(identity, isInFile)}`,
    { code, hint },
  );
}

/**
 * Returns the user with this ID; if there is none, the user whose userName has these letters.
 * @throws the failure of the ID if there is neither
 */
async function getByIdOrName(scim: ScimClient, identity: string): Promise<User> {
  try {
    return await getUser(scim, userId(identity));
  } catch (error) {
    if (!mayBeNameToo(identity) || !(isNotFound(error) || isUserNotFound(error))) throw error;
    const [user, ...others] = await findByUserName(scim, userNameKey(identity));
    if (user === undefined || others.length > 0) throw error;
    return scim.dialect.version === '1.1' ? user : getUser(scim, user.id);
  }
}

/** Number of leading characters of a mistyped name that are likely correct. */
const TRUSTED_PREFIX_LENGTH = 3;

/** Returns a command that lists users whose names start with the same characters, or with this number. */
function searchCommandFor(identity: string): string {
  const [word = ''] = /[\p{L}\p{N}._-]+/u.exec(identity) ?? [];
  const start = word.slice(0, TRUSTED_PREFIX_LENGTH);
  if (start === '') return 'orgctl scim users list';
  if (/^\d+$/.test(identity)) return `orgctl scim users list --where 'employeeNumber eq "${identity}"'`;
  if (isDisplayName(identity)) return `orgctl scim users list --where 'displayName co "${word}"'`;
  return `orgctl scim users list --filter '${identity.includes('@') ? 'email' : 'username'} sw "${start}"'`;
}

/** Whether the text contains a space, which no userName and no address has. */
function isDisplayName(identity: string): boolean {
  return /\S\s+\S/.test(identity);
}

/** Returns the users with this display name; none for a word that could be a userName. */
async function findByDisplayName(scim: ScimClient, name: string): Promise<readonly User[]> {
  if (!isDisplayName(name)) return [];
  const wanted = comparisonKey(name);
  const hasDisplayName = ({ values }: User) => comparisonKey(values.displayName ?? '') === wanted;
  try {
    return await lookUp(
      scim,
      { path: '/Users', attribute: 'displayname', standardName: 'displayName', value: name.trim() },
      (resource, dialect) => {
        const user = readUser(resource, dialect);
        return hasDisplayName(user) ? user : undefined;
      },
    );
  } catch (error) {
    // Some services cannot filter by displayName, and the text is not a userName anyway.
    if (error instanceof Failure && error.kind === 'refused') return [];
    throw error;
  }
}

async function getOrUndefined(scim: ScimClient, id: UserId): Promise<User | undefined> {
  try {
    return await getUser(scim, id);
  } catch (error) {
    // Some services refuse the text because it cannot be an ID.
    if (error instanceof Failure && error.kind === 'refused') return undefined;
    throw error;
  }
}

/** Returns the users who have this primary or other address; usually one. */
export function findByEmail(scim: ScimClient, email: string): Promise<readonly User[]> {
  return lookUp(
    scim,
    { path: '/Users', attribute: 'email', standardName: 'emails.value', value: email },
    (resource, dialect) => {
      const user = readUser(resource, dialect);
      return hasAddress(user.values, email) ? user : undefined;
    },
  );
}

/** Returns the users with this userName in its stored form, composed or decomposed. */
export function findByUserName(scim: ScimClient, userName: string): Promise<readonly User[]> {
  const wanted = comparisonKey(userName);
  return lookUp(
    scim,
    { path: '/Users', attribute: 'username', standardName: 'userName', value: userName },
    (resource, dialect) => {
      const user = readUser(resource, dialect);
      return comparisonKey(user.values.userName ?? '') === wanted ? user : undefined;
    },
  );
}
