import { employeeNumberKey } from '../../bulk/input/match-keys.ts';
import { findInSnapshot, type Snapshot, type SnapshotUser, snapshotOf } from '../../bulk/plan/snapshot.ts';
import { Failure } from '../../failure/failure.ts';
import { formatPlace, type Issue } from '../../failure/issue.ts';
import type { Context } from '../context.ts';
import type { ListedKey, ListedName } from './listed-name.ts';
import { usersByNumber, userWords } from './users-by-number.ts';

/**
 * Refuses a list of users with a row whose cells identify different users, such as the userName of one and
 * the address of another: nobody can tell who is meant. A cell that identifies nobody contradicts nothing.
 * Without SCIM the list is returned as it is.
 * @throws Failure `invalidInput` with every such row
 */
export async function refuseContradictions(
  context: Context,
  listed: readonly ListedName[],
): Promise<readonly ListedName[]> {
  const rows = listed.flatMap(({ at, keys = [] }) => (keys.length < 2 ? [] : [{ at, keys }]));
  if (rows.length === 0) return listed;
  const { settings } = await context.resolved();
  if (settings.scimBaseUrl === undefined) return listed;
  const find = finding(
    await usersOf(
      context,
      rows.flatMap(({ keys }) => keys),
    ),
  );
  const issues = rows.flatMap(({ at, keys }): Issue[] => {
    const message = contradictionIn(keys, find);
    return message === undefined ? [] : [{ code: CODE, path: '', message, at }];
  });
  const [first, ...others] = issues;
  if (first?.at === undefined) return listed;
  const hint = 'correct the row, or keep only the column that is right';
  if (others.length === 0)
    throw new Failure('invalidInput', `${formatPlace(first.at)}: ${first.message}; nothing was sent`, {
      code: CODE,
      hint,
    });
  throw new Failure(
    'invalidInput',
    `${first.at.file} is not accepted: ${issues.length} rows identify two users each; nothing was sent`,
    { code: CODE, issues, hint },
  );
}

const CODE = 'identity_conflict';

/** Reads the users that some cells identify: everybody for an employeeNumber, which has no filter. */
async function usersOf(context: Context, keys: readonly ListedKey[]): Promise<Snapshot> {
  if (keys.some(({ isNumber }) => isNumber)) {
    const { readSnapshot } = await import('../bulk/read-organization.ts');
    return readSnapshot(context);
  }
  const { lookUpUsers } = await import('../writes/users-named.ts');
  return snapshotOf(await lookUpUsers(context, [...new Set(keys.map(({ value }) => value))]));
}

type Find = (key: ListedKey) => SnapshotUser | undefined;

/** Returns a function that finds the user of a cell; none for a number that several users have. */
function finding(snapshot: Snapshot): Find {
  const byNumber = usersByNumber(snapshot);
  return ({ isNumber, value }) => {
    if (!isNumber) return findInSnapshot(snapshot, value);
    const [only, other] = byNumber.get(employeeNumberKey(value)) ?? [];
    return other === undefined ? only : undefined;
  };
}

/** Describes the first two cells that identify different users; undefined if there are none. */
function contradictionIn(keys: readonly ListedKey[], find: Find): string | undefined {
  const found = keys.flatMap((key) => {
    const user = find(key);
    return user === undefined ? [] : [{ key, user }];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const owner = `${keyWords(first.key)} belongs to ${userWords(first.user)}`;
  const other = found.find(({ user }) => user.id !== first.user.id);
  if (other !== undefined) return `${owner}, ${keyWords(other.key)} belongs to ${userWords(other.user)}`;
  const number = first.user.values.employeeNumber?.trim() ?? '';
  const wrong = keys.find(({ isNumber, value }) => isNumber && areDifferentNumbers(number, value));
  return wrong === undefined
    ? undefined
    : `${owner} with employeeNumber ${number}; this row has ${wrong.value}`;
}

/** Whether two employee numbers differ; one that is blank or a placeholder differs from none. */
function areDifferentNumbers(one: string, other: string): boolean {
  const [key, otherKey] = [employeeNumberKey(one), employeeNumberKey(other)];
  return key !== '' && otherKey !== '' && key !== otherKey;
}

function keyWords({ heading, value }: ListedKey): string {
  return `${heading} ${value}`;
}
