import { FAILURE_KINDS } from '../../src/failure/failure.ts';
import type { Ran } from '../support/run-orgctl.ts';

/** Is known to every run and must be in no output. */
export const CANARY = 'xoxp-FUZZ-CANARY-7Qw9Zr2Lk5xJtXvNbM';

/** Milliseconds that a run may take: a hundred times what the slowest needs on an idle machine. */
export const HANG = 30_000;

const KNOWN_EXITS: ReadonlySet<number> = new Set([
  0,
  130,
  ...Object.values(FAILURE_KINDS).map(({ exit }) => exit),
]);

/** Returns what is wrong with how a run ended; undefined when nothing is. @param isJson whether stdout is JSON at exit 0 */
export function complaintAbout({ exit, stdout, stderr }: Ran, isJson: boolean): string | undefined {
  if (exit === 1 || stderr.includes('defect of orgctl')) return `a defect: ${stderr.slice(0, 200)}`;
  if (/\n\s+at .+:\d+:\d+\)?\n/.test(stderr)) return `a stack: ${stderr.slice(0, 200)}`;
  if ((stdout + stderr).includes(CANARY.slice(10))) return 'the token';
  const control = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u.exec(stderr);
  if (control !== null) return `a control character on the terminal: ${JSON.stringify(stderr.slice(0, 200))}`;
  if (!KNOWN_EXITS.has(exit)) return `an exit code that is not documented: ${exit}`;
  if (exit !== 0 && stdout === '' && stderr === '') return `silence with exit ${exit}`;
  if (exit !== 0 || !isJson) return undefined;
  try {
    JSON.parse(stdout);
    return undefined;
  } catch {
    return `exit 0 with broken JSON: ${stdout.slice(0, 200)}`;
  }
}
