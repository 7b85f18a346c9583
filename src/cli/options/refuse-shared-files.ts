import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { isDevice } from '../../storage/atomic-file.ts';
import { resolveLinks } from '../../storage/resolve-links.ts';
import { nameOf } from '../command-chain.ts';
import { isOutputFlag } from './output-flags.ts';

/**
 * Refuses two flags that would write the same file: the second result would replace the first.
 * @throws Failure `usage`
 */
export function refuseSharedFiles(command: CommandUnknownOpts): void {
  const flags = new Map<string, string>();
  for (const option of command.options) {
    const file: unknown = command.getOptionValue(option.attributeName());
    if (!isOutputFlag(option.attributeName(), nameOf(command)) || typeof file !== 'string') continue;
    refuseSharedFile(flags, option.long ?? option.name(), file);
  }
}

/**
 * Adds a file to those that are written.
 * @param flags the flags by the path that they name, as `resolveLinks` returns it
 * @throws Failure `usage` if another flag names the file
 */
export function refuseSharedFile(flags: Map<string, string>, flag: string, file: string): void {
  if (file === '-' || isDevice(file)) return;
  const path = resolveLinks(file);
  const other = flags.get(path);
  if (other !== undefined)
    throw new Failure('usage', `${other} and ${flag} both name ${file}`, {
      hint: 'use a different file for each',
    });
  flags.set(path, flag);
}
