import type { IncomingMessage } from 'node:http';
import type { Bounds } from './bounds.ts';

/** What became of a body: its text, or why it was not kept. */
export type ReadBody = { readonly text: string; readonly release: () => void } | 'tooLarge' | 'noRoom';

/** Reads the bodies of all connections and keeps what they hold together within one bound. */
export class RequestBodies {
  private held = 0;
  private readonly bounds: Bounds;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  /**
   * Reads a body to its end. What it holds counts until it is released.
   * @param most bytes that are kept of it.
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
    // The other charset that the service takes (WEB §1).
    const isLatin = /charset="?iso-8859-1/i.test(request.headers['content-type'] ?? '');
    return { text: Buffer.concat(chunks).toString(isLatin ? 'latin1' : 'utf8'), release };
  }

  private hasRoom(bytes: number): boolean {
    return this.held + bytes <= this.bounds.heldBytes;
  }
}

/**
 * Throws the rest of a body away, so that its sender gets to the answer instead of a broken connection; one
 * that goes on for too long or sends too much is cut off.
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
