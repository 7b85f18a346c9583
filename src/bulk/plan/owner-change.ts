import { emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import { employeeNumberKey } from '../input/match-keys.ts';
import { nameWords } from '../input/name-words.ts';
import type { SnapshotUser } from './snapshot.ts';

/** Result of comparing the employee numbers of an account and a row. */
type Numbers = 'same' | 'other' | 'account alone' | 'row alone' | 'none';

/** Attributes that contain a person's name. */
const NAMES = ['givenName', 'familyName', 'displayName'] as const;
type Names = { readonly [name in (typeof NAMES)[number]]?: string | undefined };

/**
 * Returns why an account found by email or userName seems to belong to another person, in words that continue
 * "is NAME (ID)"; undefined if it does not. Different numbers always mean another person, equal numbers
 * never; without numbers the names decide.
 */
export function ownerChange(user: SnapshotUser, row: DesiredUser): string | undefined {
  const numbers = numbersOf(user, row);
  if (numbers === 'same') return undefined;
  const stored = user.values.employeeNumber?.trim() ?? '';
  const wanted = row.set.employeeNumber?.trim() ?? '';
  if (numbers === 'other') return ` with employeeNumber ${stored}; this row has ${wanted}`;
  if (row.outside !== undefined || !hasOtherName(user, row, numbers)) return undefined;
  const state = isRevived(user, row) ? ', deactivated,' : ',';
  const account = stored === '' ? 'no employeeNumber' : `employeeNumber ${stored}`;
  const none = stored === '' ? 'none either' : 'none';
  return `${state} with another name and ${account}; this row has ${wanted === '' ? none : wanted}`;
}

/**
 * Returns why an account found by ID or number seems to belong to another person, in words that continue "is
 * NAME (ID)": no attribute of the row agrees with the account. After a marriage part of the name stays; after
 * a change of address the name stays.
 */
export function mismatchByImmutableKey(
  user: SnapshotUser,
  row: DesiredUser,
  by: 'id' | 'employeeNumber',
): string | undefined {
  const { set } = row;
  const { values } = user;
  const numbers = numbersOf(user, row);
  if (row.outside !== undefined || (by === 'id' && numbers !== 'other')) return undefined;
  const email = set.email === undefined ? undefined : emailsOf(set.email, values.email);
  const userName = userNamesOf(user, row);
  const others = Object.entries({ email, userName }).filter(([, is]) => is === 'other');
  const hasName = isWholeName(values) || isNamed(values.givenName) || isNamed(values.familyName);
  const agrees = email === 'same' || userName === 'same' || !hasOtherWholeName(user, row);
  if (agrees || others.length === 0 || !hasName) return undefined;
  const what = [...(numbers === 'other' ? ['employeeNumber'] : []), ...others.map(([name]) => name)];
  return ` with another ${what.join(', ')} and name`;
}

function emailsOf(wanted: string, stored = ''): 'same' | 'other' {
  return emailKey(wanted) === emailKey(stored) ? 'same' : 'other';
}

/** Whether the account and the row have different employee numbers. */
export function isOfOtherNumber(user: SnapshotUser, row: DesiredUser): boolean {
  return numbersOf(user, row) === 'other';
}

/** Whether the row and the account have no part of a name in common. */
export function hasOtherWholeName({ values }: SnapshotUser, { set }: DesiredUser): boolean {
  const wanted = wordsOf(set);
  const stored = wordsOf(values);
  return wanted.size > 0 && stored.size > 0 && ![...wanted].some((word) => stored.has(word));
}

function numbersOf({ values }: SnapshotUser, { set }: DesiredUser): Numbers {
  const stored = employeeNumberKey(values.employeeNumber ?? '');
  const wanted = employeeNumberKey(set.employeeNumber ?? '');
  if (stored === '') return wanted === '' ? 'none' : 'row alone';
  if (wanted === '') return 'account alone';
  return stored === wanted ? 'same' : 'other';
}

/** A deactivated account needs more agreement than one in use, whose user may have married. */
function hasOtherName(user: SnapshotUser, row: DesiredUser, numbers: Numbers): boolean {
  const userName = userNamesOf(user, row);
  if (!isRevived(user, row)) {
    const isWhole = isWholeName(user.values) && isWholeName(row.set);
    return isWhole && userName !== 'same' && hasOtherWholeName(user, row);
  }
  if (hasOtherWholeName(user, row)) return true;
  if (numbers === 'account alone') {
    const { set } = row;
    const { values } = user;
    return (
      isOther(set.givenName, values.givenName) ||
      isOther(set.familyName, values.familyName) ||
      userName === 'other'
    );
  }
  return numbers === 'row alone' && userName === 'other' && wordsOf(row.set).size === 0;
}

/** Whether a row would reactivate a deactivated account. */
function isRevived({ values }: SnapshotUser, { set, outside }: DesiredUser): boolean {
  return !values.active && set.active === true && outside === undefined;
}

/** Compares the userNames; undefined if the row has none, a proposal or an address, which identify nobody. */
function userNamesOf(
  { values }: SnapshotUser,
  { set, isNumbered }: DesiredUser,
): 'same' | 'other' | undefined {
  if (isNumbered === true || set.userName === undefined || set.userName.includes('@')) return undefined;
  const wanted = storedUserName(set.userName);
  if (wanted.trim() === '' || (values.userName ?? '').trim() === '') return undefined;
  return isOther(wanted, values.userName) ? 'other' : 'same';
}

function isNamed(name = ''): boolean {
  return name.trim() !== '';
}

function isOther(wanted = '', stored = ''): boolean {
  const [one, two] = [wanted.trim(), stored.trim()];
  return one !== '' && two !== '' && one.toLowerCase() !== two.toLowerCase();
}

/** Whether a name has a first and a last part, so that it is not a login or a single word. */
function isWholeName({ givenName = '', familyName = '', displayName = '' }: Names): boolean {
  if (givenName.trim() !== '' && familyName.trim() !== '') return true;
  return /\p{L}\s+\S*\p{L}/u.test(displayName);
}

function wordsOf(names: Names): ReadonlySet<string> {
  return nameWords(NAMES.map((name) => names[name] ?? ''));
}
