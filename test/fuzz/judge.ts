import type { Ran } from '../support/run-orgctl.ts';

/** Is known to every run and must be in no output. */
export const CANARY = 'xoxp-FUZZ-CANARY-7Qw9Zr2Lk5xJtXvNbM';

/** Milliseconds that a run may take: a hundred times what the slowest needs on an idle machine. */
export const HANG = 30_000;

/** Returns what is wrong with how a run ended; undefined when nothing is. @param isJson whether stdout is JSON at exit 0 */
export function complaintAbout({ exit, stdout, stderr }: Ran, isJson: boolean): string | undefined {
  if (exit === 1 || stderr.includes('defect of orgctl')) return `a defect: ${stderr.slice(0, 200)}`;
  if (/\n\s+at .+:\d+:\d+\)?\n/.test(stderr)) return `a stack: ${stderr.slice(0, 200)}`;
  if ((stdout + stderr).includes(CANARY.slice(10))) return 'the token';
  if (exit !== 0 && stdout === '' && stderr === '') return `silence with exit ${exit}`;
  if (exit !== 0 || !isJson) return undefined;
  try {
    JSON.parse(stdout);
    return undefined;
  } catch {
    return `exit 0 with broken JSON: ${stdout.slice(0, 200)}`;
  }
}
