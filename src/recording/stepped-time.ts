/** The time of a command that is recorded. */
export interface SteppedTime {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from the start of the command. */
  readonly clock: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Lets time arrive at the present. */
  readonly step: () => void;
  /** Returns the present moment; whatever happens from now on is later. */
  readonly mark: () => number;
}

interface RealTime {
  readonly now: () => number;
  readonly clock: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Time that moves when an answer arrives or a wait ends, and stands still between: a replay has the same
 * moments, and so measures and prints the same durations.
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
      // Never a little less than was asked for: who waits again for the rest would do so for ever.
      const end = passed + Math.ceil(milliseconds);
      await real.sleep(milliseconds, signal);
      reach(end);
    },
  };
}
