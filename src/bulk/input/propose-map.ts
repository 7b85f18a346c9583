import { columnOf, type UserColumn } from './columns.ts';
import { HEADING_WORDS, headingWord } from './heading-words.ts';
import { dateReader } from './map-steps.ts';

/** A line of a proposed map: YAML that follows the column, and what a person should look at. */
export interface ProposedRule {
  readonly column: UserColumn;
  readonly yaml: string;
  readonly remark?: string;
  /** It needs a decision and is written as a comment. */
  readonly isOpen?: boolean;
}

export interface ProposedMap {
  readonly rules: readonly ProposedRule[];
  /** Headings of which nothing is made. */
  readonly unused: readonly string[];
}

/** The cells under a heading, of as many rows as were looked at; blanks are left out. */
export type Samples = (heading: string) => readonly string[];

/** Proposes how columns are made of headings, by what they are called and by what their cells look like (engine, Input). */
export function proposeMap(headings: readonly string[], samples: Samples): ProposedMap {
  const chosen = chooseHeadings(headings);
  const rules: ProposedRule[] = [];
  for (const [column, heading] of chosen) {
    const cells = samples(heading);
    if (column === 'fullName') rules.push(...nameRules(heading, cells, chosen));
    else if (column === 'status') rules.push(statusRule(heading, cells));
    else if (column === 'startDate' || column === 'guestExpiration')
      rules.push(dateRule(column, heading, cells));
    else if (column === 'manager')
      rules.push(managerRule(heading, cells, chosen.get('employeeNumber'), samples));
    else rules.push({ column, yaml: scalar(heading) });
  }
  const email = chosen.get('email');
  if (!chosen.has('userName') && email !== undefined) {
    const remark = 'what stands before the @; the service stores at most 21 characters';
    rules.push({ column: 'userName', yaml: `{ from: ${scalar(email)}, steps: [localPart, lower] }`, remark });
  }
  const used = new Set(chosen.values());
  return { rules: rules.sort(byKey), unused: headings.filter((heading) => !used.has(heading)) };
}

/** For each column the heading that says it best; a heading makes one column. */
function chooseHeadings(
  headings: readonly string[],
): ReadonlyMap<UserColumn | 'fullName' | 'status', string> {
  const chosen = new Map<UserColumn | 'fullName' | 'status', string>();
  const free = new Map<string, string>();
  for (const heading of headings) {
    const column = columnOf(heading);
    if (column === undefined || column === 'active' || column === 'title' || chosen.has(column)) {
      if (!free.has(headingWord(heading))) free.set(headingWord(heading), heading);
    } else chosen.set(column, heading);
  }
  for (const [column, words] of HEADING_WORDS) {
    const word = words.find((known) => free.has(known));
    const heading = free.get(word ?? '');
    if (word === undefined || heading === undefined || chosen.has(column)) continue;
    chosen.set(column, heading);
    free.delete(word);
  }
  return chosen;
}

function nameRules(
  heading: string,
  cells: readonly string[],
  chosen: ReadonlyMap<string, string>,
): readonly ProposedRule[] {
  const isTurned = mostly(cells, (cell) => /^[^,]+,\s*\S/.test(cell));
  if (!isTurned) return chosen.has('displayName') ? [] : [{ column: 'displayName', yaml: scalar(heading) }];
  const from = `from: ${scalar(heading)}`;
  const rules: ProposedRule[] = [];
  if (!chosen.has('givenName'))
    rules.push({ column: 'givenName', yaml: `{ ${from}, steps: [{ after: ',' }, trim] }` });
  if (!chosen.has('familyName'))
    rules.push({ column: 'familyName', yaml: `{ ${from}, steps: [{ before: ',' }, trim] }` });
  return rules;
}

const GONE =
  /terminat|inactiv|left|leaver|former|retired|resigned|ausgeschieden|inaktiv|parti|baja|avslutad|^no$|^false$|^0$/i;
const HERE = /activ|aktiv|employed|leave|hired|current|elternzeit|mutterschutz|conge|alta|^yes$|^true$|^1$/i;

function statusRule(heading: string, cells: readonly string[]): ProposedRule {
  const words = [...new Set(cells.map((cell) => cell.trim()))].slice(0, 20);
  if (words.length > 0 && words.every((word) => /^(true|false|yes|no|0|1)$/i.test(word)))
    return { column: 'active', yaml: scalar(heading) };
  const known = words.flatMap((word) =>
    GONE.test(word) ? [`${scalar(word)}: false`] : HERE.test(word) ? [`${scalar(word)}: true`] : [],
  );
  const open = words.filter((word) => !GONE.test(word) && !HERE.test(word));
  const remark = open.length === 0 ? undefined : `say what ${open.map(scalar).join(', ')} means`;
  const yaml = `{ from: ${scalar(heading)}, lookup: { ${known.join(', ')} } }`;
  return { column: 'active', yaml, ...(remark === undefined ? {} : { remark }) };
}

const DATE_PATTERNS = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'MM/DD/YYYY',
  'DD/MM/YYYY',
  'YYYY/MM/DD',
  'DD-MM-YYYY',
  'MM/DD/YY',
  'DD.MM.YY',
];

function dateRule(column: UserColumn, heading: string, cells: readonly string[]): ProposedRule {
  const fitting = DATE_PATTERNS.filter((pattern) => cells.every((cell) => isDayIn(pattern, cell)));
  const [first, ...others] = fitting;
  if (cells.length === 0 || first === 'YYYY-MM-DD') return { column, yaml: scalar(heading) };
  if (first === undefined) {
    return {
      column,
      yaml: `{ from: ${scalar(heading)}, date: YYYY-MM-DD }`,
      remark: 'say how the dates are written',
      isOpen: true,
    };
  }
  const remark = others.length === 0 ? undefined : `${others.join(' or ')} would fit as well`;
  return {
    column,
    yaml: `{ from: ${scalar(heading)}, date: ${first} }`,
    ...(remark === undefined ? {} : { remark }),
  };
}

function isDayIn(pattern: string, cell: string): boolean {
  const day = dateReader(pattern)?.(cell);
  const time = day === undefined ? Number.NaN : Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day ?? ' ');
}

/** A manager is an address, a userName or an ID of the service; a staff number is found in the manager's own row. */
function managerRule(
  heading: string,
  cells: readonly string[],
  numbers: string | undefined,
  samples: Samples,
): ProposedRule {
  if (mostly(cells, (cell) => cell.includes('@'))) return { column: 'manager', yaml: scalar(heading) };
  const known = new Set(numbers === undefined ? [] : samples(numbers));
  if (numbers !== undefined && cells.length > 0 && mostly(cells, (cell) => known.has(cell)))
    return { column: 'manager', yaml: `{ from: ${scalar(heading)}, match: ${scalar(numbers)} }` };
  const remark = 'a manager is an e-mail address, a userName or an ID; "match" finds another row';
  return {
    column: 'manager',
    yaml: scalar(heading),
    remark,
    isOpen: !mostly(cells, (cell) => /^[\w.-]+$/.test(cell)),
  };
}

function mostly(cells: readonly string[], is: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(is).length * 2 > cells.length;
}

const FIRST: readonly UserColumn[] = ['id', 'email', 'userName', 'givenName', 'familyName', 'displayName'];

/** Whom a row means comes first. */
function byKey(one: ProposedRule, other: ProposedRule): number {
  const rank = ({ column }: ProposedRule) => FIRST.indexOf(column) + 1 || FIRST.length + 1;
  return rank(one) - rank(other);
}

/** A text as YAML: bare where nothing in it could mean something else. */
function scalar(text: string): string {
  const isPlain =
    /^[\p{L}][\p{L}\p{N} ._/-]*$/u.test(text) && !/\s$|^(true|false|yes|no|null|on|off|y|n)$/i.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}

/** Prints a proposed map as YAML. */
export function printMap({ rules, unused }: ProposedMap, file: string): string {
  const lines = rules.map(({ column, yaml, remark, isOpen }) => {
    const note = remark === undefined ? '' : ` # ${remark}`;
    return isOpen === true ? `  # ${column}: ${yaml}${note}` : `  ${column}: ${yaml}${note}`;
  });
  const rest =
    unused.length === 0 ? [] : ['', '# Not taken:', ...unused.map((heading) => `#   ${oneLine(heading)}`)];
  return [
    '# How the headings become columns. Try it:',
    `#   orgctl bulk check ${file} --map FILE`,
    'columns:',
    ...lines,
    ...rest,
    '',
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
