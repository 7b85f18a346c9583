import { isUtf8 } from 'node:buffer';
import type { DamagedRecord } from '../../failure/damaged-record.ts';
import type { Issue } from '../../failure/issue.ts';
import type { Headings, InputRow } from './input-row.ts';
import { classesOf, kindOfEntry } from './ldif-classes.ts';

/**
 * Maximum length of an entry, in characters: larger than for a CSV record, since a photo may be that long.
 */
const MAX_ENTRY_LENGTH = 4 * 1024 * 1024;

interface Entry {
  readonly line: number;
  /** The lines as written, including folded ones, for finding the place of an attribute. */
  readonly lines: readonly string[];
}

export interface LdifListeners {
  readonly report: (issue: Issue) => void;
  /** Receives entries that cannot be read, instead of `report`. */
  readonly onDamaged: ((record: DamagedRecord) => void) | undefined;
  /** Called at the end with a text about the number of entries that are not people. */
  readonly onOthers: (words: string) => void;
}

/**
 * Reads the people in an LDIF file (RFC 2849) as a stream. An attribute is a column; its further values are
 * `name[1]` and so on. Entries that are known to be something else are skipped and counted. Change records,
 * text that is not LDIF and entries of unknown kind are reported with their place.
 * @returns batches of rows in file order
 */
export async function* parseLdif(
  texts: AsyncIterable<string>,
  file: string,
  listeners: LdifListeners,
): AsyncGenerator<readonly InputRow[]> {
  const reader = new EntryReader(file, listeners);
  let rest = '';
  let line = 0;
  let open: { line: number; lines: string[] } | undefined;
  const take = (text: string): readonly Entry[] => {
    line += 1;
    // Within an entry, a line of one space continues the line before.
    if (text.trim() === '' && !(open !== undefined && text.startsWith(' '))) {
      const whole = open;
      open = undefined;
      return whole === undefined ? [] : [whole];
    }
    if (open === undefined) open = { line, lines: [] };
    open.lines.push(text);
    return [];
  };
  const rowsOf = (entries: readonly Entry[]) => entries.flatMap((entry) => reader.rowOf(entry) ?? []);
  for await (const text of texts) {
    const lines = (rest + text).split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    const batch = rowsOf(lines.flatMap(take));
    if (batch.length > 0) yield batch;
    if (rest.length > MAX_ENTRY_LENGTH)
      return listeners.report(damaged(file, line + 1, 'this line is longer than 4 MiB'));
  }
  const last = rowsOf([...take(rest), ...take('')]);
  if (last.length > 0) yield last;
  reader.finish();
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

interface Attribute {
  readonly name: string;
  /** The first line of the attribute. */
  readonly at: number;
  text: string;
}

/** Converts entries to rows, and counts entries that are not people. */
class EntryReader {
  private readonly known = new Map<string, Headings>();
  private readonly others = new Set<string>();
  private otherCount = 0;
  /** The line of the last entry, if it has only a name. */
  private bareLine: number | undefined;
  private readonly file: string;
  private readonly listeners: LdifListeners;

  constructor(file: string, listeners: LdifListeners) {
    this.file = file;
    this.listeners = listeners;
  }

  rowOf(entry: Entry): InputRow | undefined {
    const values = this.attributesOf(entry);
    if (values === undefined || values.length === 0) return undefined;
    const { line, lines } = entry;
    const cells = cellsOf(values);
    const isNamed = isName(values[0]);
    this.bareLine = isNamed && values.length === 1 ? line : undefined;
    if (!isNamed && this.isEndOfSearch(values)) return undefined;
    const kind = kindOfEntry(cells);
    const raw = lines.join('\n');
    if (kind === 'doubtful') this.refuse(entry, line, unclearClassMessage(classesOf(cells)));
    if (kind === 'other' && isNamed) this.count(classesOf(cells));
    if (kind !== 'person') return undefined;
    const names = [...cells.keys()];
    const key = JSON.stringify(names);
    const headings = this.known.get(key) ?? { names, line, raw, format: 'ldif' as const };
    this.known.set(key, headings);
    return { headings, line, cells: [...cells.values()], raw };
  }

  /** Reports the facts that are known only after the last entry. */
  finish(): void {
    const { file, otherCount, others, bareLine } = this;
    if (bareLine !== undefined)
      this.listeners.report(damaged(file, bareLine, 'this entry has only a name: the file is cut off'));
    if (otherCount === 0) return;
    const named = [...others].slice(0, CLASSES_SHOWN).join(', ');
    const classes = named === '' ? '' : ` (${named}${others.size > CLASSES_SHOWN ? ', …' : ''})`;
    const words = otherCount === 1 ? '1 entry is not a person' : `${otherCount} entries are not people`;
    this.listeners.onOthers(`${words}${classes}`);
  }

  /**
   * The attributes of an entry with their texts unfolded; undefined if the entry is damaged, which is
   * reported.
   */
  private attributesOf(entry: Entry): readonly Attribute[] | undefined {
    const { line, lines } = entry;
    const values: Attribute[] = [];
    let isComment = false;
    for (const [index, text] of lines.entries()) {
      const last = values.at(-1);
      // A comment may be folded, too (RFC 2849, note 3).
      if (isComment && text.startsWith(' ')) continue;
      isComment = text.startsWith('#');
      if (text.startsWith(' ') && last !== undefined) last.text += text.slice(1);
      else if (!isComment) {
        const colon = text.indexOf(':');
        if (colon <= 0) {
          this.refuse(entry, line + index, 'this line has no attribute');
          return undefined;
        }
        values.push({ name: text.slice(0, colon), at: line + index, text: text.slice(colon + 1) });
      }
    }
    // The format version may directly precede the first entry.
    if (values[0]?.name.toLowerCase() === 'version') values.shift();
    const fault = this.faultOf(values);
    if (fault === undefined) return values;
    this.listeners.report(damaged(this.file, fault.at, fault.message));
    return undefined;
  }

  /** A fault after which the boundaries or the kind of entries are unknown. */
  private faultOf(values: readonly Attribute[]): { at: number; message: string } | undefined {
    const change = values.find(({ name }) => name.toLowerCase() === 'changetype');
    if (change !== undefined)
      return { at: change.at, message: 'this is a change record, not an entry; export entries' };
    const second = values.findIndex((value, index) => index > 0 && isName(value));
    const at = values[second]?.at;
    return at === undefined
      ? undefined
      : { at, message: 'a second entry starts here; separate entries with a blank line' };
  }

  private refuse({ line, lines }: Entry, at: number, message: string): void {
    const { report, onDamaged } = this.listeners;
    const issue = damaged(this.file, at, message);
    if (onDamaged === undefined) report(issue);
    else onDamaged({ line, raw: lines.join('\n'), issue });
  }

  private count(classes: readonly string[]): void {
    this.otherCount += 1;
    // The last class is the most specific.
    const own = classes.at(-1);
    if (own !== undefined) this.others.add(own);
  }

  /** Search output ends with the status of the directory: 0, or the reason why the result is incomplete. */
  private isEndOfSearch(values: readonly Attribute[]): boolean {
    const result = values.find(({ name }) => name === 'result');
    if (result === undefined || values[0]?.name !== 'search') return false;
    const says = result.text.trim();
    if (!/^0\b/.test(says)) {
      const message = `the directory ended the search with "${says}"`;
      const at = { file: this.file, line: result.at, column: 1 };
      this.listeners.report({ code: 'list_not_whole', path: '', message, at });
    }
    return true;
  }
}

/** Maximum number of classes listed in the text about skipped entries. */
const CLASSES_SHOWN = 5;

function isName(value: Attribute | undefined): boolean {
  return value?.name.toLowerCase() === 'dn';
}

function unclearClassMessage(classes: readonly string[]): string {
  const named = classes.filter((name) => name.toLowerCase() !== 'top').join(', ') || 'top';
  return `cannot determine whether this entry is a person: objectClass ${named}; export people with the class person`;
}

function cellsOf(values: readonly Attribute[]): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  const seen = new Map<string, Repeated>();
  for (const { name, text } of values) addCell(cells, seen, name.split(';')[0] ?? name, textOfValue(text));
  return cells;
}

/** The first spelling of an attribute and the number of its values: a group lists each of its members. */
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

/** The text of a value: plain, or Base64 after two colons. Binary values (a photo, a file) are blank. */
function textOfValue(text: string): string {
  if (text.startsWith('<')) return '';
  if (!text.startsWith(':')) return text.trimStart();
  const bytes = Buffer.from(text.slice(1).trim(), 'base64');
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : '';
}
