import type { Change } from '../../bulk/plan/change.ts';
import type { NamedUser } from '../../bulk/single/plan-user-writes.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import type { User } from '../../scim/user.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { Identity } from '../identity/identity.ts';
import { usersView, userView } from '../people/view-with-manager.ts';
import type { UserNamesById } from '../views/describe-change.ts';
import { USER_VIEW } from '../views/user-view.ts';
import { finishInterrupted } from './interrupted-commands.ts';
import { findEveryUser, userNamesOf } from './named-users.ts';
import { performWrites } from './perform-writes.ts';
import { type Performed, userAt } from './performed.ts';
import { namesInWords } from './where-words.ts';

/** What a command does with each user that it names. */
export interface UserWrite {
  /** The changes to one user; empty if nothing has to change. */
  readonly plan: (named: NamedUser) => readonly Change[];
  /** The prompt about the users who will change; undefined if none is needed. */
  readonly question?: (names: string, count: number, changes: readonly Change[]) => string | undefined;
  /** Returns the message for a user who does not have to change. */
  readonly unchanged: (user: User) => string;
  /** Returns the message after the changes. */
  readonly done: (before: User, after: User, changes: readonly Change[]) => string;
  /** Names of users that occur as values, by ID. */
  readonly names?: UserNamesById;
  readonly limits?: PlanLimits;
  /** Other users that the changes refer to, such as a manager. */
  readonly others?: readonly User[];
}

/** Changes the users named on the command line, and prints the results. */
export async function changeUsers(
  context: Context,
  identities: readonly Identity[],
  write: UserWrite,
): Promise<void> {
  await changeFoundUsers(context, await findEveryUser(context, identities), identities.length, write);
}

/** Like `changeUsers`, for users already found. @param count number of users named on the command line */
export async function changeFoundUsers(
  context: Context,
  users: readonly NamedUser[],
  count: number,
  write: UserWrite,
): Promise<void> {
  const planned = users.map((named) => ({ named, changes: write.plan(named) }));
  const changing = planned.filter(({ changes }) => changes.length > 0).map(({ named }) => named);
  for (const { named, changes } of planned)
    if (changes.length === 0) await context.messages.note(write.unchanged(named.user));
  const changes = planned.flatMap((one) => one.changes);
  const about = write.question?.(namesInWords(userNamesOf(changing)), changing.length, changes);
  if (changes.length === 0) {
    if (context.common.dryRun === true) {
      const { showNoChanges } = await import('./dry-run.ts');
      return showNoChanges(context);
    }
    await finishInterrupted(context);
    await printUsers(
      context,
      users.map(({ user }) => user),
      count,
    );
  } else {
    await performWrites(
      context,
      {
        api: 'scim',
        changes,
        users: changing.map(({ user }) => user),
        others: write.others ?? [],
        ...(about === undefined ? {} : { question: { ask: 'yes', about } as const }),
        ...defined({ limits: write.limits, names: write.names }),
        named: count,
        noun: 'users',
        shows: USER_VIEW,
      },
      async (performed) => {
        const after = await noteUserResults(context, changing, performed, write);
        const shown = users.flatMap(({ user }) => {
          const isChanging = changing.some((named) => named.user.id === user.id);
          return isChanging ? (after.get(user.id) ?? []) : [user];
        });
        await printUsers(context, shown, count);
      },
    );
  }
}

/** @returns the changed users by ID */
async function noteUserResults(
  { messages }: Context,
  changing: readonly NamedUser[],
  performed: Performed,
  { done }: UserWrite,
): Promise<ReadonlyMap<string, User>> {
  const after = new Map<string, User>();
  for (const { user, position } of changing) {
    const own = performed.changes.filter(({ line }) => line === position);
    const isWhole = own.every(({ id }) => performed.result.outcomes.get(id)?.state === 'succeeded');
    const changed = userAt(performed, position);
    if (!isWhole || changed === undefined) continue;
    after.set(user.id, changed);
    await messages.note(done(user, changed, own));
  }
  return after;
}

async function printUsers(context: Context, users: readonly User[], count: number): Promise<void> {
  const printer = await context.printer();
  const [only] = users;
  if (count !== 1) await printer.list(users, await usersView(context));
  else if (only !== undefined) await printer.one(only, await userView(context, only));
}
