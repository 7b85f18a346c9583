/** Requests that wait after a refusal. They are not in flight, so others may be sent meanwhile. */
export interface ParkedRequests {
  /** Returns the number of waiting requests. */
  count(): number;
  /** Counts a request as waiting during the wait. */
  during(wait: () => Promise<void>): Promise<void>;
  /** Called whenever another request starts to wait; undefined removes the callback. */
  onPark: (() => void) | undefined;
}

/** Creates a counter of the requests of one command that wait until the service accepts them. */
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
