import { isUtf8 } from 'node:buffer';
import { isClassName } from '../../bulk/input/ldif-classes.ts';
import { formatOf, SAMPLE } from '../../bulk/input/sniff-format.ts';
import { PLACE_HEADING, REASON_HEADINGS } from '../../spec/own-headings.ts';
import { inventCell, inventColumn, inventInput } from './invent-input.ts';
import type { WordInventors } from './word-inventors.ts';

/** A comment with a reason, above a rejected entry. */
const REASON = new RegExp(`^# (${[PLACE_HEADING, ...REASON_HEADINGS].join('|')}): (.*)$`, 's');
/** The names of attributes in the name of an entry (RFC 4514). */
const NAME_PARTS = /^(?:cn|l|st|o|ou|c|street|dc|uid)$/i;

/** Returns an input file or stdin with its values replaced, in its own format. */
export function inventRows(content: string, invent: WordInventors): string {
  const isLdif = formatOf(content.slice(0, SAMPLE).replace(/^\ufeff/, '')) === 'ldif';
  return isLdif ? inventLdif(content, invent) : inventInput(content, invent);
}

/**
 * Replaces the values of an LDIF file. Names of attributes are replaced like the headings of a CSV. A folded
 * value stays folded at the same places, because findings name lines.
 */
function inventLdif(content: string, invent: WordInventors): string {
  const pieces = content.split(/(\r\n|\n)/);
  const lines = pieces.filter((_, at) => at % 2 === 0);
  const ends = pieces.filter((_, at) => at % 2 === 1);
  const made: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const folded = [lines[at] ?? ''];
    while (folded[0] !== '' && lines[at + folded.length]?.startsWith(' ') === true)
      folded.push(lines[at + folded.length] ?? '');
    at += folded.length;
    const whole = folded.map((line, index) => (index === 0 ? line : line.slice(1))).join('');
    made.push(...foldedLike(folded, inventLine(whole, invent)));
  }
  return made.map((line, at) => line + (ends[at] ?? '')).join('');
}

/** Folds a text into as many lines as another one, with the same lengths as far as possible. */
function foldedLike(lines: readonly string[], text: string): readonly string[] {
  let start = 0;
  return lines.map((line, at) => {
    const end = at === lines.length - 1 ? undefined : start + line.length - (at === 0 ? 0 : 1);
    const part = text.slice(start, end);
    start = end ?? start;
    return at === 0 ? part : ` ${part}`;
  });
}

/** @param line without folds */
function inventLine(line: string, invent: WordInventors): string {
  const { value, exchange } = invent;
  if (line.trim() === '') return line;
  const [, heading, reason] = REASON.exec(line) ?? [];
  if (heading !== undefined && reason !== undefined)
    return `# ${heading}: ${exchange.value(reason, heading)}`;
  const [, name, sign = '', space = '', given = ''] = /^([^:#][^:]*):([:<]?)(\s*)(.*)$/s.exec(line) ?? [];
  if (name === undefined) return value.text(line);
  const [attribute = '', ...options] = name.split(';');
  // A short name that is replaced may become "dn", which begins an entry.
  const column = NAME_PARTS.test(attribute) ? attribute : inventColumn(attribute, value);
  const named = [column, ...options.map(optionOf(invent))].join(';');
  const made = sign === ':' ? inventBase64(given, attribute, invent) : inventValue(given, attribute, invent);
  return `${named}:${sign}${space}${made}`;
}

/** Replaces an option of an attribute, such as a language; `binary` is one of the standard. */
const optionOf =
  ({ value }: WordInventors) =>
  (option: string): string =>
    option.toLowerCase() === 'binary' ? option : value.text(option);

/** Replaces the text in Base64; anything else becomes as many zeros: the program does not read it either. */
function inventBase64(given: string, attribute: string, invent: WordInventors): string {
  const bytes = Buffer.from(given.trim(), 'base64');
  const isText = isUtf8(bytes) && !bytes.includes(0);
  const made = isText ? Buffer.from(inventValue(bytes.toString('utf8'), attribute, invent)) : bytes.fill(0);
  return made.toString('base64');
}

function inventValue(given: string, attribute: string, { value, exchange }: WordInventors): string {
  const name = attribute.toLowerCase();
  if (given === '') return given;
  if (name === 'objectclass') return value.textExcept(given, isClassName);
  if (name === 'dn')
    return given.replace(/([^=,+]*)(=?)/g, (_, part: string, sign: string) =>
      sign === '=' && NAME_PARTS.test(part.trim()) ? part + sign : value.text(part) + sign,
    );
  return inventCell(given, attribute, { value, exchange });
}
