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
