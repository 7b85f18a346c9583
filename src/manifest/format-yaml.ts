import { readYaml } from './read-yaml.ts';
import type { Range, SourceNode } from './source-tree.ts';
import { lineEndOf, lineStart } from './text-edit.ts';

/**
 * Formats YAML with an indentation of two spaces, no trailing blanks, and one line break at its end.
 * Multi-line texts, comments, quotes and the order of keys are preserved. If the result would have another
 * meaning, only the line ends change.
 */
export function formatYaml(text: string): string {
  const source = readYaml(text);
  if (source.data === undefined) return text;
  const tree = source.tree();
  const indented = tidyEnds(reindent(text, tree));
  return meansTheSame(text, indented) ? indented : tidyEnds(text);
}

function meansTheSame(before: string, after: string): boolean {
  const one = readYaml(before);
  const other = readYaml(after);
  return other.faults.length === one.faults.length && JSON.stringify(one.data) === JSON.stringify(other.data);
}

/** Removes trailing blanks, empty lines at the ends of the file, and repeated empty lines. */
function tidyEnds(text: string): string {
  const eol = lineEndOf(text);
  const texts = longTexts(readYaml(text).tree());
  let offset = 0;
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const isWithin = texts.some(([start, end]) => offset > start && offset < end);
    const endsWithin = texts.some(
      ([start, end]) => offset + line.length > start && offset + line.length < end,
    );
    offset += line.length + (text.startsWith('\r\n', offset + line.length) ? 2 : 1);
    const tidy = endsWithin ? line : line.trimEnd();
    if (tidy !== '' || isWithin || (lines.length > 0 && lines.at(-1) !== '')) lines.push(tidy);
  }
  while (lines.at(-1) === '' && !endsInBlockScalar(text, texts)) lines.pop();
  return lines.join(eol) + (endsInBlockScalar(text, texts) ? '' : eol);
}

/** Whether the file ends in a block text, which may keep its empty lines. */
function endsInBlockScalar(text: string, texts: readonly Range[]): boolean {
  return texts.some(([, end]) => end >= text.length);
}

/** Returns the ranges of scalars. */
function longTexts(node: SourceNode): readonly Range[] {
  if (node.kind === 'scalar') return node.style === 'plain' && node.value === null ? [] : [node.range];
  if (node.kind === 'list') return node.items.flatMap(longTexts);
  return node.kind === 'object' ? node.entries.flatMap(({ value }) => longTexts(value)) : [];
}

/** Offset of each line that starts with structure, and its target indentation. */
type Columns = Map<number, number>;

function reindent(text: string, tree: SourceNode): string {
  const columns: Columns = new Map();
  const dashes: Range[] = [];
  setTargetColumns(text, tree, 0, columns, dashes);
  const lines = text.split('\n');
  const shifts: (number | undefined)[] = [];
  let offset = 0;
  for (const [index, line] of lines.entries()) {
    const target = columns.get(offset);
    shifts[index] = target === undefined ? undefined : target - indentOf(line);
    offset += line.length + 1;
  }
  // A comment is indented like the text after it, the rest of a value like the text before it.
  let last = 0;
  const full = lines.map((line, index) => {
    const own = shifts[index];
    if (own !== undefined) last = own;
    if (own === undefined && /^\s*#/.test(line))
      return shifts.slice(index).find((shift) => shift !== undefined) ?? last;
    return own ?? last;
  });
  let result = '';
  offset = 0;
  for (const [index, line] of lines.entries()) {
    const gaps = dashes.filter(([start]) => start >= offset && start < offset + line.length);
    result += (index === 0 ? '' : '\n') + shifted(narrowed(line, gaps, offset), full[index] ?? 0);
    offset += line.length + 1;
  }
  return result;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function shifted(line: string, by: number): string {
  if (line.trim() === '' || by === 0) return line;
  if (by > 0) return ' '.repeat(by) + line;
  return /^ *$/.test(line.slice(0, -by)) ? line.slice(-by) : line;
}

/** Reduces the blanks after a dash to one. */
function narrowed(line: string, gaps: readonly Range[], offset: number): string {
  return [...gaps]
    .reverse()
    .reduce((text, [start, end]) => `${text.slice(0, start - offset)} ${text.slice(end - offset)}`, line);
}

/** Determines the target indentation of every line that starts with a key or a dash. */
function setTargetColumns(
  text: string,
  node: SourceNode,
  column: number,
  columns: Columns,
  dashes: Range[],
): void {
  if (node.kind === 'object' && !node.isFlow) {
    for (const { keyRange, value } of node.entries) {
      setColumn(text, keyRange[0], column, columns);
      setTargetColumns(text, value, column + 2, columns, dashes);
    }
  }
  if (node.kind === 'list' && !node.isFlow) {
    for (const item of node.items) {
      const from = lineStart(text, item.range[0]);
      const dash = text.lastIndexOf('-', item.range[0] - 1);
      if (dash < from) continue;
      setColumn(text, dash, column, columns);
      if (/^ {2,}$/.test(text.slice(dash + 1, item.range[0]))) dashes.push([dash + 1, item.range[0]]);
      setTargetColumns(text, item, column + 2, columns, dashes);
    }
  }
}

function setColumn(text: string, at: number, column: number, columns: Columns): void {
  const from = lineStart(text, at);
  if (/^ *$/.test(text.slice(from, at))) columns.set(from, column);
}
