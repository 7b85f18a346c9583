import type { Issue } from '../../failure/issue.ts';
import { parsedJson } from '../../json/parsed-json.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { beginsAsPlan } from '../plan/plan-file.ts';
import { notASource } from './foreign-format.ts';
import type { InputFormat } from './input-row.ts';
import { NEXT_LINE } from './trim-next-lines.ts';

/** Number of lines examined. */
const LINES = 20;

interface ForeignText {
  readonly words: string;
  readonly remedy: string;
}

const CSV = 'export the list as CSV';
const XML: ForeignText = { words: 'XML or HTML', remedy: CSV };
const YAML: ForeignText = { words: 'YAML', remedy: 'convert it to a JSON array: yq -o json' };
const PLAN: ForeignText = {
  words: 'a saved plan',
  remedy: 'apply it by file name: orgctl bulk apply plan.json',
};
const PROSE: ForeignText = { words: 'plain text', remedy: 'a CSV starts with a header row' };

const NEXT_LINES: ForeignText = {
  words: 'text with U+0085 (NEL) as line ends',
  remedy: 'convert the line ends to LF',
};

/** First lines that no table starts with. */
const FIRST_LINES: readonly { readonly begins: RegExp; readonly text: ForeignText }[] = [
  { begins: /^</, text: XML },
  { begins: /^\{\\rtf/, text: { words: 'an RTF document', remedy: CSV } },
  { begins: /^BEGIN:VCARD$/i, text: { words: 'a vCard', remedy: CSV } },
  { begins: /^BEGIN:VCALENDAR$/i, text: { words: 'a calendar', remedy: CSV } },
  { begins: /^\[[a-z_][\w .-]*\]$/i, text: { words: 'a settings file (TOML or INI)', remedy: CSV } },
  { begins: /^(?!sep=)[\w.-]+\s*=\s*\S/i, text: { words: 'a settings file (TOML or INI)', remedy: CSV } },
];

/** A key of YAML or an entry of a list; the first line of a table has a delimiter. */
const YAML_LINE =
  /^(?:---(?:\s|$)|(?:- +)?(?:"[^"]+"|'[^']+'|[\w.-]+(?: [\w.-]+)*):(?:\s*$|\s+(?:[[{&*|>]|[^,;|\t]*$))|- [^,;|\t]*$)/;

/** Returns a finding if a table has the line ends of a mainframe: it would be a single row of headings. */
export function foreignLineEnds(
  sample: string,
  format: InputFormat | 'json',
  file: string,
): Issue | undefined {
  const isForeign = format === 'csv' && sample.trim().includes(NEXT_LINE) && !/[\r\n]/.test(sample.trim());
  return isForeign ? notASource(NEXT_LINES, file) : undefined;
}

/**
 * Returns a finding if the start of a text shows that it is not a list of users in a supported format.
 * @param isKnown whether a text is a known heading
 * @param isWhole whether the sample is the whole text
 */
export function foreignText(
  sample: string,
  isWhole: boolean,
  format: InputFormat | 'json',
  file: string,
  isKnown: (name: string) => boolean,
): Issue | undefined {
  const lines = sample.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const found =
    lines.length === 0
      ? undefined
      : (matchFirstLine(lines) ??
        (beginsAsPlan(sample) ? PLAN : undefined) ??
        (format === 'csv' ? textWithoutColumns(lines.slice(0, LINES), isKnown) : undefined) ??
        (format === 'ndjson' ? oneObject(lines, isWhole, isKnown) : undefined));
  return found === undefined ? undefined : notASource(found, file);
}

function matchFirstLine([first = '']: readonly string[]): ForeignText | undefined {
  return FIRST_LINES.find(({ begins }) => begins.test(first.trim()))?.text;
}

/** A text without a known column in its first lines. */
function textWithoutColumns(
  lines: readonly string[],
  isKnown: (name: string) => boolean,
): ForeignText | undefined {
  const rows = lines.map((line) => line.split(/[,;|\t]/).map((cell) => cell.replace(/^\s*"|"\s*$/g, '')));
  if (rows.some((cells) => cells.some((cell) => isKnown(cell.trim())))) return undefined;
  const first = lines.find((line) => !line.trimStart().startsWith('#')) ?? '';
  if (YAML_LINE.test(first)) return YAML;
  const isTable = rows.every((cells) => cells.length > 1 && cells.length === rows[0]?.length);
  const isSentence = rows.some((cells) => cells.some((cell) => cell.trim().split(/\s+/).length > 3));
  const isOneColumn = rows.every((cells) => cells.length === 1);
  return !isTable && (isOneColumn || isSentence) ? PROSE : undefined;
}

/** One object that is the whole text, or an object with each member on its own line. */
function oneObject(
  [first = '', second]: readonly string[],
  isWhole: boolean,
  isKnown: (name: string) => boolean,
): ForeignText | undefined {
  const value = parsedJson(first);
  if (value === undefined && second !== undefined && !second.trimStart().startsWith('{'))
    return {
      words: 'a JSON object over several lines',
      remedy: 'write one user per line: jq -c .',
    };
  if (!isWhole || second !== undefined || !isJsonObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.some(isKnown)) return undefined;
  const list = keys.find((key) => Array.isArray(value[key]));
  const remedy = list === undefined ? CSV : `extract the list: jq .${list}`;
  return { words: 'a single JSON object', remedy };
}
