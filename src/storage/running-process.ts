import { readFileSync } from 'node:fs';
import { systemErrorCode } from '../failure/failure.ts';

/** Whether a process of this machine runs. */
export function isRunning(pid: number): boolean {
  return isAlive(pid) && !isZombie(pid);
}

/**
 * A process that ended keeps its ID until its parent asks how: in a container without an init, for as long as
 * that runs.
 */
function isZombie(pid: number): boolean {
  return ['Z', 'X'].includes(statOf(pid)[STATE] ?? '');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

/**
 * Returns the clock ticks between boot and the start of a process, as the system says them; blank where it
 * has no /proc.
 */
export function startTicksOf(pid: number): string {
  return statOf(pid)[STARTED] ?? '';
}

/**
 * Where a field stands behind the name of a process, which is in parentheses: the 3rd and the 22nd of all.
 */
const STATE = 0;
const STARTED = 19;

/** What the system says of a process; nothing where it has no /proc. */
function statOf(pid: number): readonly string[] {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Returns what a file says; nothing where it cannot be read. */
export function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
