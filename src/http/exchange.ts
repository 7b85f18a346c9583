import { type BodyCollector, collectBody } from './body-collector.ts';
import { noResponse } from './no-response.ts';
import type { HttpRequest, HttpResponse } from './transport.ts';

/** Aborts a request in flight. */
interface Controller {
  abort(reason: Error): void;
}

/** Settles an exchange: with a response, or with NoResponse or the abort reason of its signal. */
interface Settle {
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (error: unknown) => void;
}

/** A request in flight and its partial response; a handler in terms of undici. */
export class Exchange {
  private readonly request: HttpRequest;
  private readonly wholeTimeout: number;
  private readonly signal: AbortSignal | undefined;
  private readonly settle: Settle;
  private readonly timer: NodeJS.Timeout;
  private readonly abort = () => {
    this.end();
    this.settle.reject(this.signal?.reason);
    this.sent?.abort(new Error('no longer wanted'));
  };
  /** Set once the request is assigned to a connection. */
  private sent: Controller | undefined;
  private status = 0;
  private headers: Readonly<Record<string, string>> = {};
  private body: BodyCollector | undefined;
  private isOver = false;

  constructor(request: HttpRequest, wholeTimeout: number, signal: AbortSignal | undefined, settle: Settle) {
    this.request = request;
    this.wholeTimeout = wholeTimeout;
    this.signal = signal;
    this.settle = settle;
    this.timer = setTimeout(timeOut, wholeTimeout, this);
    signal?.addEventListener('abort', this.abort);
  }

  // A request that ended while waiting for a connection must not be sent.
  onRequestStart(controller: Controller): void {
    if (this.isOver) controller.abort(new Error('no longer wanted'));
    else this.sent = controller;
  }

  onResponseStart(
    _: Controller,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    this.status = status;
    this.headers = flatten(headers);
    this.body = collectBody(Number(this.headers['content-length']), this.request.into);
  }

  onResponseData(_: Controller, chunk: Uint8Array): void {
    this.body?.add(chunk);
  }

  onResponseEnd(): void {
    if (!this.end()) return;
    const { status, headers } = this;
    this.settle.resolve({ status, headers, body: this.body?.whole() ?? new Uint8Array(0) });
  }

  onResponseError(_: Controller, error: unknown): void {
    this.fail(error);
  }

  /**
   * Ends the exchange without a response.
   * @param timedOut the limit in milliseconds that was reached
   */
  fail(error: unknown, timedOut?: number): void {
    if (!this.end()) return;
    const { host } = new URL(this.request.url);
    this.settle.reject(noResponse(error, host, { wasSent: this.sent !== undefined, timedOut }));
  }

  /** @returns false if the exchange had already ended */
  private end(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    clearTimeout(this.timer);
    this.signal?.removeEventListener('abort', this.abort);
    return true;
  }

  timeOut(): void {
    this.fail(undefined, this.wholeTimeout);
    this.sent?.abort(new Error('no complete response in time'));
  }
}

function timeOut(exchange: Exchange): void {
  exchange.timeOut();
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
