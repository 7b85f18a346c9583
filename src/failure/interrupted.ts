/** Exit codes that shells expect after a signal: 128 plus its number. */
export const SIGNAL_EXITS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type StopSignal = keyof typeof SIGNAL_EXITS;

/** Thrown if the user or the system requested to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly signal: StopSignal;
  /** How to resume later. */
  readonly hint: string | undefined;
  constructor(signal: StopSignal, hint?: string) {
    super(`stopped by ${signal}`);
    this.signal = signal;
    this.hint = hint;
  }
}
