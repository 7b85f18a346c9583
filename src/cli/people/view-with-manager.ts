import type { View } from '../../output/view.ts';
import type { User } from '../../scim/user.ts';
import type { Context } from '../context.ts';
import { USER_VIEW } from '../views/user-view.ts';
import { fullNameOf } from './describe-person.ts';
import { managerOf } from './read-person-facts.ts';

/** Returns the view of one user; where a person reads a table, with the manager by name. */
export async function userView(context: Context, user: User): Promise<View<User>> {
  const { format } = await context.printer();
  if (format !== 'table' || context.common.query !== undefined) return USER_VIEW;
  const manager = await managerOf(context, user);
  if (manager === undefined) return USER_VIEW;
  return {
    ...USER_VIEW,
    columns: USER_VIEW.columns.map((column) =>
      column.name === 'manager' ? { ...column, value: () => `${fullNameOf(manager)} ${manager.id}` } : column,
    ),
  };
}
