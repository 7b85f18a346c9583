/** Why a request was refused: what the document asks for, where, and what to do. */
export interface Refusal {
  readonly code: string;
  /**
   * Where the rule stands, such as `SCIM §4.3 rule 6`; the documents know nothing of the code when absent.
   */
  readonly section?: string;
  readonly rule?: string;
  /** What the service found, such as `username=anna`, also where the wire does not say it. */
  readonly found?: string;
  readonly remedy?: string;
}

/** A body as it may be shown: without tokens and passwords, and cut where it is long. */
export interface ShownBody {
  readonly text: string;
  /** Characters of the whole body. */
  readonly size: number;
  /** Media type, as it was sent. */
  readonly type?: string;
}

/** What is known of a request at a glance. */
export interface ExchangeHead {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Its number in the audit and in the account of the faults; absent where the service did not count it. */
  readonly request?: number;
  /** When the answer left: RFC 3339, in UTC. */
  readonly time: string;
  /** Milliseconds that it took. */
  readonly took: number;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** What the client calls itself. */
  readonly agent: string;
  /** What kind of token it showed, such as `org owner`. */
  readonly token: string;
  readonly api: ShownApi;
  /** `Users`, `Groups`, what else SCIM has, or the name of a method. */
  readonly resource: string;
  /** The operation, such as `createUser` or `conversations.mark`; absent where no endpoint fits. */
  readonly operation?: string;
  /** Absent where the client got no answer. */
  readonly status?: number;
  readonly outcome: ExchangeOutcome;
  readonly code?: string;
  /** The fault that it met. */
  readonly fault?: string;
}

export const SHOWN_APIS = ['SCIM 1.1', 'SCIM 2.0', 'Web API', 'none'] as const;
export type ShownApi = (typeof SHOWN_APIS)[number];

/** `lost`: the client got no answer, or not the whole of it. */
export const OUTCOMES = ['done', 'refused', 'lost'] as const;
export type ExchangeOutcome = (typeof OUTCOMES)[number];

/** One request with its answer. */
export interface ShownExchange extends ExchangeHead {
  readonly refusal?: Refusal;
  readonly sent?: ShownBody;
  readonly answered?: ShownBody;
}
