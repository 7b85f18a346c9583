import { storedUserName, userNameCandidates } from '../../rules/user-name.ts';
import { makeAnew, type Remember } from '../../values/remember.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Gives every new user with a proposed userName one that nobody else has: the first gets it as it is, others
 * a number at its end. Users who are there keep their userName, so that another order of the rows renames
 * nobody. Pure.
 * @param others the rows of other shards, which count as names that are taken.
 * @param isKnown whether a row means somebody who is there.
 * @param remember tells again what became of a name, where names are invented
 */
export function numberUserNames(
  rows: readonly DesiredUser[],
  others: readonly DesiredUser[],
  snapshot: Pick<Snapshot, 'idByUserName'>,
  isKnown: (row: DesiredUser) => boolean,
  remember: Remember = makeAnew,
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
  const free = () => {
    for (const name of userNameCandidates(userName)) if (!taken.has(name)) return name;
    return '';
  };
  const name = remember(`userName of line ${row.line}`, [userName], free);
  if (name === '') return row;
  taken.add(name);
  return { ...row, set: { ...row.set, userName: name } };
}
