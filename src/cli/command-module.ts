import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import type { Context } from './context.ts';
import type { Ending } from './ending.ts';

/**
 * Wraps the action of a command for the parser. The action receives the context first, then what the parser
 * passes: arguments, flags and command.
 */
export type Act = <Args extends unknown[]>(
  action: (context: Context, ...args: Args) => Promise<Ending | undefined> | Promise<void>,
) => (...args: Args) => Promise<void>;

/** A command with a name, but no arguments or flags yet. */
export type BareCommand = Command<[], Record<never, never>, OptionValues>;

/** A command file: declares the arguments, the flags and the action. */
export interface CommandModule {
  readonly register: (command: BareCommand, act: Act) => CommandUnknownOpts;
}
