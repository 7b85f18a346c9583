import { isUtf8 } from 'node:buffer';
import type { Issue } from '../../failure/issue.ts';
import type { DamagedRecord } from './damaged-record.ts';
import type { Headings, InputRow } from './input-row.ts';

/** Classes of entries that are people; an entry of other classes is something else. */
const PEOPLE = new Set(['person', 'organizationalperson', 'inetorgperson', 'user', 'posixaccount']);
/** Longest entry, in characters, as of a CSV record; a photo may be that long. */
const LONGEST_ENTRY = 4 * 1024 * 1024;

interface Entry {
  readonly line: number;
  /** As it stands, folded lines and all, to find the place of an attribute. */
  readonly lines: readonly string[];
}

/**
 * Reads the people of an LDIF (RFC 2849) as they come: an attribute is a column, further values of it are `name[1]`. Entries of other
 * classes are left out; changes instead of entries, and what is not LDIF, are reported with their place.
 * @param onDamaged receives instead of `report` an entry that cannot be read
 * @returns batches of rows in the order of the file.
 */
export async function* parseLdif(
  texts: AsyncIterable<string>,
  file: string,
  report: (issue: Issue) => void,
  onDamaged?: (record: DamagedRecord) => void,
): AsyncGenerator<readonly InputRow[]> {
  const known = new Map<string, Headings>();
  let rest = '';
  let line = 0;
  let open: { line: number; lines: string[] } | undefined;
  const take = (text: string): readonly Entry[] => {
    line += 1;
    if (text.trim() === '' && !text.startsWith(' ')) {
      const whole = open;
      open = undefined;
      return whole === undefined ? [] : [whole];
    }
    if (open === undefined) open = { line, lines: [] };
    open.lines.push(text);
    return [];
  };
  const rowsOf = (entries: readonly Entry[]) =>
    entries.flatMap((entry) => rowOf(entry, file, known, report, onDamaged) ?? []);
  for await (const text of texts) {
    const lines = (rest + text).split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    const batch = rowsOf(lines.flatMap(take));
    if (batch.length > 0) yield batch;
    if (rest.length > LONGEST_ENTRY) return report(damaged(file, line + 1, 'this line is longer than 4 MiB'));
  }
  const last = rowsOf([...take(rest), ...take('')]);
  if (last.length > 0) yield last;
}

function damaged(file: string, line: number, message: string): Issue {
  const example = 'mail: anna.lind@example.com';
  return {
    code: 'damaged_record',
    path: '',
    message,
    expected: 'attribute: value',
    example,
    at: { file, line, column: 1 },
  };
}

function rowOf(
  { line, lines }: Entry,
  file: string,
  known: Map<string, Headings>,
  report: (issue: Issue) => void,
  onDamaged: ((record: DamagedRecord) => void) | undefined,
): InputRow | undefined {
  const cells = new Map<string, string>();
  const values: { name: string; at: number; text: string }[] = [];
  for (const [index, text] of lines.entries()) {
    const last = values.at(-1);
    if (text.startsWith(' ') && last !== undefined) last.text += text.slice(1);
    else if (!text.startsWith('#')) {
      const colon = text.indexOf(':');
      if (colon <= 0) {
        const issue = damaged(file, line + index, 'this line has no attribute');
        if (onDamaged === undefined) report(issue);
        else onDamaged({ line, raw: lines.join('\n'), issue });
        return undefined;
      }
      values.push({ name: text.slice(0, colon), at: line + index, text: text.slice(colon + 1) });
    }
  }
  const seen = new Map<string, Repeated>();
  for (const { name, text } of values) addCell(cells, seen, name.split(';')[0] ?? name, textOfValue(text));
  const change = values.find(({ name }) => name.toLowerCase() === 'changetype');
  if (change !== undefined) {
    report(damaged(file, change.at, 'this is a change, not an entry; export the entries'));
    return undefined;
  }
  if (!isPerson(cells)) return undefined;
  const names = [...cells.keys()];
  const key = JSON.stringify(names);
  const raw = lines.join('\n');
  const headings = known.get(key) ?? { names, line, raw, format: 'ldif' as const };
  known.set(key, headings);
  return { headings, line, cells: [...cells.values()], raw };
}

/** The attribute as it was written first, and how often it was there. A group names each of its members. */
interface Repeated {
  readonly name: string;
  times: number;
}

function addCell(cells: Map<string, string>, seen: Map<string, Repeated>, name: string, value: string): void {
  const same = seen.get(name.toLowerCase());
  if (same === undefined) {
    seen.set(name.toLowerCase(), { name, times: 1 });
    cells.set(name, value);
  } else {
    cells.set(`${same.name}[${same.times}]`, value);
    same.times += 1;
  }
}

/** The text of a value: as it is, or Base64 behind two colons; what is no text (a photo, a file) is blank. */
function textOfValue(text: string): string {
  if (text.startsWith('<')) return '';
  if (!text.startsWith(':')) return text.trimStart();
  const bytes = Buffer.from(text.slice(1).trim(), 'base64');
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : '';
}

/** Whether an entry is a person, by its classes; one that names none is taken for one when it has more than its name. */
function isPerson(cells: ReadonlyMap<string, string>): boolean {
  const classes = [...cells]
    .filter(([name]) => /^objectclass(\[\d+\])?$/i.test(name))
    .map(([, value]) => value.toLowerCase());
  if (classes.length > 0) return classes.some((name) => PEOPLE.has(name));
  return cells.size > 1;
}
