import { PLACE_HEADING, REASON_HEADINGS } from '../../bulk/input/columns.ts';
import { parseCsvText } from '../../bulk/input/parse-csv.ts';
import { IDENTITY_CODES } from '../../bulk/plan/match-users.ts';
import { Failure } from '../../failure/failure.ts';
import { readBoundedJson } from '../../rules/bounded-json.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { readText } from '../../terminal/read-input.ts';
import type { Streams } from '../../terminal/streams.ts';

/** Largest file of accepted lines. */
const LARGEST = 16 * 1024 * 1024;

const NUMBERS = /^\s*\d{1,9}(?:[\s,]+\d{1,9})*[\s,]*$/;

/**
 * Reads the lines that a person has looked at: `2,7`, a file of such numbers, or a file of rejected rows with their places.
 * @throws Failure `usage` when it is none of them
 */
export async function acceptedLines(text: string, stdin: Streams['stdin']): Promise<readonly number[]> {
  if (NUMBERS.test(text)) return numbersIn(text);
  const content = await readText(text, stdin, LARGEST);
  if (NUMBERS.test(content)) return numbersIn(content);
  const lines = placesInObjects(content) ?? placesInComments(content) ?? (await placesIn(content, text));
  if (lines !== undefined) return lines;
  throw new Failure('usage', `${text} lists no lines`, {
    hint: `numbers of lines, or a file of rejected rows with the column ${PLACE_HEADING}`,
  });
}

function numbersIn(text: string): readonly number[] {
  return sorted((text.match(/\d+/g) ?? []).map(Number));
}

/** The lines in the places of rejected rows; undefined when the file has no such column. */
async function placesIn(content: string, file: string): Promise<readonly number[] | undefined> {
  let column: number | undefined;
  let codeColumn = -1;
  const lines: number[] = [];
  for await (const batch of parseCsvText(once(content), file, () => {})) {
    for (const { cells } of batch) {
      if (column === undefined) {
        column = cells.findIndex((cell) => cell.trim().toLowerCase() === PLACE_HEADING);
        if (column < 0) return undefined;
        codeColumn = cells.indexOf(REASON_HEADINGS[0]);
        continue;
      }
      lines.push(...acceptedLine(cells[column], cells[codeColumn]));
    }
  }
  return column === undefined ? undefined : sorted(lines);
}

/** The same of rejected rows of NDJSON; undefined when it is none. */
function placesInObjects(content: string): readonly number[] | undefined {
  if (!content.trimStart().startsWith('{')) return undefined;
  const lines = content.split('\n').flatMap((line) => {
    const read = readBoundedJson(line);
    if (!('value' in read) || !isJsonObject(read.value)) return [];
    const { [PLACE_HEADING]: place, [REASON_HEADINGS[0]]: code } = read.value;
    return acceptedLine(place, code);
  });
  return lines.length === 0 ? undefined : sorted(lines);
}

const PLACE_COMMENT = new RegExp(`^# ${PLACE_HEADING}: (.*)\\n# ${REASON_HEADINGS[0]}: (.*)$`, 'gm');

/** The same of rejected entries of LDIF. */
function placesInComments(content: string): readonly number[] | undefined {
  if (!content.startsWith(`# ${PLACE_HEADING}`)) return undefined;
  return sorted([...content.matchAll(PLACE_COMMENT)].flatMap(([, place, code]) => acceptedLine(place, code)));
}

/** The line of a rejected row, when a person may accept its finding. */
function acceptedLine(place: unknown, code: unknown): readonly number[] {
  // Other findings are nothing that could be accepted.
  if (code !== undefined && !IDENTITY_CODES.some((known) => known === code)) return [];
  // A file name may have colons, a place ends in the line, or in line and column.
  const [, line = ''] = /:(\d+)(?::\d+)?$/.exec(String(place ?? '')) ?? [];
  return line === '' ? [] : [Number(line)];
}

function sorted(lines: readonly number[]): readonly number[] {
  return [...new Set(lines)].sort((one, other) => one - other);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
