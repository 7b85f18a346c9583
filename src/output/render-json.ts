import { Failure } from '../failure/failure.ts';
import type { Json } from '../spec/protocol-types.ts';
import { ARRAY_END } from './json-texts.ts';
import type { Pages, RenderOptions } from './render-options.ts';
import { escapeJson, forTerminal } from './sanitize.ts';
import { type Column, cellText, type LongJson } from './view.ts';

/** Concatenates the texts of the rows of a page. */
export function joined<Row>(page: Iterable<Row>, text: (row: Row) => string): string {
  let result = '';
  for (const row of page) result += text(row);
  return result;
}

/**
 * Largest result for YAML, in characters of JSON: it takes 4 seconds and 200 MB. 30,000,000 would take
 * minutes and gigabytes.
 */
const MAX_YAML_SIZE = 2_000_000;

/** Returns a value as YAML. @throws Failure `usage` if it is too large. */
export async function yamlText(value: Json): Promise<string> {
  const { length } = JSON.stringify(value);
  if (length > MAX_YAML_SIZE)
    throw new Failure('usage', `a result of ${Math.ceil(length / 1_000_000)} MB is too large for YAML`, {
      hint: '-o json',
    });
  const { toYaml } = await import('./yaml.ts');
  return toYaml(value);
}

/** Indented JSON, for reading. */
export function prettyJson(value: Json): string {
  return escapeJson(JSON.stringify(value, null, 2));
}

/** Yields the text of `prettyJson` for the whole object, in parts. */
export function* prettyInParts({ rest, member, parts }: LongJson): Generator<string> {
  const text = prettyJson(rest);
  // Only a top-level member follows a line break and exactly two spaces.
  const empty = `\n  ${JSON.stringify(member)}: []`;
  const at = text.indexOf(empty);
  const end = at + empty.length - 1;
  yield at < 0 ? text : text.slice(0, end);
  if (at < 0) return;
  let before = '\n';
  for (const part of parts) {
    yield joined(part, (item) => {
      const piece = `${before}${indented(indented(prettyJson(item)))}`;
      before = ',\n';
      return piece;
    });
  }
  yield `${before === '\n' ? '' : '\n  '}${text.slice(end)}`;
}

/**
 * Writes rows as a JSON array. The array is closed even if reading rows fails, so that the output stays
 * valid; the failure is reported on stderr.
 */
export async function* jsonArray<Row>(
  pages: Pages<Row> | Iterable<Iterable<Row>>,
  json: (row: Row) => Json,
): AsyncGenerator<string> {
  let isOpen = false;
  try {
    for await (const page of pages) {
      let before = isOpen ? ',\n' : '[\n';
      const text: string = joined(page, (row) => {
        const item = `${before}${indented(prettyJson(json(row)))}`;
        before = ',\n';
        return item;
      });
      isOpen ||= text !== '';
      yield text;
    }
  } catch (error) {
    if (isOpen) yield ARRAY_END;
    throw error;
  }
  yield isOpen ? ARRAY_END : '[]\n';
}

function indented(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`;
}

/**
 * Writes rows as lines of cells, with a header row if requested. Nothing is written if the first page cannot
 * be read.
 */
export async function* separatedLines<Row>(
  pages: Pages<Row> | Iterable<Iterable<Row>>,
  columns: readonly Column<Row>[],
  line: (cells: readonly string[]) => string,
  { hasHeader, isTerminal }: RenderOptions,
): AsyncGenerator<string> {
  const shown = isTerminal ? forTerminal : (text: string) => text;
  let heading = hasHeader ? [line(columns.map(({ name }) => shown(name)))] : [];
  for await (const page of pages) {
    yield* heading;
    heading = [];
    yield joined(page, (row) => line(columns.map((column) => shown(cellText(column.value(row))))));
  }
  yield* heading;
}
