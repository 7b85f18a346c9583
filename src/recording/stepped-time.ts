/** The clock of a recorded command. */
export interface SteppedTime {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from the start of the command. */
  readonly clock: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Advances the clock to the present. */
  readonly step: () => void;
  /** Advances the clock to the present and returns it; all later events get a later time. */
  readonly mark: () => number;
}

interface RealTime {
  readonly now: () => number;
  readonly clock: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Creates a clock that advances only when a response arrives or a wait ends. A replay has the same times, and
 * so measures and prints the same durations.
 */
export function createSteppedTime(real: RealTime): SteppedTime {
  const started = { now: real.now(), clock: real.clock() };
  let passed = 0;
  const reach = (moment: number) => {
    passed = Math.max(passed, Math.round(moment));
  };
  return {
    now: () => started.now + passed,
    clock: () => passed,
    step: () => reach(real.clock() - started.clock),
    mark: () => {
      reach(real.clock() - started.clock);
      const moment = passed;
      passed += 1;
      return moment;
    },
    sleep: async (milliseconds, signal) => {
      // Never advance by less than requested, or a caller that waits for the remainder would loop forever.
      const end = passed + Math.ceil(milliseconds);
      await real.sleep(milliseconds, signal);
      reach(end);
    },
  };
}
