/** Moments within the program that occur once in a run, as named in `act-at.cjs`. */
export const MOMENTS_OF_A_RUN = [
  'lock.after-create',
  'run.after-mkdir',
  'plan.before-rename',
  'plan.after-rename',
  'journal.before-run.start',
  'journal.mid-run.start',
  'journal.after-run.start-write',
  'journal.after-run.start-sync',
  'journal.before-run.end',
  'journal.mid-run.end',
  'journal.after-run.end-sync',
] as const;

/** Moments within the program that occur once for each change. */
export const MOMENTS_OF_A_CHANGE = [
  'journal.before-intent',
  'journal.mid-intent',
  'journal.after-intent-write',
  'journal.after-intent-sync',
  'journal.before-outcome',
  'journal.mid-outcome',
  'journal.after-outcome-write',
  'journal.after-outcome-sync',
] as const;

/** Moments in the service before and after it applies a write: a crash in between has an unknown outcome. */
export const MOMENTS_OF_THE_SERVICE = ['service.before-write', 'service.after-write'] as const;

/** Signals that are sent. SIGINT2: two at once. SIGSTOP: stopped for a moment. */
export const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGINT2', 'SIGSTOP'] as const;
/**
 * Disk errors from that moment on: no space; no space after half of a write; a failing flush; a
 * failing rename.
 */
export const TROUBLES = ['ENOSPC', 'SHORT', 'EIO', 'EXDEV'] as const;
export type Act = (typeof SIGNALS)[number] | (typeof TROUBLES)[number];

export type MomentName =
  | (typeof MOMENTS_OF_A_RUN)[number]
  | (typeof MOMENTS_OF_A_CHANGE)[number]
  | (typeof MOMENTS_OF_THE_SERVICE)[number];

/** When the action is performed. */
export type Moment =
  | { readonly name: MomentName; readonly nth: number }
  /** This many milliseconds after the start. */
  | { readonly name: 'random'; readonly after: number };
