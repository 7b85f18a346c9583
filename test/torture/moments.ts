/** Moments inside of the program, which come once in a run: names of `act-at.cjs`. */
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

/** Moments inside of the program, which come once for each change. */
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

/** Moments of the service: before and after it carries a write out, which is the narrow window. */
export const MOMENTS_OF_THE_SERVICE = ['service.before-write', 'service.after-write'] as const;

/**
 * What is done to the program. SIGINT2: twice at once. SIGSTOP: for a moment. The others are troubles of the
 * disk from then on.
 */
export const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGINT2', 'SIGSTOP'] as const;
/** No space; no space after half of a write; a flush that fails; a rename that fails. */
export const TROUBLES = ['ENOSPC', 'SHORT', 'EIO', 'EXDEV'] as const;
export type Act = (typeof SIGNALS)[number] | (typeof TROUBLES)[number];

export type MomentName =
  | (typeof MOMENTS_OF_A_RUN)[number]
  | (typeof MOMENTS_OF_A_CHANGE)[number]
  | (typeof MOMENTS_OF_THE_SERVICE)[number];

/** When something is done to the program. */
export type Moment =
  | { readonly name: MomentName; readonly nth: number }
  /** This many milliseconds after its start. */
  | { readonly name: 'random'; readonly after: number };
