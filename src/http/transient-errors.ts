import { Failure } from '../failure/failure.ts';
import { type HttpResponse, NoResponse } from './transport.ts';

/** Describes a transient error for a progress line. */
export function describeTransientError(response: NoResponse | HttpResponse): string {
  if (!(response instanceof NoResponse)) return describeStatus(response.status);
  if (response.cause instanceof Failure) return response.cause.message;
  return response.isProxyFault ? 'proxy unreachable' : 'service unreachable';
}

/** Describes a status that is a transient error. */
export function describeStatus(status: number): string {
  return `service answers ${status}`;
}

/** Whether a status is a transient error of the network or the service; any other is a regular response. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 500 || isUnavailableStatus(status);
}

/** Whether a status means that the service is unavailable; a 500 may concern only one request. */
export function isUnavailableStatus(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Whether the service is unavailable, as opposed to an error of this request only. */
export function isUnavailable(response: NoResponse | HttpResponse): boolean {
  return response instanceof NoResponse ? !response.isPermanent : isUnavailableStatus(response.status);
}

/** Whether the request was certainly not sent. */
export function wasNotSent(response: NoResponse | HttpResponse): boolean {
  return response instanceof NoResponse && response.outcome === 'notSent';
}
