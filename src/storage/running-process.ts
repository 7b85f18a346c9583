import { readFileSync } from 'node:fs';
import { systemErrorCode } from '../failure/failure.ts';

/** Whether a process of this machine is running. */
export function isRunning(pid: number): boolean {
  return isAlive(pid) && !isZombie(pid);
}

/**
 * Whether a process has ended but its parent has not collected the exit status. In a container without an
 * init process, it stays so for as long as the parent runs.
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

/** Returns the clock ticks between boot and the start of a process, from /proc; empty without it. */
export function startTicksOf(pid: number): string {
  return statOf(pid)[STARTED] ?? '';
}

/** Index of a field after the process name, which is in parentheses: fields 3 and 22 of `/proc/PID/stat`. */
const STATE = 0;
const STARTED = 19;

/** The fields of `/proc/PID/stat` after the process name; one empty field if there is no /proc. */
function statOf(pid: number): readonly string[] {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Returns the content of a file; empty if it cannot be read. */
export function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
