import { channel } from 'node:diagnostics_channel';

/** A clock that jumps from one timer to the next: hours pass in milliseconds, and every run is the same. */
export interface SimulatedTime {
  /** Milliseconds since the start. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /**
   * Returns what work comes to that takes none of this time, as an answer of a service in this process: no
   * timer ends before it.
   */
  meanwhile<T>(work: Promise<T>): Promise<T>;
  /**
   * Lets time pass until the work is done.
   * @param outside the work also waits for something that takes none of this time, as a server in this
   * process
   * @throws when it can never be done
   */
  run<T>(work: Promise<T>, outside?: 'the work goes on without timers'): Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly resolve: () => void;
}

export function simulatedTime(start = 0): SimulatedTime {
  let now = start;
  let order = 0;
  let working = 0;
  const timers: Timer[] = [];
  return {
    now: () => now,
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        order += 1;
        insert(timers, { at: now + Math.max(0, milliseconds), order, resolve });
      }),
    async meanwhile(work) {
      working += 1;
      try {
        return await work;
      } finally {
        working -= 1;
      }
    },
    async run(work, outside) {
      let isDone = false;
      const done = () => {
        isDone = true;
      };
      work.then(done, done);
      for (;;) {
        // Everything that follows from the last timer happens before the next one.
        await new Promise((resolve) => setImmediate(resolve));
        if (isDone) return work;
        if (working > 0 || isFileRead() || isModuleLoaded()) continue;
        if (outside !== undefined && (timers.length === 0 || (await isAnswerDue()))) continue;
        const next = timers.shift();
        if (next === undefined) throw new Error('nothing is left that could happen');
        now = next.at;
        next.resolve();
        while (timers[0]?.at === now) timers.shift()?.resolve();
      }
    },
  };
}

/**
 * Whether a file is being read or written, for example a token file: on a busy machine this takes several
 * rounds of the event loop.
 */
function isFileRead(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

declare global {
  /** What vitest knows of the process that runs a test file; benches run without it. */
  var __vitest_worker__: { readonly resolvingModules: ReadonlySet<string> } | undefined;
}

/**
 * Whether a module that is loaded on demand is being compiled: this takes real time, above all for the first
 * test of a file.
 */
function isModuleLoaded(): boolean {
  return globalThis.__vitest_worker__ !== undefined && globalThis.__vitest_worker__.resolvingModules.size > 0;
}

/**
 * Requests of the client under test that have no answer yet: real sockets take real time, also on a machine
 * that is busy.
 */
const inFlight = new Set<unknown>();
/** Rounds of the event loop in which no request came or went. */
let quietRounds = 0;
const moved = (move: (request: unknown) => void) => (message: unknown) => {
  if (typeof message === 'object' && message !== null && 'request' in message) move(message.request);
  quietRounds = 0;
};
channel('undici:request:create').subscribe(moved((request) => inFlight.add(request)));
for (const end of ['trailers', 'error'])
  channel(`undici:request:${end}`).subscribe(moved((request) => inFlight.delete(request)));

/**
 * A request that nothing answers for so many rounds, a millisecond each or more, is one that waits for
 * simulated time. Rounds, and not time: a machine that is busy may leave this process alone for a second, and
 * its service with it.
 */
const LONGEST_ANSWER = 250;

async function isAnswerDue(): Promise<boolean> {
  if (inFlight.size === 0 || quietRounds > LONGEST_ANSWER) return false;
  quietRounds += 1;
  await new Promise((resolve) => setTimeout(resolve, 1));
  return true;
}

function insert(timers: Timer[], timer: Timer): void {
  let index = timers.length;
  while (index > 0 && (timers[index - 1]?.at ?? 0) > timer.at) index -= 1;
  timers.splice(index, 0, timer);
}
