/** Requests that wait because the service refused them. None of them is in flight, so others may be. */
export interface ParkedRequests {
  /** How many wait now. */
  count(): number;
  /** Waits, and counts for as long. */
  during(wait: () => Promise<void>): Promise<void>;
  /** Called whenever another request waits; undefined removes the callback. */
  onPark: (() => void) | undefined;
}

/** Counts the requests of one command that wait for a service to take them. */
export function parkedRequests(): ParkedRequests {
  let parked = 0;
  const requests: ParkedRequests = {
    count: () => parked,
    async during(wait) {
      parked += 1;
      requests.onPark?.();
      try {
        await wait();
      } finally {
        parked -= 1;
      }
    },
    onPark: undefined,
  };
  return requests;
}
