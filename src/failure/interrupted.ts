/** What a shell expects after each signal: 128 and its number. */
export const SIGNAL_EXITS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type StopSignal = keyof typeof SIGNAL_EXITS;

/** The person or the system asked to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly signal: StopSignal;
  /** How to go on later. */
  readonly hint: string | undefined;
  constructor(signal: StopSignal, hint?: string) {
    super(`stopped by ${signal}`);
    this.signal = signal;
    this.hint = hint;
  }
}
