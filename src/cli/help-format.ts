import type { CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import type { DocumentFormat } from '../output/view.ts';
import { defined } from '../values/defined.ts';
import { type HelpOptions, type HelpPage, layHelp } from './help-page.ts';
import { type PrintingCommand, pipeSentence } from './printing/read-by-people.ts';

/** What help tells of a command beside its flags. */
export interface HelpDetails {
  /** Command lines that work as they stand on the sandbox. */
  readonly examples: readonly string[];
  /** For the program itself: what to try first, and what it does. */
  readonly tries?: readonly (readonly [string, string])[];
  /** The token and scope that it needs and how often it may be called. */
  readonly needs?: string;
  /** What the rows are that it lists: their columns, for --columns; members of its JSON, for --query. */
  readonly lists?: ListedRows;
  /** What it prints with -o beside the usual formats. */
  readonly documents?: readonly DocumentFormat[];
  /** With which code it exits, where it says more than that it is done. */
  readonly exits?: string;
  /** It looks things up and then writes: stopped before its first write, it says that nothing was sent. */
  readonly isWrite?: true;
}

/** What can be said of the rows of a list. */
export interface ListedRows {
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

/** How the parser formats help. @param onPage receives what help says */
export function helpConfiguration(options: HelpOptions, onPage: (page: HelpPage) => void = () => {}) {
  return {
    formatHelp: (command: CommandUnknownOpts, helper: Help) => {
      const page = pageOf(command, helper);
      onPage(page);
      return layHelp(page, options);
    },
  };
}

function pageOf(command: CommandUnknownOpts, helper: Help): HelpPage {
  const { examples = [], tries = [], needs } = details.get(command) ?? {};
  return {
    isRoot: command.parent === null,
    about: helper.commandDescription(command),
    tries,
    examples,
    usage: helper.commandUsage(command),
    commands: helper.visibleCommands(command).map((sub) => [sub.name(), sub.summary()]),
    arguments: helper
      .visibleArguments(command)
      .map((arg) => [helper.argumentTerm(arg), helper.argumentDescription(arg)]),
    flags: helper
      .visibleOptions(command)
      .map((option) => [helper.optionTerm(option), helper.optionDescription(option)]),
    ...defined({ prints: printsSentence(command), needs }),
  };
}

/**
 * Returns what a command prints in a pipe, and what -o takes beside the usual formats; undefined where both
 * are as usual.
 */
export function printsSentence(command: CommandUnknownOpts): string | undefined {
  const { documents = [], exits } = details.get(command) ?? {};
  const inPipe = pipeSentence(printingCommand(command));
  const more = documents.length === 0 ? [] : [`with -o also ${documents.join(', ')}`];
  const parts = [inPipe, ...more, exits].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Returns what decides how a command prints in a pipe. */
export function printingCommand(command: CommandUnknownOpts): PrintingCommand {
  return { path: wordsOf(command).join(' '), isWrite: details.get(command)?.isWrite === true };
}

/** The words of a command behind the program's name. */
function wordsOf(command: CommandUnknownOpts): readonly string[] {
  return command.parent === null ? [] : [...wordsOf(command.parent), command.name()];
}
