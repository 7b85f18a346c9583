import { lengthInCharacters } from '../../rules/user-name.ts';
import { LIMITS } from '../../spec/limits.ts';
import { EMAIL_NAMES } from '../../spec/user-slots.ts';
import { columnOf, type UserColumn } from './columns.ts';
import { ID_SHAPES } from './foreign-ids.ts';
import { headingMeaning } from './heading-terms.ts';
import { HEADING_WORDS, headingWord, isUserWord } from './heading-words.ts';
import { looksOpaque } from './opaque-ids.ts';
import { proposeActive } from './propose-active.ts';
import { dateRule } from './propose-dates.ts';
import { chooseManager, managerRule } from './propose-manager.ts';
import { mostly, type ProposedMap, type ProposedRule, type Samples, scalar } from './proposed-map.ts';

type Choices = Map<UserColumn | 'fullName', string>;

/** Proposes a map from headings to columns, by the names of the headings and the form of their cells. */
export function proposeMap(headings: readonly string[], samples: Samples): ProposedMap {
  const named = headings.filter((heading) => heading.trim() !== '');
  const active = proposeActive(named, samples);
  const free = named.filter((heading) => active?.used.includes(heading) !== true);
  const chosen = chooseHeadings(free, samples);
  const used = new Set([...(active?.used ?? []), ...chosen.values()]);
  const rules: ProposedRule[] = active === undefined ? [] : [active.rule];
  for (const [column, heading] of chosen) {
    const cells = samples(heading);
    if (column === 'fullName') {
      const names = nameRules(heading, cells, chosen);
      if (names.length === 0) used.delete(heading);
      rules.push(...names);
    } else if (column === 'startDate' || column === 'guestExpiration')
      rules.push(dateRule(column, heading, cells));
    else if (column === 'userName') rules.push(userNameRule(heading, cells));
    else if (column !== 'email') rules.push({ column, yaml: scalar(heading) });
  }
  rules.push(...displayNameRule(chosen, rules));
  const manager = chooseManager(managersIn(free), chosen.get('employeeNumber'), (heading) =>
    managerRule(heading, named, chosen, samples),
  );
  if (manager !== undefined) {
    rules.push(manager.rule);
    used.add(manager.heading);
  }
  const email = chosen.get('email');
  const signIn = chosen.get('userName');
  if (email === undefined && signIn !== undefined && mostly(samples(signIn), (cell) => cell.includes('@')))
    rules.push({ column: 'email', yaml: scalar(signIn) });
  if (email !== undefined) rules.push(...emailRules(email, chosen.has('userName'), free, samples, used));
  return { rules: rules.sort(byKey), unused: headings.filter((heading) => !used.has(heading)) };
}

/** Columns that are never proposed by name: in other systems they mean something else, or they are secret. */
const NEVER: readonly UserColumn[] = ['nickName', 'password', 'profileUrl'];

/** Columns that need more than their own name. */
const BY_WORDS: readonly UserColumn[] = ['active', 'title', 'manager', 'id'];

/** Chooses the best heading for each column; each heading is used once. */
function chooseHeadings(headings: readonly string[], samples: Samples): Choices {
  const { chosen, free } = chooseByName(headings, samples);
  const own = IDS.find((word) => isOwnId(samples(free.get(word) ?? '')));
  const id = free.get(own ?? '');
  if (own !== undefined && id !== undefined) {
    chosen.set('id', id);
    free.delete(own);
  }
  for (const [column, words] of HEADING_WORDS) {
    if (chosen.has(column) || column === 'manager') continue;
    const others = [...free].flatMap(([word, heading]) =>
      !KNOWN_WORDS.has(word) && headingMeaning(heading) === column ? [word] : [],
    );
    const there = [...words, ...others].filter(
      (known) => free.has(known) && fits(column, samples(free.get(known) ?? ''), known),
    );
    // Skip columns that are blank in every row.
    const word = there.find((known) => samples(free.get(known) ?? '').length > 0) ?? there[0];
    const heading = free.get(word ?? '');
    if (word === undefined || heading === undefined) continue;
    chosen.set(column, heading);
    free.delete(word);
  }
  const count = free.get('id');
  if (count !== undefined && !chosen.has('employeeNumber') && isCount(samples(count)))
    chosen.set('employeeNumber', count);
  return chosen;
}

const KNOWN_WORDS: ReadonlySet<string> = new Set([...HEADING_WORDS.values()].flat());

/** Whether cells number the rows. HR systems without an employee number identify people by such a number. */
function isCount(cells: readonly string[]): boolean {
  return (
    cells.length > 0 && new Set(cells).size === cells.length && cells.every((cell) => /^\d{1,12}$/.test(cell))
  );
}

/**
 * Chooses headings that are the name of a column.
 * @returns also the remaining headings, by their reduced form
 */
function chooseByName(
  headings: readonly string[],
  samples: Samples,
): { readonly chosen: Choices; readonly free: Map<string, string> } {
  const chosen: Choices = new Map();
  const free = new Map<string, string>();
  for (const heading of headings) {
    const column = columnOf(heading);
    if (column !== undefined && NEVER.includes(column)) continue;
    const isTaken = column === undefined || BY_WORDS.includes(column) || chosen.has(column);
    if (!isTaken && fits(column, samples(heading))) chosen.set(column, heading);
    else if (!free.has(headingWord(heading))) free.set(headingWord(heading), heading);
  }
  return { chosen, free };
}

const IDS = ['id', 'userid', 'memberid'];

/**
 * Letters and then a number, the form of counters in other systems (W00012345, WORKER0001) but rarely of the
 * service's IDs.
 */
const COUNTED = /^[A-Z]+\d+$/;

/**
 * Whether all IDs have the form of the service's IDs, and most do not look like a counter. IDs of other
 * systems are not valid here.
 */
function isOwnId(cells: readonly string[]): boolean {
  const isOwnShape = cells.every((cell) => ID_SHAPES.user.test(cell));
  return isOwnShape && mostly(cells, (cell) => !COUNTED.test(cell));
}

/**
 * Whether the cells under a heading can be values of the column. The service accepts userNames with spaces.
 * @param word the heading, if it may be of another column
 */
function fits(column: UserColumn | 'fullName', cells: readonly string[], word = ''): boolean {
  if (cells.length === 0) return true;
  if (EMAIL_NAMES.some((name) => name === column)) return mostly(cells, (cell) => cell.includes('@'));
  const isName = (cell: string) => isUserWord(word) && /\s/.test(cell.trim());
  if (column === 'userName') return !mostly(cells, (cell) => looksOpaque(cell) || isName(cell));
  return true;
}

function managersIn(headings: readonly string[]): readonly string[] {
  const words = HEADING_WORDS.get('manager') ?? [];
  const named = words.flatMap((word) => headings.filter((heading) => headingWord(heading) === word));
  const others = headings.filter(
    (heading) => !KNOWN_WORDS.has(headingWord(heading)) && headingMeaning(heading) === 'manager',
  );
  return [...named, ...others];
}

/**
 * Rules for the email, and for a userName derived from it. If the email is blank in some rows, the sign-in
 * name may replace it.
 */
function emailRules(
  heading: string,
  hasUserName: boolean,
  headings: readonly string[],
  samples: Samples,
  used: Set<string>,
): readonly ProposedRule[] {
  const signIn = headings.find(
    (other) =>
      other !== heading &&
      SIGN_IN.includes(headingWord(other)) &&
      samples(other).length > samples(heading).length &&
      fits('email', samples(other)),
  );
  if (signIn === undefined) {
    const rule: ProposedRule = { column: 'email', yaml: scalar(heading) };
    return hasUserName ? [rule] : [rule, userNameFromEmail(scalar(heading), samples(heading))];
  }
  used.add(signIn);
  const from = `[${scalar(heading)}, ${scalar(signIn)}]`;
  const remark = `${scalar(signIn)} where ${scalar(heading)} is empty`;
  const rule: ProposedRule = { column: 'email', yaml: `{ from: ${from} }`, remark };
  return hasUserName ? [rule] : [rule, userNameFromEmail(from, samples(signIn))];
}

const SIGN_IN = ['userprincipalname', 'upn', 'login'];

function userNameRule(heading: string, cells: readonly string[]): ProposedRule {
  if (mostly(cells, (cell) => cell.includes('@'))) return userNameFromEmail(scalar(heading), cells);
  return { column: 'userName', yaml: scalar(heading) };
}

/** The part before the @; truncated and numbered if it is too long or not unique in the sampled rows. */
function userNameFromEmail(from: string, cells: readonly string[]): ProposedRule {
  const names = cells.map((cell) => (cell.split('@')[0] ?? '').toLowerCase());
  const isShort = names.every((name) => lengthInCharacters(name) <= LIMITS.userNameLength);
  const isUnique = new Set(names).size === names.length;
  const more = isShort && isUnique ? '' : `, { truncate: ${LIMITS.userNameLength} }, unique`;
  return {
    column: 'userName',
    yaml: `{ from: ${from}, steps: [localPart, lower${more}] }`,
    remark: `the part before the @; the service stores at most ${LIMITS.userNameLength} characters`,
  };
}

function nameRules(heading: string, cells: readonly string[], chosen: Choices): readonly ProposedRule[] {
  const isTurned = mostly(cells, (cell) => /^[^,]+,\s*\S/.test(cell));
  if (!isTurned) return chosen.has('displayName') ? [] : [{ column: 'displayName', yaml: scalar(heading) }];
  const from = `from: ${scalar(heading)}`;
  const rules: ProposedRule[] = [];
  if (!chosen.has('givenName'))
    rules.push({ column: 'givenName', yaml: `{ ${from}, steps: [{ after: ',' }, trim] }` });
  if (!chosen.has('familyName'))
    rules.push({ column: 'familyName', yaml: `{ ${from}, steps: [{ before: ',' }, trim] }` });
  if (!chosen.has('displayName') && rules.length === 2)
    rules.push({
      column: 'displayName',
      yaml: `{ ${from}, steps: [{ regex: { find: '^([^,]*),\\s*(.*)$', replace: '$2 $1' } }, trim] }`,
      remark: SHOWN_BY,
    });
  return rules;
}

/** Without a display name, the service shows the userName (SCIM §2.1). */
const SHOWN_BY = 'otherwise users are shown by userName; also replaces display names that differ';

function displayNameRule(chosen: Choices, rules: readonly ProposedRule[]): readonly ProposedRule[] {
  const [given, family] = [chosen.get('givenName'), chosen.get('familyName')];
  const isThere = chosen.has('displayName') || rules.some(({ column }) => column === 'displayName');
  if (isThere || given === undefined || family === undefined) return [];
  // Braces would end the heading in a template.
  if (/[{}|?]/.test(given + family)) return [];
  const yaml = `{ template: ${scalar(`{${given}} {${family}}`)} }`;
  return [{ column: 'displayName', yaml, remark: SHOWN_BY }];
}

const ORDER: readonly UserColumn[] = ['id', 'email', 'userName', 'givenName', 'familyName', 'displayName'];

/** Sorts identifying columns first and `active` last. */
function byKey(one: ProposedRule, other: ProposedRule): number {
  return rankOf(one) - rankOf(other);
}

function rankOf({ column }: ProposedRule): number {
  if (column === 'active') return 300;
  const first = ORDER.indexOf(column);
  if (first >= 0) return first;
  return 100 + [...HEADING_WORDS.keys()].indexOf(column);
}
