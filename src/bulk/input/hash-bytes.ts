/** Passes pieces on, and adds each to a digest as it goes. */
export async function* hashBytes(
  bytes: AsyncIterable<Buffer>,
  hash: { update(data: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
