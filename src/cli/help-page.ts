import { wordLines } from '../output/word-lines.ts';

/** A term and its description. */
export type HelpRow = readonly [term: string, text: string];

/**
 * The content of a help page before layout. The build writes one file per command, so that help needs no
 * parser.
 */
export interface HelpPage {
  readonly isRoot: boolean;
  readonly about: string;
  readonly tries: readonly HelpRow[];
  readonly examples: readonly string[];
  readonly usage: string;
  readonly commands: readonly HelpRow[];
  readonly arguments: readonly HelpRow[];
  readonly flags: readonly HelpRow[];
  readonly prints?: string;
  readonly needs?: string;
}

export interface HelpOptions {
  /** Width of the terminal in columns; undefined for a pipe. */
  readonly width: number | undefined;
  /** Whether only the program name was typed: the page must fit on the first screen. */
  readonly isShort: boolean;
}

const INDENT = '  ';
const WIDTH_IN_A_PIPE = 120;
/**
 * Narrowest description column; below this, a description is easier to read under its term than beside it.
 */
const NARROWEST_TEXT = 30;

/** Lays out help: description, examples, usage, then commands, arguments and flags. */
export function layHelp(page: HelpPage, options: HelpOptions): string {
  const { width = WIDTH_IN_A_PIPE, isShort } = options;
  const { isRoot, prints, needs } = page;
  const isBrief = isRoot && isShort;
  const pairs = (rows: readonly HelpRow[]) => twoColumns(rows, width - INDENT.length);
  const sections: [string, readonly string[]][] = [
    ['Try', pairs(page.tries)],
    ['Examples', page.examples.flatMap((line) => continued(line, options.width))],
    ['Usage', isBrief ? [] : [page.usage]],
    ['Commands', pairs(page.commands)],
    ['Arguments', pairs(page.arguments)],
    [isRoot ? 'Global flags' : 'Flags', pairs(isBrief ? [] : page.flags)],
    ['Prints', prints === undefined ? [] : wrapped(prints, width - INDENT.length)],
    ['Needs', needs === undefined ? [] : wrapped(needs, width - INDENT.length)],
  ];
  const body = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}:\n${lines.map((line) => INDENT + line).join('\n')}\n`)
    .join('\n');
  return `${wrapped(page.about, width).join('\n')}\n\n${body}\n${wrapped(tailOf(isRoot, isShort), width).join('\n')}\n`;
}

function tailOf(isRoot: boolean, isShort: boolean): string {
  if (!isRoot) return 'Global flags, such as -o, -p, -n and -y: orgctl --help';
  return isShort
    ? 'Global flags: orgctl --help. Topics: orgctl help topics'
    : 'Topics: orgctl help topics. Nearly every flag has an environment variable: --max-wait is ORGCTL_MAX_WAIT. NO_COLOR and CI are respected.';
}

function twoColumns(rows: readonly HelpRow[], width: number): readonly string[] {
  const term = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  const isBeside = width - term >= NARROWEST_TEXT;
  return rows.flatMap(([name, text]) => {
    if (text === '') return [name];
    if (!isBeside) return [name, ...wrapped(text, width - 4).map((line) => `    ${line}`)];
    return wrapped(text, width - term).map((line, at) => (at === 0 ? name : '').padEnd(term) + line);
  });
}

const CONTINUED = ' \\';

/**
 * Breaks a command that is wider than the terminal between words, so that the copied lines are still one
 * command. Other shells than those of Unix continue a line in other ways.
 */
function continued(command: string, terminal: number | undefined): readonly string[] {
  const width = (terminal ?? Number.POSITIVE_INFINITY) - INDENT.length;
  const room = width - INDENT.length - CONTINUED.length;
  const isWhole = command.length <= width || room < NARROWEST_TEXT || / #|\n/.test(command);
  if (isWhole || process.platform === 'win32') return [command];
  const words = command.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  if (words.join(' ') !== command) return [command];
  const lines = wordLines(words, room, ({ length }) => length);
  return lines.map((line, at) => (at === 0 ? '' : INDENT) + line + (at < lines.length - 1 ? CONTINUED : ''));
}

/**
 * Wraps a text between words. A word longer than the width stays whole; below the narrowest width nothing is
 * wrapped.
 */
function wrapped(text: string, width: number): readonly string[] {
  if (width < NARROWEST_TEXT) return text.split('\n');
  return text.split('\n').flatMap((line) => wordLines(line.split(' '), width, ({ length }) => length));
}
