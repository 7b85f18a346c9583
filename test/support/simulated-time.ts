import { channel } from 'node:diagnostics_channel';

/**
 * A clock that jumps from one timer to the next: hours pass in milliseconds, and every run is deterministic.
 */
export interface SimulatedTime {
  /** Milliseconds since the start. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /**
   * Waits for work that takes no simulated time, such as a response of an in-process service: no timer ends
   * before it.
   */
  meanwhile<T>(work: Promise<T>): Promise<T>;
  /**
   * Advances the time until the work is done.
   * @param outside the work also waits for something that takes no simulated time, such as an in-process
   * server
   * @throws if the work can never be done
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
        // Everything that a timer causes happens before the next timer.
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
 * Whether a file is being read or written, such as a token file; on a busy machine this takes several rounds
 * of the event loop.
 */
function isFileRead(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

declare global {
  /** State of the vitest worker; absent in benches, which run without vitest. */
  var __vitest_worker__: { readonly resolvingModules: ReadonlySet<string> } | undefined;
}

/**
 * Whether a lazily loaded module is being compiled, which takes real time, mostly in the first test of a
 * file.
 */
function isModuleLoaded(): boolean {
  return globalThis.__vitest_worker__ !== undefined && globalThis.__vitest_worker__.resolvingModules.size > 0;
}

/** Requests in flight of the client under test: real sockets take real time. */
const inFlight = new Set<unknown>();
/** Rounds of the event loop without a new request or response. */
let quietRounds = 0;
const moved = (move: (request: unknown) => void) => (message: unknown) => {
  if (typeof message === 'object' && message !== null && 'request' in message) move(message.request);
  quietRounds = 0;
};
channel('undici:request:create').subscribe(moved((request) => inFlight.add(request)));
for (const end of ['trailers', 'error'])
  channel(`undici:request:${end}`).subscribe(moved((request) => inFlight.delete(request)));

/**
 * A request without a response for this many rounds, of at least a millisecond each, waits for simulated
 * time. Rounds are counted instead of time, because a busy machine may pause this process and its service for
 * a second.
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
