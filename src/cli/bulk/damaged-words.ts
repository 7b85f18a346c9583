import type { DamagedRun } from '../../bulk/run/run-summaries.ts';
import { stateFlag } from './resume-words.ts';

/** Says of a damaged run what cannot be read, and the way out. */
export function damagedWords({ message, hint }: DamagedRun, argv: readonly string[]): string {
  return hint === undefined ? message : `${message}; ${hint}${stateFlag(argv)}`;
}
