import { Failure } from '../failure/failure.ts';
import type { Json } from '../spec/protocol-types.ts';
import { ARRAY_END } from './json-texts.ts';
import type { Pages, RenderOptions } from './render-options.ts';
import { escapeJson, forTerminal } from './sanitize.ts';
import { type Column, cellText, type LongJson } from './view.ts';

/** The texts of the rows of a page, one after another. */
export function joined<Row>(page: Iterable<Row>, text: (row: Row) => string): string {
  let result = '';
  for (const row of page) result += text(row);
  return result;
}

/**
 * Characters of JSON that are written as YAML in 4 seconds and 200 MB; of 30,000,000 it would be minutes and
 * gigabytes.
 */
const LARGEST_YAML = 2_000_000;

/** @throws Failure `usage` for what is too large. */
export async function yamlText(value: Json): Promise<string> {
  const { length } = JSON.stringify(value);
  if (length > LARGEST_YAML)
    throw new Failure('usage', `a result of ${Math.ceil(length / 1_000_000)} MB is too large for YAML`, {
      hint: '-o json',
    });
  const { toYaml } = await import('./yaml.ts');
  return toYaml(value);
}

/** JSON in lines, for people. */
export function prettyJson(value: Json): string {
  return escapeJson(JSON.stringify(value, null, 2));
}

/** The same as `prettyJson` of the whole object, a part at a time. */
export function* prettyInParts({ rest, member, parts }: LongJson): Generator<string> {
  const text = prettyJson(rest);
  // Only a member of the object itself stands behind a line break and two blanks.
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
 * An array is closed even when reading rows fails, so that the output stays valid JSON; the failure is
 * reported on stderr.
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

/** Rows as lines of cells, with a header row where one is wanted. */
export async function* separatedLines<Row>(
  pages: Pages<Row> | Iterable<Iterable<Row>>,
  columns: readonly Column<Row>[],
  line: (cells: readonly string[]) => string,
  { hasHeader, isTerminal }: RenderOptions,
): AsyncGenerator<string> {
  const shown = isTerminal ? forTerminal : (text: string) => text;
  if (hasHeader) yield line(columns.map(({ name }) => shown(name)));
  for await (const page of pages)
    yield joined(page, (row) => line(columns.map((column) => shown(cellText(column.value(row))))));
}
