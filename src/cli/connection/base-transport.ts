import type { Transport } from '../../http/transport.ts';

/** The bare way to a service: no layer is around it yet. */
export interface BaseTransport {
  readonly transport: Transport;
  close(): Promise<void>;
}
