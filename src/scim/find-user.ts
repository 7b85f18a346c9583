import { Failure } from '../failure/failure.ts';
import { emailKey } from '../rules/email-address.ts';
import { equals, printFilter } from '../rules/filter.ts';
import { storedUserName } from '../rules/user-name.ts';
import type { ScimErrorCode } from '../spec/error-codes.ts';
import { listPages, type Page } from './list-pages.ts';
import type { ScimClient } from './scim-client.ts';
import { readUser, type User } from './user.ts';
import { getUser } from './users.ts';

const USER_ID = /^[UW][A-Z0-9]{2,32}$/;

/**
 * Finds a user by ID, e-mail or userName (product, shape of a command).
 * @throws Failure `refused` with no_such_user when there is none, `usage` when the name fits more than one.
 */
export async function findUser(scim: ScimClient, identity: string): Promise<User> {
  if (USER_ID.test(identity)) return getUser(scim, identity);
  const found = identity.includes('@')
    ? await findByEmail(scim, identity)
    : await findByUserName(scim, storedUserName(identity));
  if (found.length > 1) {
    const ids = found.map((user) => user.id).join(', ');
    throw new Failure('usage', `"${identity}" fits ${found.length} users: ${ids}`, {
      hint: 'name one of them by ID',
    });
  }
  const [user] = found;
  if (user !== undefined) return scim.dialect.version === '1.1' ? user : getUser(scim, user.id);
  // Other servers have IDs of other shapes.
  if (/^[A-Za-z0-9-]{16,64}$/.test(identity)) return getUser(scim, identity);
  const code: ScimErrorCode = 'no_such_user';
  const hint = 'orgctl scim users list --filter \'username sw "…"\'';
  throw new Failure(
    'refused',
    `no user has the ${identity.includes('@') ? 'e-mail' : 'userName'} "${identity}"`,
    { code, hint },
  );
}

/** Returns the users with this address, primary or secondary; more than one is not expected. */
export function findByEmail(scim: ScimClient, email: string): Promise<readonly User[]> {
  const key = emailKey(email);
  const hasIt = ({ values }: User) =>
    [values.email, values.secondaryEmail].some((own) => own !== undefined && emailKey(own) === key);
  return lookUp(scim, 'email', email, hasIt);
}

/** Returns the users with this stored userName. */
export function findByUserName(scim: ScimClient, userName: string): Promise<readonly User[]> {
  return lookUp(scim, 'username', userName, ({ values }) => values.userName?.toLowerCase() === userName);
}

/** The name under which a server of SCIM 2.0 filters the attribute. */
const STANDARD_NAMES = { email: 'emails.value', username: 'userName' } as const;

/**
 * Looks users up by an exact value. The filter is described for v1 only, so it is asked there even when the client speaks v2
 * (SCIM §4.5); a server without v1 is asked with the standard's names. Whatever comes is compared here: a filter
 * that is ignored returns everybody.
 */
async function lookUp(
  scim: ScimClient,
  attribute: keyof typeof STANDARD_NAMES,
  value: string,
  matches: (user: User) => boolean,
): Promise<readonly User[]> {
  try {
    const filter = printFilter(equals(attribute, value));
    return await collect(scim, listPages(scim, { path: '/Users', filter, version: '1.1' }), matches);
  } catch (error) {
    if (scim.dialect.version === '1.1' || !isMissingVersion(error)) throw error;
    const filter = `${STANDARD_NAMES[attribute]} eq ${JSON.stringify(value)}`;
    return collect(scim, listPages(scim, { path: '/Users', filter }), matches);
  }
}

async function collect(
  scim: ScimClient,
  pages: AsyncGenerator<Page, void>,
  matches: (user: User) => boolean,
): Promise<readonly User[]> {
  const found: User[] = [];
  for await (const { items } of pages) {
    found.push(
      ...items.map((item) => readUser(item, { ...scim.dialect, version: versionOf(item) })).filter(matches),
    );
  }
  return found;
}

/** The version whose identifiers a resource carries: a look-up of a v2 client may be answered by v1. */
function versionOf(resource: Page['items'][number]): '1.1' | '2.0' {
  const { schemas } = resource;
  const isV2 =
    Array.isArray(schemas) && schemas.some((uri) => typeof uri === 'string' && uri.includes(':2.0:'));
  return isV2 ? '2.0' : '1.1';
}

function isMissingVersion(error: unknown): boolean {
  return error instanceof Failure && (error.status === 404 || error.code === 'unsupported_version');
}
