import type { CommandUnknownOpts, Help } from '@commander-js/extra-typings';

/** What help tells of a command beside its flags. */
export interface HelpDetails {
  /** Command lines that work as they stand on the sandbox. */
  readonly examples: readonly string[];
  /** The token and scope that it needs and how often it may be called. */
  readonly needs?: string;
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

/** Lays help out: what it does, examples, usage, then arguments, flags or commands. */
export function formatHelp(command: CommandUnknownOpts, helper: Help): string {
  const { examples = [], needs } = details.get(command) ?? {};
  const isRoot = command.parent === null;
  const commands = helper.visibleCommands(command);
  const args = helper.visibleArguments(command);
  const options = helper.visibleOptions(command);
  const sections: [string, readonly string[]][] = [
    [isRoot ? 'Try' : 'Examples', examples],
    ['Usage', [helper.commandUsage(command)]],
    ['Commands', twoColumns(commands.map((sub) => [sub.name(), sub.summary()]))],
    ['Arguments', twoColumns(args.map((arg) => [helper.argumentTerm(arg), helper.argumentDescription(arg)]))],
    [
      isRoot ? 'Flags of every command' : 'Flags',
      twoColumns(options.map((option) => [helper.optionTerm(option), helper.optionDescription(option)])),
    ],
    ['Needs', needs === undefined ? [] : [needs]],
  ];
  const body = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}:\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
    .join('\n');
  const tail = isRoot
    ? '\nEvery flag has a variable: --max-wait is ORGCTL_MAX_WAIT. NO_COLOR and CI are obeyed.\n'
    : '\nFlags of every command, such as -o, -p, -n and -y: orgctl --help\n';
  return `${helper.commandDescription(command)}\n\n${body}${tail}`;
}

function twoColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([term]) => term.length)) + 2;
  return rows.map(([term, text]) => (text === '' ? term : term.padEnd(width) + text));
}
