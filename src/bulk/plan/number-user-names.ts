import { storedUserName, userNameCandidates } from '../../rules/user-name.ts';
import { deriveAlways, type Remember } from '../../values/remember.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Makes the proposed userName of every new user unique: the first row gets it unchanged, later ones a number
 * at the end. Existing users keep their userName, so that reordering the rows renames nobody. Pure.
 * @param others rows of other shards; their names count as taken
 * @param isKnown whether a row matches an existing user
 * @param remember replays the names of a recording with made-up values
 */
export function numberUserNames(
  rows: readonly DesiredUser[],
  others: readonly DesiredUser[],
  snapshot: Pick<Snapshot, 'idByUserName'>,
  isKnown: (row: DesiredUser) => boolean,
  remember: Remember = deriveAlways,
): readonly DesiredUser[] {
  const all = [...rows, ...others];
  if (!all.some(({ isNumbered }) => isNumbered === true)) return rows;
  const taken = new Set(snapshot.idByUserName.keys());
  for (const { isNumbered, set } of all)
    if (isNumbered !== true && set.userName !== undefined) taken.add(storedUserName(set.userName));
  const numbered = new Map<number, DesiredUser>();
  for (const row of [...all].sort((one, other) => one.line - other.line))
    numbered.set(row.line, numberedRow(row, isKnown(row), taken, remember));
  return rows.map((row) => numbered.get(row.line) ?? row);
}

function numberedRow(
  row: DesiredUser,
  isKnown: boolean,
  taken: Set<string>,
  remember: Remember,
): DesiredUser {
  const { userName, ...set } = row.set;
  if (row.isNumbered !== true || userName === undefined) return row;
  if (isKnown) return { ...row, set };
  const firstFreeName = () => {
    for (const name of userNameCandidates(userName)) if (!taken.has(name)) return name;
    return '';
  };
  const name = remember(`userName of line ${row.line}`, [userName], firstFreeName);
  if (name === '') return row;
  taken.add(name);
  return { ...row, set: { ...row.set, userName: name } };
}
