import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import { changeId } from '../../values/ids.ts';
import type { DesiredUser, Mode } from '../input/desired-state.ts';
import type { ReportRow, UserChange } from './change.ts';
import { keyOf, rowName } from './row-names.ts';
import type { SimilarUsers } from './similar-users.ts';
import type { SnapshotUser } from './snapshot.ts';

/**
 * Returns the change that creates the user of a row; undefined, with a finding, if the row may not create
 * one.
 */
export function creationOf(
  row: DesiredUser,
  mode: Mode,
  similar: SimilarUsers,
  report: ReportRow,
): UserChange | undefined {
  if (mode === 'update' || mode === 'deactivate') {
    report(row.line, 'no_such_user', keyOf(row), noSuchUserMessage(row.set.email ?? rowName(row), similar));
    return undefined;
  }
  const { userName, email } = row.set;
  if (userName === undefined || email === undefined) {
    const missing = userName === undefined ? 'userName' : 'email';
    const code = userName === undefined ? 'username_required' : 'email_empty';
    const name = rowName(row);
    const existing = similar.withName(name);
    const meant = existing === undefined ? similar.question(name) : `; ${unmatchedUserMessage(existing)}`;
    report(row.line, code, missing, `cannot create "${name}": ${missing} is missing${meant}`);
    return undefined;
  }
  const withheld = WITHHELD.filter((name) => isWithheld(name, row.set));
  const user = { ...row.set };
  for (const name of withheld) delete user[name];
  return {
    id: changeId(`L${row.line}`),
    line: row.line,
    after: [],
    name: rowName(row),
    kind: 'createUser',
    user,
    withheld,
  };
}

function noSuchUserMessage(name: string, similar: SimilarUsers): string {
  const existing = similar.withName(name);
  if (existing !== undefined) return unmatchedUserMessage(existing);
  return `"${name}" does not exist in this organization${similar.question(name)}`;
}

/** Words for a user who has the name or address of a row, but not the value by which rows are matched. */
function unmatchedUserMessage({ values, id }: SnapshotUser): string {
  return `${values.userName} (${id}) exists, but the columns that identify users do not find this user`;
}

/** Attributes that the service fills in if a create omits them (OBSERVED §2.1). */
const FILLED_IN: readonly UserAttributeName[] = ['givenName', 'displayName'];

/** Returns the changes that clear attributes which the service fills in: a create cannot leave them empty. */
export function clearingsOf({ clear }: DesiredUser, creation: UserChange): readonly UserChange[] {
  const filledIn = clear.filter((name) => FILLED_IN.includes(name));
  if (filledIn.length === 0) return [];
  const { id, line, name } = creation;
  const target = { createdBy: id };
  return [
    {
      id: changeId(`${id}c`),
      line,
      name,
      after: [id],
      kind: 'patchUser',
      target,
      before: {},
      set: {},
      clear: filledIn,
    },
  ];
}

/** Attributes that are never stored in a plan or journal: a password, and a photo embedded in the file. */
const WITHHELD = ['password', 'photo'] as const satisfies readonly UserAttributeName[];

function isWithheld(name: (typeof WITHHELD)[number], values: UserValues): boolean {
  const value = values[name];
  return value !== undefined && (name === 'password' || value.startsWith('data:'));
}
