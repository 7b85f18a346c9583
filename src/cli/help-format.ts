import type { CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import type { DocumentFormat } from '../output/view.ts';
import { defined } from '../values/defined.ts';
import { nameOf } from './command-chain.ts';
import { type HelpOptions, type HelpPage, layHelp } from './help-page.ts';
import { type PrintingCommand, pipeSentence } from './printing/read-by-people.ts';

/** What the help of a command contains beside its flags. */
export interface HelpDetails {
  /** Command lines that work unchanged on the sandbox. */
  readonly examples: readonly string[];
  /** First steps for a new user; only for the program itself. */
  readonly tries?: readonly (readonly [string, string])[];
  /** The required token and scope, and the rate limit. */
  readonly needs?: string;
  /** Describes the rows that the command lists: columns for --columns, JSON members for --query. */
  readonly lists?: ListedRows;
  /** The formats of -o beyond the usual ones. */
  readonly documents?: readonly DocumentFormat[];
  /** The exit codes, if they tell more than success or failure. */
  readonly exits?: string;
  /**
   * Set for a command that reads before it writes: if stopped before its first write, it reports that nothing
   * was sent.
   */
  readonly isWrite?: true;
}

/** The columns and JSON members of listed rows. */
export interface ListedRows {
  readonly columns: readonly { readonly name: string }[];
  readonly members?: readonly string[];
}

const details = new WeakMap<CommandUnknownOpts, HelpDetails>();

/** Registers examples, needs and other details for the help of a command. */
export function describe(command: CommandUnknownOpts, more: HelpDetails): void {
  details.set(command, more);
}

/** Returns the details registered with `describe`. */
export function helpDetailsOf(command: CommandUnknownOpts): HelpDetails | undefined {
  return details.get(command);
}

/** The help formatter for the parser. @param onPage receives the content of each page */
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
 * Returns a sentence on how the command prints to a pipe, its additional -o formats, and its exit codes;
 * undefined if all are as usual.
 */
export function printsSentence(command: CommandUnknownOpts): string | undefined {
  const { documents = [], exits } = details.get(command) ?? {};
  const inPipe = pipeSentence(printingCommand(command));
  const more = documents.length === 0 ? [] : [`with -o also ${documents.join(', ')}`];
  const parts = [inPipe, ...more, exits].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Returns the properties that decide how a command prints to a pipe. */
export function printingCommand(command: CommandUnknownOpts): PrintingCommand {
  return { path: nameOf(command), isWrite: details.get(command)?.isWrite === true };
}
