import type { CommonOptions } from '../options/common-options.ts';

/**
 * Commands whose result a person reads, also in a mail or the log of a job: it says what would be done, what
 * was done, or what is wrong. A pipe gets the text of a terminal unless a format is asked for. What a command
 * lists, looks up or has made is data, and is JSON there.
 */
const REPORTS: ReadonlySet<string> = new Set([
  // What would be done, and what was done.
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
  // What is wrong.
  'bulk check',
  'manifest validate',
  'manifest lint',
  'manifest diff',
  'doctor',
  'compare',
  'migrate verify',
  'probe',
  'sandbox report',
]);

/**
 * Commands whose dry run says what would be done, although not every call of them is a write to a service.
 */
const DRY_RUNS: ReadonlySet<string> = new Set(['api', 'runs prune', 'bulk runs prune']);

/** The command that runs: its words, and whether it is one that writes. */
export interface PrintingCommand {
  readonly path: string;
  readonly isWrite: boolean;
}

/** Whether a pipe gets text: from a report, and from the dry run of a write. */
export function isReadByPeople(command: PrintingCommand, { dryRun }: Pick<CommonOptions, 'dryRun'>): boolean {
  return REPORTS.has(command.path) || (dryRun === true && hasDryRun(command));
}

/**
 * Returns what help says of the text in a pipe; undefined of a command whose results are always data there.
 */
export function pipeSentence(command: PrintingCommand): string | undefined {
  if (REPORTS.has(command.path)) return 'text, also in a pipe; -o json for programs';
  return hasDryRun(command) ? 'with --dry-run text, also in a pipe; -o json for programs' : undefined;
}

const hasDryRun = ({ path, isWrite }: PrintingCommand): boolean => isWrite || DRY_RUNS.has(path);
