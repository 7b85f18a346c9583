import { WATCH_BOUNDS } from '../bounds.ts';

/** Why a request was refused: the rule, its section, and the remedy. */
export interface Refusal {
  readonly code: string;
  /** Section of the rule, such as `SCIM §4.3 rule 6`; absent if the code is not documented. */
  readonly section?: string;
  readonly rule?: string;
  /** Detail found by the service, such as `username=anna`, even if the response does not contain it. */
  readonly found?: string;
  readonly remedy?: string;
}

/** A body in the form that may be shown: without tokens and passwords, and cut if it is long. */
export interface ShownBody {
  readonly text: string;
  /** Length of the whole body in characters. */
  readonly size: number;
  /** Media type as sent. */
  readonly type?: string;
}

/** Whether a body is shown to its end. */
export function isShownWhole({ text, size }: ShownBody): boolean {
  return text !== '' && !isCut(text, size);
}

/** Whether only the beginning of a body is shown; an empty text is a body that is no longer stored. */
export function isCut(text: string, size: number): boolean {
  return text.length >= WATCH_BOUNDS.bodyCharacters && text.length < size;
}

/** Summary of a request. */
export interface ExchangeHead {
  /** Sequence number from 1, without gaps. */
  readonly seq: number;
  /**
   * Request number in the audit and in the reports of faults; absent if the service did not count the
   * request.
   */
  readonly request?: number;
  /** Time of the response: RFC 3339, UTC. */
  readonly time: string;
  /** Duration in milliseconds. */
  readonly took: number;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** User agent. */
  readonly agent: string;
  /** Kind of token, such as `org token, owner`. */
  readonly token: string;
  readonly api: ShownApi;
  /** `Users`, `Groups`, another SCIM endpoint, or the name of a method. */
  readonly resource: string;
  /** Operation, such as `createUser` or `conversations.mark`; absent if no endpoint matches. */
  readonly operation?: string;
  /** Absent if the client received no answer. */
  readonly status?: number;
  readonly outcome: ExchangeOutcome;
  readonly code?: string;
  /** The injected fault, if any. */
  readonly fault?: string;
}

export const SHOWN_APIS = ['SCIM 1.1', 'SCIM 2.0', 'Web API', 'none'] as const;
export type ShownApi = (typeof SHOWN_APIS)[number];

/** `lost`: the client received no answer, or only a part of it. */
export const OUTCOMES = ['done', 'refused', 'lost'] as const;
export type ExchangeOutcome = (typeof OUTCOMES)[number];

/** A request with its answer. */
export interface ShownExchange extends ExchangeHead {
  readonly refusal?: Refusal;
  readonly sent?: ShownBody;
  readonly answered?: ShownBody;
}
