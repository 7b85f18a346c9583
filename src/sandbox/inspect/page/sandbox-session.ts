import { defined } from '../../../values/defined.ts';
import type { ExchangeHead, ShownExchange } from '../exchange.ts';
import type { SeenChange } from '../seen-change.ts';
import type { SeenOrganization, SeenUser } from '../seen-organization.ts';
import { eventReader, type ServerEvent } from './read-events.ts';

/** The members of a fault report that the page uses. */
export interface KnownFault {
  readonly id: number;
  readonly do: string;
  readonly consumed: number;
  readonly [name: string]: unknown;
}

/** Callbacks for live events. */
export interface Listening {
  readonly onHello: (hello: { readonly started: string; readonly capacity: number }) => void;
  readonly onExchange: (head: ExchangeHead) => void;
  readonly onChange: (change: SeenChange) => void;
  readonly onState: (state: 'live' | 'away' | 'refused') => void;
}

/** Milliseconds before reconnecting. */
const RECONNECT_DELAY = 1_500;

/** Client of the sandbox, with the token of this browser tab. */
export class SandboxSession {
  private readonly token: string;

  constructor(token: string) {
    this.token = token;
  }

  /** Checks the token. Returns the error, or undefined if the token is accepted. */
  async tryToken(): Promise<string | undefined> {
    const answer = await this.send('GET', '/_inspect/organization');
    if (answer.ok) return undefined;
    const { error } = parseResponse<{ readonly error: string }>(await answer.text());
    return error;
  }

  exchange(
    seq: number,
  ): Promise<{ readonly exchange: ShownExchange; readonly changes: readonly SeenChange[] } | undefined> {
    return this.read(`/_inspect/exchanges/${seq}`);
  }

  organization(find: string): Promise<SeenOrganization | undefined> {
    return this.read(`/_inspect/organization?find=${encodeURIComponent(find)}`);
  }

  members(
    group: string,
  ): Promise<{ readonly members: readonly SeenUser[]; readonly more: boolean } | undefined> {
    return this.read(`/_inspect/members/${encodeURIComponent(group)}`);
  }

  async faults(): Promise<readonly KnownFault[]> {
    const account = await this.read<{ readonly faults: readonly KnownFault[] }>('/_sandbox/faults');
    return account?.faults ?? [];
  }

  async addFault(fault: object): Promise<boolean> {
    return (await this.send('POST', '/_sandbox/faults', JSON.stringify({ faults: [fault] }))).ok;
  }

  async removeFault(id: number): Promise<boolean> {
    return (await this.send('DELETE', `/_sandbox/faults/${id}`)).ok;
  }

  /**
   * Receives events until the token is refused. After a lost connection it reconnects and requests the events
   * that it missed.
   */
  async listen(
    known: () => { readonly exchange: number; readonly change: number },
    listening: Listening,
  ): Promise<void> {
    for (;;) {
      const { exchange, change } = known();
      try {
        const answer = await this.send('GET', `/_inspect/events?after=${exchange}&afterChange=${change}`);
        if (answer.status === 401 || answer.status === 403) return listening.onState('refused');
        if (answer.ok && answer.body !== null) await readAll(answer.body, listening);
      } catch {
        // The sandbox was stopped or closed the connection; `onState` below reports it.
      }
      listening.onState('away');
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY));
    }
  }

  private async read<Answer>(path: string): Promise<Answer | undefined> {
    try {
      const answer = await this.send('GET', path);
      return answer.ok ? parseResponse<Answer>(await answer.text()) : undefined;
    } catch {
      return undefined;
    }
  }

  private send(method: string, path: string, body?: string): Promise<Response> {
    return fetch(path, {
      method,
      headers: { authorization: `Bearer ${this.token}` },
      ...defined({ body }),
    });
  }
}

async function readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>, listening: Listening): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const eventsIn = eventReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const event of eventsIn(value)) dispatchEvent(event, listening);
  }
}

function dispatchEvent(
  { event, data }: ServerEvent,
  { onHello, onExchange, onChange, onState }: Listening,
): void {
  if (event === 'hello') onHello(parseResponse(data));
  else if (event === 'exchange') onExchange(parseResponse(data));
  else if (event === 'change') onChange(parseResponse(data));
  else if (event === 'live') onState('live');
}

/**
 * Parses a response of the sandbox. It is not validated: page and sandbox come from the same build, so they
 * have the same types.
 */
function parseResponse<Sent>(text: string): Sent {
  return JSON.parse(text) as Sent;
}
