import { Failure } from '../../failure/failure.ts';

/**
 * Returns the Failure `usage` for a flag that would write a file which the command reads.
 * @param role what makes the file an input, worded to follow "which is"
 * @param alternative what to do apart from naming another file, worded to follow "or"
 */
export function outputIsInput(flag: string, file: string, role: string, alternative?: string): Failure {
  return new Failure('usage', `${flag} names ${file}, which is ${role}`, {
    hint: alternative === undefined ? 'use a different file' : `use a different file, or ${alternative}`,
  });
}
