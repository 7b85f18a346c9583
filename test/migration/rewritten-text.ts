import { buildIdTable } from '../../src/migration/id-table.ts';
import { rewriteDump, type Selection } from '../../src/migration/rewrite-dump.ts';
import { createUnknownIds } from '../../src/migration/unknown-ids.ts';

/** Rewrites a text that arrives in chunks of these sizes, used in turn. */
export async function rewrittenText(
  text: string,
  ids: ReadonlyMap<string, string>,
  options: { readonly sizes?: readonly number[]; readonly selection?: Partial<Selection> } = {},
): Promise<string> {
  return (await rewrittenBytes(Buffer.from(text), ids, options)).toString('utf8');
}

/** Like rewrittenText, for bytes that need not be UTF-8. */
export async function rewrittenBytes(
  bytes: Buffer,
  ids: ReadonlyMap<string, string>,
  options: { readonly sizes?: readonly number[]; readonly selection?: Partial<Selection> } = {},
): Promise<Buffer> {
  const pieces = rewriteDump(
    inPieces(bytes, options.sizes ?? [bytes.length + 1]),
    'dump',
    { format: 'text', ...options.selection },
    buildIdTable(ids),
    createUnknownIds(),
  );
  const written: Buffer[] = [];
  for await (const piece of pieces) written.push(Buffer.from(piece));
  return Buffer.concat(written);
}

async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    yield Buffer.from(bytes.subarray(at, at + size));
    at += size;
  }
}
