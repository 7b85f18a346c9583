import type { CommonOptions } from '../options/common-options.ts';

/**
 * Commands whose result is for people, also in an email or a job log: what would be done, what was done, or
 * what is wrong. They print text even to a pipe unless a format is given. Other commands print data, which is
 * JSON in a pipe.
 */
const REPORTS: ReadonlySet<string> = new Set([
  // Planned and applied changes.
  'bulk plan',
  'bulk apply',
  'bulk finish',
  'bulk resume',
  'bulk undo',
  'bulk report',
  'bulk runs show',
  'runs show',
  'resume',
  'undo',
  'onboard',
  'offboard',
  'migrate plan',
  'migrate apply',
  'migrate status',
  // Problems.
  'bulk check',
  'manifest validate',
  'manifest lint',
  'manifest diff',
  'doctor',
  'compare',
  'migrate verify',
  'runs verify',
  'bulk runs verify',
  'probe',
  'sandbox report',
]);

/** Commands that write only in some calls, and whose dry run describes what would be done. */
const DRY_RUNS: ReadonlySet<string> = new Set(['api', 'runs prune', 'bulk runs prune', 'migrate rewrite']);

/** The words of a command, and whether it writes. */
export interface PrintingCommand {
  readonly path: string;
  readonly isWrite: boolean;
}

/** Whether a command prints text to a pipe: it is a report, or the dry run of a write. */
export function isReadByPeople(command: PrintingCommand, { dryRun }: Pick<CommonOptions, 'dryRun'>): boolean {
  return REPORTS.has(command.path) || (dryRun === true && hasDryRun(command));
}

/** Returns the help sentence about text in a pipe; undefined for a command that always prints data there. */
export function pipeSentence(command: PrintingCommand): string | undefined {
  if (REPORTS.has(command.path)) return 'text, also in a pipe; -o json for programs';
  return hasDryRun(command) ? 'with --dry-run text, also in a pipe; -o json for programs' : undefined;
}

const hasDryRun = ({ path, isWrite }: PrintingCommand): boolean => isWrite || DRY_RUNS.has(path);
