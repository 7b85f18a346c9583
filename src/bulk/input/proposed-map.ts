import { escapeJson, forTerminal } from '../../output/sanitize.ts';
import type { UserColumn } from './columns.ts';

/** A line of a proposed map: the YAML of a column, and a remark for the user. */
export interface ProposedRule {
  readonly column: UserColumn;
  readonly yaml: string;
  readonly remark?: string;
  /** Whether the rule needs a decision; it is then printed as a comment. */
  readonly isOpen?: boolean;
}

export interface ProposedMap {
  readonly rules: readonly ProposedRule[];
  /** Headings that map to no column. */
  readonly unused: readonly string[];
}

/** The non-blank cells under a heading, in the sampled rows. */
export type Samples = (heading: string) => readonly string[];

/** Whether more than half of the cells meet the condition; false if there are none. */
export function mostly(cells: readonly string[], is: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(is).length * 2 > cells.length;
}

/** Returns a text as a YAML scalar on one line, quoted unless it is unambiguous. */
export function scalar(text: string): string {
  const json = escapeJson(JSON.stringify(text));
  // YAML folds a line break within single quotes into a space, and some readers know further line breaks.
  if (/\p{Cc}/u.test(text) || json !== JSON.stringify(text)) return json;
  const isPlain =
    /^[\p{L}][\p{L}\p{N} ._/-]*$/u.test(text) && !/\s$|^(true|false|yes|no|null|on|off|y|n)$/i.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}

/**
 * Prints a proposed map as YAML.
 * @param file name of the file, quoted for the shell
 */
export function printMap({ rules, unused }: ProposedMap, file: string): string {
  const lines = rules.flatMap(({ column, yaml, remark, isOpen }) => {
    const [first = '', ...rest] = yaml.split('\n');
    const note = remark === undefined ? '' : ` # ${oneLine(remark)}`;
    const start = first === '' ? `${column}:` : `${column}: ${first}`;
    return [`${start}${note}`, ...rest].map((line) => (isOpen === true ? `  # ${line}` : `  ${line}`));
  });
  const rest =
    unused.length === 0
      ? []
      : ['', '# Ignored columns:', ...unused.map((heading) => `#   ${oneLine(heading)}`)];
  return [
    '# Map of headings to columns. To try it:',
    `#   orgctl bulk check ${file} --map FILE`,
    'columns:',
    ...lines,
    ...rest,
    '',
  ].join('\n');
}

function oneLine(text: string): string {
  return forTerminal(text.replace(/[\s\u0085]+/g, ' '));
}
