/** The requests that wait for one quota. */
export interface QuotaLine {
  /** The request class. */
  readonly rate: string;
  /** Returns the number of waiting requests if the quota refuses everything; 0 otherwise. */
  readonly held: () => number;
}

/**
 * Requests that wait after a refusal, or for a quota that refuses everything. They are not in flight, so
 * others may be sent meanwhile.
 */
export interface ParkedRequests {
  /** Returns the number of waiting requests. */
  count(): number;
  /** Counts a request as waiting during the wait. */
  countWhile(wait: () => Promise<void>): Promise<void>;
  /** Adds the requests of a quota. */
  add(line: QuotaLine): void;
  /** Returns the classes whose quota refuses everything, if requests of them wait for that to end. */
  closed(): readonly string[];
  /** Called whenever another request starts to wait; undefined removes the callback. */
  onPark: (() => void) | undefined;
}

/** Creates a counter of the requests of one command that wait until the service accepts them. */
export function parkedRequests(): ParkedRequests {
  let parked = 0;
  const lines: QuotaLine[] = [];
  const requests: ParkedRequests = {
    count: () => lines.reduce((sum, { held }) => sum + held(), parked),
    async countWhile(wait) {
      parked += 1;
      requests.onPark?.();
      try {
        await wait();
      } finally {
        parked -= 1;
      }
    },
    add: (line) => void lines.push(line),
    closed: () => lines.filter(({ held }) => held() > 0).map(({ rate }) => rate),
    onPark: undefined,
  };
  return requests;
}
