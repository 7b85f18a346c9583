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
export class RequestQueue {
  private isBusy = false;
  private readonly retried: Queued[] = [];
  private readonly others: Queued[] = [];

  /** Number of requests that wait for their turn. */
  get waiting(): number {
    return Number(this.isBusy) + this.retried.length + this.others.length;
  }

  /** Sends a request when its turn comes, and returns the response. */
  send({ turn, leave, isRetried }: WaitingRequest): Promise<HttpResponse> {
    const begun = this.isBusy ? undefined : turn();
    if (typeof begun === 'number') return leave(begun);
    return new Promise((resolve, fail) => {
      const queued = { turn, leave: (at: number) => resolve(leave(at)), fail, isRetried };
      if (begun !== undefined) void this.sendAll(queued, begun);
      else (isRetried ? this.retried : this.others).push(queued);
    });
  }

  /** @param begun the turn of the first request, which it has begun */
  private async sendAll(first: Queued, begun: Promise<number>): Promise<void> {
    this.isBusy = true;
    await this.sendOne(first, begun);
    for (let next = this.next(); next !== undefined; next = this.next()) await this.sendOne(next);
    this.isBusy = false;
  }

  /** Waits for the turn of a request. Retried requests that come meanwhile take it, and it waits again. */
  private async sendOne(request: Queued, begun?: Promise<number>): Promise<void> {
    try {
      let at = await (begun ?? request.turn());
      while (!request.isRetried && this.retried.length > 0) {
        this.retried.shift()?.leave(at);
        at = await request.turn();
      }
      request.leave(at);
    } catch (error) {
      request.fail(error);
    }
  }

  private next(): Queued | undefined {
    return this.retried.shift() ?? this.others.shift();
  }
}
