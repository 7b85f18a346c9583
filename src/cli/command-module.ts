import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import type { Context } from './context.ts';
import type { Ending } from './ending.ts';

/**
 * Turns what a command does into what the parser calls: the context comes first, then arguments, flags and
 * command.
 */
export type Act = <Args extends unknown[]>(
  action: (context: Context, ...args: Args) => Promise<Ending | undefined> | Promise<void>,
) => (...args: Args) => Promise<void>;

/** A command that has nothing yet but its name. */
export type BareCommand = Command<[], Record<never, never>, OptionValues>;

/** A command file: declares arguments and flags, and what is done with them. */
export interface CommandModule {
  readonly register: (command: BareCommand, act: Act) => CommandUnknownOpts;
}
