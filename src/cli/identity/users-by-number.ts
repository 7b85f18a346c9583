import { employeeNumberKey } from '../../bulk/input/match-keys.ts';
import type { Snapshot, SnapshotUser } from '../../bulk/plan/snapshot.ts';
import { Failure } from '../../failure/failure.ts';
import { formatPlace, type Issue } from '../../failure/issue.ts';
import type { OwnErrorCode } from '../../spec/own-codes.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import type { ListedName } from './listed-name.ts';

/**
 * Replaces each employee number in a list by the ID of the user who has it, as files of people are matched.
 * Other names are returned as they are.
 * @param use a command that only reads gets the names with their failures, unless none names a user
 * @throws Failure `refused` with every number that nobody has; `invalidInput` with every number that several
 * users have, and without SCIM
 */
export async function withIdsOfNumbers(
  context: Context,
  listed: readonly ListedName[],
  use: 'read' | 'write',
): Promise<readonly ListedName[]> {
  const first = listed.find(({ isNumber }) => isNumber === true);
  if (first === undefined) return listed;
  const { settings } = await context.resolved();
  if (settings.scimBaseUrl === undefined)
    throw new Failure('invalidInput', `${formatPlace(first.at)}: an employeeNumber is looked up over SCIM`, {
      hint: 'name users by ID, or add --scim-url',
    });
  const { readSnapshot } = await import('../bulk/read-organization.ts');
  const byNumber = usersByNumber(await readSnapshot(context));
  const issues: Issue[] = [];
  const found = listed.map((one) => {
    if (one.isNumber !== true) return one;
    const users = byNumber.get(employeeNumberKey(one.name)) ?? [];
    const [user, other] = users;
    if (user !== undefined && other === undefined)
      return { name: user.id, at: one.at, ...defined({ lastDay: one.lastDay }) };
    const wrong = wrongNumber(one.name, users);
    issues.push({ ...wrong, path: '', at: one.at });
    return { ...one, failure: new Failure('refused', wrong.message, { code: wrong.code, hint: HINT }) };
  });
  const isReported = use === 'read' && issues.length < listed.length;
  if (issues.length > 0 && !isReported) throw notFound(issues, listed.length);
  return found;
}

/** Returns the users with each employee number, by `employeeNumberKey`. */
export function usersByNumber({ users }: Snapshot): ReadonlyMap<string, readonly SnapshotUser[]> {
  const byNumber = new Map<string, SnapshotUser[]>();
  for (const user of users.values()) {
    const number = employeeNumberKey(user.values.employeeNumber ?? '');
    if (number !== '') byNumber.set(number, [...(byNumber.get(number) ?? []), user]);
  }
  return byNumber;
}

/** Returns the userName or address of a user, and the ID. */
export function userWords({ id, values }: SnapshotUser): string {
  return `${values.userName ?? values.email ?? ''} (${id})`.trim();
}

const HINT = 'orgctl scim users list --columns id,userName,employeeNumber';

const SHARED: OwnErrorCode = 'employee_number_shared';

function wrongNumber(number: string, users: readonly SnapshotUser[]): Pick<Issue, 'code' | 'message'> {
  return users.length === 0
    ? { code: 'no_such_user', message: `no user has the employeeNumber "${number}"` }
    : { code: SHARED, message: `employeeNumber ${number} belongs to ${users.map(userWords).join(' and ')}` };
}

/** Returns how to continue with the users that were found. */
function hintOnOthers(file: string): string {
  const list = file === inputName('-') ? '-' : quoted(`@${file}`);
  return `correct the list, or give @found.csv instead: orgctl scim users get ${list} -o csv --columns id > found.csv`;
}

function notFound(issues: readonly Issue[], rows: number): Failure {
  const [first] = issues;
  const isShared = issues.some(({ code }) => code === SHARED);
  const kind = isShared ? 'invalidInput' : 'refused';
  const code = isShared ? SHARED : 'no_such_user';
  const hint = issues.length < rows && first?.at !== undefined ? hintOnOthers(first.at.file) : HINT;
  if (issues.length === 1 && first?.at !== undefined)
    return new Failure(kind, `${formatPlace(first.at)}: ${first.message}; nothing was sent`, { code, hint });
  const what = `${issues.length} of ${rows} employee numbers identify no single user`;
  return new Failure(kind, `${what}; nothing was sent`, { code, issues, hint });
}
