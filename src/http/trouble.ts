import { Failure } from '../failure/failure.ts';
import { type HttpResponse, NoResponse } from './transport.ts';

/** Returns what trouble it is, in words for a progress line. */
export function troubleInWords(response: NoResponse | HttpResponse): string {
  if (!(response instanceof NoResponse)) return answering(response.status);
  return response.cause instanceof Failure ? response.cause.message : 'service unreachable';
}

/** The words for a status that is trouble. */
export function answering(status: number): string {
  return `service answers ${status}`;
}

/** A fault of the way or of the machine behind it; every other status is the service's answer. */
export function isTrouble(status: number): boolean {
  return status === 408 || status === 500 || isAwayStatus(status);
}

/** Whether a status is of the service and not of one request: a 500 may be about what was asked. */
export function isAwayStatus(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Whether the service is away, and not only this request in trouble. */
export function isAway(response: NoResponse | HttpResponse): boolean {
  return response instanceof NoResponse ? !response.isPermanent : isAwayStatus(response.status);
}

/** Whether a request certainly did not leave. */
export function wasNotSent(response: NoResponse | HttpResponse): boolean {
  return response instanceof NoResponse && response.outcome === 'notSent';
}
