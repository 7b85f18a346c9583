import type { ExchangeHead } from '../exchange.ts';

/** Filter of the requests; an empty text matches all. */
export interface Wanted {
  readonly text: string;
  /** A client in the format of `clientOf`. */
  readonly client: string;
  readonly status: string;
  readonly resource: string;
}

export const NO_FILTER: Wanted = { text: '', client: '', status: '', resource: '' };

/** Choices of the status filter. */
export const STATUS_KINDS = {
  done: 'Done',
  refused: 'Refused',
  lost: 'No response',
  fault: 'Injected fault',
  '2xx': '2xx',
  '4xx': '4xx',
  '5xx': '5xx',
} as const;

/** Returns the name of a client: user agent and kind of token. */
export function clientOf({ agent, token }: Pick<ExchangeHead, 'agent' | 'token'>): string {
  return `${agent === '' ? 'no name' : agent} · ${token}`;
}

/** Whether a request matches the filter. */
export function isWanted(head: ExchangeHead, wanted: Wanted): boolean {
  return (
    (wanted.client === '' || clientOf(head) === wanted.client) &&
    (wanted.resource === '' || head.resource === wanted.resource) &&
    hasStatus(head, wanted.status) &&
    hasText(head, wanted.text.trim().toLowerCase())
  );
}

function hasStatus({ status, outcome, fault }: ExchangeHead, wanted: string): boolean {
  if (wanted === '') return true;
  if (wanted === 'fault') return fault !== undefined;
  if (/^\dxx$/.test(wanted)) return status !== undefined && String(status)[0] === wanted[0];
  return outcome === wanted;
}

function hasText({ method, path, code, operation, status }: ExchangeHead, text: string): boolean {
  return (
    text === '' ||
    [`${method} ${path}`, code ?? '', operation ?? '', String(status ?? '')].some((one) =>
      one.toLowerCase().includes(text),
    )
  );
}
