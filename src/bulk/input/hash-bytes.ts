import { createHash } from 'node:crypto';

/** Passes a stream of bytes through, and adds each chunk to a digest. */
export async function* hashBytes(
  bytes: AsyncIterable<Buffer>,
  hash: { update(data: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Returns the SHA-256 of a stream of bytes, in hex. */
export async function digestOfBytes(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
