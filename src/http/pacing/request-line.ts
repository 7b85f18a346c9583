import type { HttpResponse } from '../transport.ts';

/** A request that waits for its turn to leave. */
export interface WaitingRequest {
  /** Returns when it may leave, synchronously if that is now. Called when the requests ahead have left. */
  readonly turn: () => Promise<number> | number;
  /** Sends it, and returns the response. */
  readonly leave: (at: number) => Promise<HttpResponse>;
  /** Whether it was refused before. */
  readonly isRetried: boolean;
}

/** A request in the queue, and the callbacks of its sender. */
interface Queued extends Pick<WaitingRequest, 'turn' | 'isRetried'> {
  readonly leave: (at: number) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * A queue of requests of the same classes; each leaves before the next one takes its turn. A request that was
 * refused before leaves before those that were not: it has waited for as long as the service asked, so it is
 * the most likely one to be accepted.
 */
export class RequestLine {
  private isBusy = false;
  private readonly retried: Queued[] = [];
  private readonly others: Queued[] = [];

  /** Sends a request when its turn comes, and returns the response. */
  send({ turn, leave, isRetried }: WaitingRequest): Promise<HttpResponse> {
    const begun = this.isBusy ? undefined : turn();
    if (typeof begun === 'number') return leave(begun);
    return new Promise((resolve, fail) => {
      let first = begun;
      const takeTurn = () => {
        const at = first ?? turn();
        first = undefined;
        return at;
      };
      const queue = isRetried ? this.retried : this.others;
      queue.push({ turn: takeTurn, leave: (at) => resolve(leave(at)), fail, isRetried });
      if (!this.isBusy) void this.sendAll();
    });
  }

  private async sendAll(): Promise<void> {
    this.isBusy = true;
    for (let next = this.next(); next !== undefined; next = this.next()) {
      try {
        let at = await next.turn();
        while (!next.isRetried && this.retried.length > 0) {
          this.retried.shift()?.leave(at);
          at = await next.turn();
        }
        next.leave(at);
      } catch (error) {
        next.fail(error);
      }
    }
    this.isBusy = false;
  }

  private next(): Queued | undefined {
    return this.retried.shift() ?? this.others.shift();
  }
}
