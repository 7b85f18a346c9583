import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { quoted } from '../command-words.ts';
import { type CheckResult, warning } from './diagnosis.ts';

/**
 * Describes a folder in which orgctl writes files; a warning if others can read them.
 * @throws Failure `storage` if nothing can be written there
 */
export function describeFolder(folder: string): CheckResult {
  if (!existsSync(folder)) {
    const parent = nearestFolder(folder);
    if (mayWrite(parent)) return `${folder}; will be created when needed`;
    throw new Failure('storage', `${folder} cannot be created: ${parent} is not writable`, {
      hint: 'set ORGCTL_HOME to a folder of your own',
    });
  }
  if (!mayWrite(folder)) {
    throw new Failure('storage', `${folder} is not writable`, {
      hint: 'set ORGCTL_HOME to a folder of your own',
    });
  }
  const mode = statSync(folder).mode & 0o777;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return warning(`${folder} is accessible to others (0${mode.toString(8)})`, `chmod 700 ${quoted(folder)}`);
  return folder;
}

function nearestFolder(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) || parent === path ? parent : nearestFolder(parent);
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
