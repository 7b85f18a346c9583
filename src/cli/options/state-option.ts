import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { programOf } from '../command-chain.ts';

/** Option key under which the program stores the `--state` of its subcommand; no flag has this name. */
const KEY = 'sharedFolder';

/** Adds `--state`: the folder of runs, which may be on a volume shared by several machines. */
export const withStateOption = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .addOption(
      new Option(
        '--state <folder>',
        'folder for the records of runs; several machines can share it (default: the state folder of this machine)',
      ).argParser(parseFolder),
    )
    .hook('preAction', (_, chosen) => {
      const folder: unknown = chosen.getOptionValue('state');
      programOf(chosen).setOptionValue(KEY, folder);
    });

/** Parses the folder. A file is refused: it would look like a folder without runs. */
function parseFolder(text: string): string {
  const folder = resolve(text);
  if (isFile(folder))
    throw new InvalidArgumentError(
      'It must be the folder of runs, but this is a file. For the file of a sandbox, use --state of "sandbox serve", or ORGCTL_SANDBOX_STATE.',
    );
  return folder;
}

/**
 * Refuses ORGCTL_STATE with a sandbox file, its former meaning: otherwise another sandbox would be used.
 * @throws Failure `usage`
 */
export function refuseFileOfSandbox(env: Readonly<Record<string, string | undefined>>): void {
  const { ORGCTL_STATE: named = '' } = env;
  if (!named.endsWith('.ndjson') && !isFile(named)) return;
  throw new Failure('usage', `ORGCTL_STATE must be the folder of runs, but "${named}" is a file`, {
    hint: 'for the file of a sandbox set ORGCTL_SANDBOX_STATE',
  });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns the folder of `--state`; undefined without it. */
export function sharedFolderOf(program: CommandUnknownOpts): string | undefined {
  const folder: unknown = program.getOptionValue(KEY);
  return typeof folder === 'string' ? folder : undefined;
}
