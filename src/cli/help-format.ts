import type { CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import type { DocumentFormat } from '../output/view.ts';
import { defined } from '../values/defined.ts';

/** What help tells of a command beside its flags. */
export interface HelpDetails {
  /** Command lines that work as they stand on the sandbox. */
  readonly examples: readonly string[];
  /** For the program itself: what to try first, and what it does. */
  readonly tries?: readonly (readonly [string, string])[];
  /** The token and scope that it needs and how often it may be called. */
  readonly needs?: string;
  /** What the rows are that it lists: their columns, for --columns; members of its JSON, for --query. */
  readonly lists?: Listed;
  /** What it prints with -o beside the usual formats. */
  readonly documents?: readonly DocumentFormat[];
}

/** What can be said of the rows of a list. */
export interface Listed {
  readonly columns: readonly { readonly name: string }[];
  readonly members?: readonly string[];
}

const details = new WeakMap<CommandUnknownOpts, HelpDetails>();

/** Puts examples and needs into the help of a command. */
export function describe(command: CommandUnknownOpts, more: HelpDetails): void {
  details.set(command, more);
}

/** Returns what `describe` said of a command. */
export function helpDetailsOf(command: CommandUnknownOpts): HelpDetails | undefined {
  return details.get(command);
}

export interface HelpOptions {
  /** Columns of the terminal that help is read on; undefined in a pipe. */
  readonly width: number | undefined;
  /** For a person who typed the program's name alone: everything stays on the first screen. */
  readonly isShort: boolean;
}

/** How the parser lays help out. */
export function helpConfiguration({ width, isShort }: HelpOptions) {
  return {
    formatHelp: (command: CommandUnknownOpts, helper: Help) => formatHelp(command, helper, isShort),
    minWidthToWrap: NARROWEST_TEXT,
    ...defined({ helpWidth: width }),
  };
}

/** Lays help out: what it does, examples, usage, then arguments, flags or commands. */
function formatHelp(command: CommandUnknownOpts, helper: Help, isShort: boolean): string {
  const { examples = [], tries = [], needs, documents = [] } = details.get(command) ?? {};
  const isRoot = command.parent === null;
  const commands = helper.visibleCommands(command);
  const args = helper.visibleArguments(command);
  const options = helper.visibleOptions(command);
  const width = helper.helpWidth ?? WIDTH_IN_A_PIPE;
  const pairs = (rows: readonly (readonly [string, string])[]) =>
    twoColumns(rows, width - INDENT.length, helper);
  const sections: [string, readonly string[]][] = [
    ['Try', pairs(tries)],
    ['Examples', examples],
    ['Usage', isRoot && isShort ? [] : [helper.commandUsage(command)]],
    ['Commands', pairs(commands.map((sub) => [sub.name(), sub.summary()]))],
    ['Arguments', pairs(args.map((arg) => [helper.argumentTerm(arg), helper.argumentDescription(arg)]))],
    [
      isRoot ? 'Flags of every command' : 'Flags',
      pairs(
        (isRoot && isShort ? [] : options).map((option) => [
          helper.optionTerm(option),
          helper.optionDescription(option),
        ]),
      ),
    ],
    ['Prints', documents.length === 0 ? [] : [documentsSentence(documents)]],
    ['Needs', needs === undefined ? [] : helper.boxWrap(needs, width - INDENT.length).split('\n')],
  ];
  const body = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}:\n${lines.map((line) => INDENT + line).join('\n')}\n`)
    .join('\n');
  const tail = isRoot
    ? isShort
      ? 'Flags of every command: orgctl --help. Topics: orgctl help topics'
      : 'Every flag has a variable: --max-wait is ORGCTL_MAX_WAIT. NO_COLOR and CI are respected. Topics: orgctl help topics'
    : 'Flags of every command, such as -o, -p, -n and -y: orgctl --help';
  return `${helper.boxWrap(helper.commandDescription(command), width)}\n\n${body}\n${helper.boxWrap(tail, width)}\n`;
}

/** Returns what -o takes beside the usual formats. */
export function documentsSentence(documents: readonly DocumentFormat[]): string {
  return `with -o also ${documents.join(', ')}`;
}

const INDENT = '  ';
const WIDTH_IN_A_PIPE = 120;
/** Below this a text beside its term is harder to read than under it. */
const NARROWEST_TEXT = 30;

function twoColumns(
  rows: readonly (readonly [string, string])[],
  width: number,
  helper: Help,
): readonly string[] {
  const term = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  const isBeside = width - term >= NARROWEST_TEXT;
  return rows.flatMap(([name, text]) => {
    if (text === '') return [name];
    const lines = helper.boxWrap(text, isBeside ? width - term : width - 4).split('\n');
    if (!isBeside) return [name, ...lines.map((line) => `    ${line}`)];
    return lines.map((line, at) => (at === 0 ? name : '').padEnd(term) + line);
  });
}
