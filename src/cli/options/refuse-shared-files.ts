import { resolve } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { isDevice } from '../../storage/atomic-file.ts';

/** Flags that name a file to write, by attribute name. */
const OUTPUTS = ['out', 'html', 'people', 'ambiguous', 'rejects', 'failedOut', 'events', 'report'];

/**
 * Refuses two flags that would write the same file: the second result would replace the first.
 * @throws Failure `usage`
 */
export function refuseSharedFiles(command: CommandUnknownOpts): void {
  const flags = new Map<string, string | undefined>();
  for (const option of command.options) {
    const file: unknown = command.getOptionValue(option.attributeName());
    if (!OUTPUTS.includes(option.attributeName()) || typeof file !== 'string') continue;
    if (file === '-' || isDevice(file)) continue;
    const path = resolve(file);
    if (flags.has(path))
      throw new Failure('usage', `${flags.get(path)} and ${option.long} both name ${file}`, {
        hint: 'use a different file for each',
      });
    flags.set(path, option.long);
  }
}
