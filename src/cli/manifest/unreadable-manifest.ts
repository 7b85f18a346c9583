import { Failure } from '../../failure/failure.ts';
import { indexLines } from '../../manifest/line-index.ts';
import type { ManifestSource } from '../../manifest/manifest-source.ts';
import { fileWord } from '../command-words.ts';

/**
 * Returns the Failure (exit 5) for a manifest with faults in its text: its first fault, with the line and the
 * column. @param name name of the file in messages
 */
export function unreadableManifest(name: string, { text, faults }: ManifestSource): Failure {
  const [fault] = faults;
  const { line, column } = indexLines(text).position(fault?.range[0] ?? 0);
  const place = fault === undefined || text === '' ? name : `${name}:${line}:${column}`;
  return new Failure('invalidInput', `${place}: ${fault?.message ?? 'it cannot be read'}`, {
    hint: `orgctl manifest validate ${fileWord(name)}`,
  });
}
