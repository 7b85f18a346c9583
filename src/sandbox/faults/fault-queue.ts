import type { JsonObject } from '../../spec/protocol-types.ts';
import { isListRequest, isReadRequest, webMethodName } from '../request-effect.ts';
import { type Fault, LIST_FAULTS } from './fault.ts';
import { printFault } from './read-faults.ts';

/** The parts of a request that a fault can match. */
export interface FaultyRequest {
  /** Sequence number among all requests, from 1. */
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly body?: string;
}

/** A fault and its use so far. */
interface Entry {
  readonly id: number;
  readonly fault: Fault;
  readonly matches: (request: FaultyRequest) => boolean;
  /** Number of matching requests that reached the fault. */
  seen: number;
  consumed: number;
  /** The requests that consumed it. */
  readonly requests: JsonObject[];
}

/** Maximum number of requests listed per fault. */
const MAX_NAMED = 1000;

/**
 * Ordered queue of faults. A request is offered to each in turn. The first fault that matches and is due
 * consumes it; the faults after that one neither see nor count the request.
 */
export class FaultQueue {
  private readonly entries: Entry[] = [];
  private lastId = 0;
  private lastRequest = 0;

  /** Appends faults and returns their reports. */
  add(faults: readonly Fault[]): readonly JsonObject[] {
    const added = faults.map((fault): Entry => {
      this.lastId += 1;
      return { id: this.lastId, fault, matches: matcherOf(fault), seen: 0, consumed: 0, requests: [] };
    });
    this.entries.push(...added);
    return added.map(accountOf);
  }

  /** Returns the fault for a request, if any, and counts it as consumed. */
  take(request: FaultyRequest): Fault | undefined {
    this.lastRequest = request.number;
    for (const entry of this.entries) {
      const { nth, times } = entry.fault;
      if (entry.consumed >= times || !entry.matches(request)) continue;
      entry.seen += 1;
      if (entry.seen < nth) continue;
      entry.consumed += 1;
      const { number, method, url } = request;
      if (entry.requests.length < MAX_NAMED) entry.requests.push({ number, method, path: pathIn(url) });
      return entry.fault;
    }
    return undefined;
  }

  /** Number of requests offered so far. */
  get requests(): number {
    return this.lastRequest;
  }

  /** Returns the reports of all faults, in order. */
  account(): readonly JsonObject[] {
    return this.entries.map(accountOf);
  }

  /**
   * Number of faults, and of those that are used up. A fault without a limit counts as used up after one use.
   */
  get tally(): { readonly all: number; readonly consumed: number } {
    const isConsumed = ({ fault, consumed }: Entry) =>
      consumed >= (fault.times === Number.POSITIVE_INFINITY ? 1 : fault.times);
    return { all: this.entries.length, consumed: this.entries.filter(isConsumed).length };
  }

  /** Removes a fault; returns whether it existed. */
  remove(id: number): boolean {
    const at = this.entries.findIndex((entry) => entry.id === id);
    if (at >= 0) this.entries.splice(at, 1);
    return at >= 0;
  }

  clear(): void {
    this.entries.length = 0;
  }
}

function accountOf({ id, fault, seen, consumed, requests }: Entry): JsonObject {
  return { id, ...printFault(fault), seen, consumed, requests };
}

function matcherOf(fault: Fault): Entry['matches'] {
  const { method, path, contains } = fault;
  const pattern = path === undefined ? undefined : patternOf(path);
  const isForLists = LIST_FAULTS.includes(fault.do);
  return (request) =>
    (method === undefined || matchesMethod(method, request)) &&
    (pattern === undefined || pattern.test(pathIn(request.url))) &&
    (contains === undefined || containsText(contains, request)) &&
    (!isForLists || isListRequest(request));
}

function matchesMethod(method: string, request: FaultyRequest): boolean {
  if (method === 'read' || method === 'write') return isReadRequest(request) === (method === 'read');
  // Names of Web API methods contain a dot.
  return method.includes('.') ? webMethodName(request.url) === method : request.method === method;
}

function patternOf(path: string): RegExp {
  const parts = path.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}/?$`);
}

function containsText(text: string, { url, body = '' }: FaultyRequest): boolean {
  return body.includes(text) || decodedUrl(url).includes(text);
}

function decodedUrl(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    return url;
  }
}

function pathIn(url: string): string {
  return new URL(url).pathname;
}
