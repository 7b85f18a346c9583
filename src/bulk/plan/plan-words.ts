import type { Plan } from './plan-file.ts';

/** Returns the words of the command that makes a plan of the same again; a move names both organizations. */
export function planWords({ move, source, profile }: Pick<Plan, 'move' | 'source' | 'profile'>): string {
  return move === undefined ? `bulk plan ${source.file}` : `migrate plan ${source.file} ${profile}`;
}

/** Returns what a hint says of the flags of a move, which its plan does not keep. */
export function flagsAgain({ move }: Pick<Plan, 'move'>): string {
  return move === undefined ? '' : ', with the flags of the first time';
}
