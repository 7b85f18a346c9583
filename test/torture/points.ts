/** Moments inside of the program at which it is killed: names of `kill-at.cjs`. */
export const PROGRAM_POINTS = [
  'lock.after-create',
  'run.after-mkdir',
  'plan.before-rename',
  'plan.after-rename',
  'journal.before-run.start',
  'journal.mid-run.start',
  'journal.after-run.start-write',
  'journal.after-run.start-sync',
  'journal.before-intent',
  'journal.mid-intent',
  'journal.after-intent-write',
  'journal.after-intent-sync',
  'journal.before-outcome',
  'journal.mid-outcome',
  'journal.after-outcome-write',
  'journal.after-outcome-sync',
  'journal.before-run.end',
  'journal.mid-run.end',
  'journal.after-run.end-sync',
] as const;

/** Moments of the service at which the program is killed: before and after it carries a write out, which is the narrow window. */
export const SERVICE_POINTS = ['service.before-write', 'service.after-write'] as const;

export type KillPoint =
  | { readonly name: (typeof PROGRAM_POINTS)[number] | (typeof SERVICE_POINTS)[number]; readonly nth: number }
  /** So many milliseconds after its start. */
  | { readonly name: 'random'; readonly after: number };
