import type { DamagedRun } from '../../bulk/run/run-summaries.ts';
import { stateFlag } from './same-connection.ts';

/** Returns what cannot be read of a damaged run, and how to proceed. */
export function damagedWords({ message, hint }: DamagedRun, argv: readonly string[]): string {
  return hint === undefined ? message : `${message}; ${hint}${stateFlag(argv)}`;
}
