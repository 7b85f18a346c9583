import type { IncomingMessage } from 'node:http';
import type { Bounds } from './bounds.ts';

/** A body that was read, or why it was refused. */
export type ReadBody = { readonly text: string; readonly release: () => void } | 'tooLarge' | 'noRoom';

/** Reads the bodies of all connections, with one limit on the memory they hold together. */
export class RequestBodies {
  private held = 0;
  private readonly bounds: Bounds;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  /**
   * Reads a body to its end. Its size counts against the limit until it is released.
   * @param most maximum number of bytes
   */
  async read(request: IncomingMessage, most: number): Promise<ReadBody> {
    const chunks: Buffer[] = [];
    let size = 0;
    const release = () => {
      this.held -= size;
      size = 0;
      chunks.length = 0;
    };
    if (Number(request.headers['content-length'] ?? 0) > most) return 'tooLarge';
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        const { length }: Buffer = chunk;
        const refusal = size + length > most ? 'tooLarge' : this.hasRoom(length) ? undefined : 'noRoom';
        if (refusal !== undefined) {
          release();
          return refusal;
        }
        this.held += length;
        size += length;
        chunks.push(chunk);
      }
    } catch (error) {
      release();
      throw error;
    }
    // The other charset that the service accepts (WEB §1).
    const isLatin = /charset="?iso-8859-1/i.test(request.headers['content-type'] ?? '');
    return { text: Buffer.concat(chunks).toString(isLatin ? 'latin1' : 'utf8'), release };
  }

  private hasRoom(bytes: number): boolean {
    return this.held + bytes <= this.bounds.heldBytes;
  }
}

/**
 * Discards the rest of a body, so that its sender receives the response instead of a broken connection. The
 * connection is closed if that takes too long or the body is too large.
 */
export function discardRest(request: IncomingMessage, { bodyBytes, discardTime }: Bounds): void {
  if (request.complete || request.destroyed) return;
  let size = 0;
  const timer = setTimeout(() => request.destroy(), discardTime);
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > 2 * bodyBytes) request.destroy();
  });
  request.once('close', () => clearTimeout(timer));
  request.on('error', () => undefined);
  request.resume();
}
