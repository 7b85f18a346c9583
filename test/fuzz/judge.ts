import { FAILURE_KINDS } from '../../src/failure/failure.ts';
import type { Ran } from '../support/run-orgctl.ts';

/** Every run has this token, and no output may contain it. */
export const CANARY = 'xoxp-FUZZ-CANARY-7Qw9Zr2Lk5xJtXvNbM';

const TAIL = CANARY.slice(10);
/** A token in the input, possibly with stray characters near its start. */
const WHOLE = new RegExp(`x\\S?o\\S?x\\S?p\\S?-\\S*${TAIL}`, 'i');

/**
 * Limits of a run in milliseconds: CPU time, a hundred times that of the slowest input, and total time on a
 * busy machine.
 */
export const HANG = { work: 20_000, all: 300_000 } as const;

const KNOWN_EXITS: ReadonlySet<number> = new Set([
  0,
  130,
  ...Object.values(FAILURE_KINDS).map(({ exit }) => exit),
]);

/**
 * Returns what is wrong with the result of a run, or undefined.
 * @param isJson whether stdout is JSON at exit 0
 * @param input may contain a token that was cut until it is no longer recognized.
 */
export function complaintAbout(
  { exit, stdout, stderr }: Ran,
  isJson: boolean,
  input = '',
): string | undefined {
  if (exit === 1 || stderr.includes('bug in orgctl')) return `a defect: ${stderr.slice(0, 200)}`;
  if (/\n\s+at .+:\d+:\d+\)?\n/.test(stderr)) return `a stack: ${stderr.slice(0, 200)}`;
  const isCut = input.includes(TAIL) && !WHOLE.test(input);
  if ((stdout + stderr).includes(TAIL) && !isCut) return 'the token';
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
