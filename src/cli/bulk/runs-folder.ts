import { join } from 'node:path';
import type { Context } from '../context.ts';

/** Returns the folder in which this machine keeps its runs. */
export function runsFolder({ folders }: Pick<Context, 'folders'>): string {
  return join(folders.runs, 'runs');
}
