import { Failure } from '../../failure/failure.ts';
import type { ListView } from '../../output/view.ts';
import type { User } from '../../scim/user.ts';
import type { Context } from '../context.ts';
import { USER_VIEW } from '../views/user-view.ts';
import { fullNameOf } from './describe-person.ts';
import { managerOf } from './read-person-facts.ts';
import { readUserNames } from './user-names.ts';

/** Returns the view of one user; in a table, the manager is shown by name. */
export async function userView(context: Context, user: User): Promise<ListView<User>> {
  if (!(await needsManager(context))) return USER_VIEW;
  const manager = await orUndefined(() => managerOf(context, user));
  if (manager === undefined) return USER_VIEW;
  return withManager(() => `${fullNameOf(manager)} ${manager.id}`);
}

/**
 * Returns the view of many users. If a table has the manager column, reads the list of users to show managers
 * by name.
 */
export async function usersView(context: Context): Promise<ListView<User>> {
  const { columns } = context.common;
  if (columns === undefined || !(await needsManager(context))) return USER_VIEW;
  const names = (await orUndefined(() => readUserNames(context))) ?? new Map<string, string>();
  return withManager(({ values: { manager } }) =>
    manager === undefined ? undefined : (names.get(manager) ?? manager),
  );
}

/** A name that cannot be read must not hide the result of a command. */
async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Whether a table is printed that contains the manager column. */
async function needsManager(context: Context): Promise<boolean> {
  const { format } = await context.printer();
  const { query, columns } = context.common;
  if (format !== 'table' || query !== undefined) return false;
  return columns === undefined || columns.some((name) => name.toLowerCase() === 'manager');
}

function withManager(value: (user: User) => string | undefined): ListView<User> {
  const columns = USER_VIEW.columns.map((column) =>
    column.name === 'manager' ? { ...column, value } : column,
  );
  return { ...USER_VIEW, columns };
}
