import type { Transport } from '../../http/transport.ts';

/** A transport to a service before any layer is added. */
export interface BaseTransport {
  readonly transport: Transport;
  close(): Promise<void>;
}
