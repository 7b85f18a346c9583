import { resolve } from 'node:path';
import {
  type Command,
  type CommandUnknownOpts,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';

/** Where the program keeps what its sub-command was given; no flag has this name. */
const KEY = 'sharedFolder';

/** Adds `--state`: where runs are kept, on a volume that several machines mount. */
export const withStateOption = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .addOption(
      new Option('--state <folder>', 'keep runs in this folder, which several machines may share').argParser(
        (text: string) => resolve(text),
      ),
    )
    .hook('preAction', (_, chosen) => {
      const folder: unknown = chosen.getOptionValue('state');
      rootOf(chosen).setOptionValue(KEY, folder);
    });

/** Returns the folder that `--state` names; undefined without it. */
export function sharedFolderOf(program: CommandUnknownOpts): string | undefined {
  const folder: unknown = program.getOptionValue(KEY);
  return typeof folder === 'string' ? folder : undefined;
}

function rootOf(command: CommandUnknownOpts): CommandUnknownOpts {
  return command.parent === null ? command : rootOf(command.parent);
}
