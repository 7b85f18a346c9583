import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** Returns a command, its group, and so on to the program itself. */
export function chainOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.parent === null ? [command] : [command, ...chainOf(command.parent)];
}

/** Returns the program of a command. */
export function programOf(command: CommandUnknownOpts): CommandUnknownOpts {
  return command.parent === null ? command : programOf(command.parent);
}

/** Returns the words of a command, without the program name, such as `scim users list`. */
export function nameOf(command: CommandUnknownOpts): string {
  return chainOf(command)
    .slice(0, -1)
    .map((one) => one.name())
    .reverse()
    .join(' ');
}
