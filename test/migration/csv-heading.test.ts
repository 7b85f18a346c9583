import { describe, expect, it } from 'vitest';
import { readCsvStart } from '../../src/migration/csv-heading.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

async function started(...texts: readonly string[]) {
  const { heading, bytes } = await readCsvStart(pieces(...texts), 'in.csv', ',');
  let all = '';
  for await (const chunk of bytes) all += chunk.toString();
  return { heading, isWhole: all === texts.join('') };
}

describe('the first record of a CSV', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['in one piece', ['a,b\n1,2\n'], ['a', 'b']],
    ['cut anywhere', ['a', ',b', '\n1', ',2\n'], ['a', 'b']],
    ['without a line end', ['a,', 'b'], ['a', 'b']],
    ['with quotes', ['"a,1","b', '"\n1,2\n'], ['a,1', 'b']],
    ['of one cell', ['a\n'], ['a']],
  ])('is read without losing a byte: %s', async (_, texts, heading) => {
    expect(await started(...texts)).toEqual({ heading, isWhole: true });
  });

  const LONGEST = 1024 * 1024;
  it.each([
    [LONGEST - 1, true],
    [LONGEST, true],
    [LONGEST + 1, false],
  ])('may be 1 MiB long before it ends: %i bytes', async (length, isRead) => {
    const read = started('x'.repeat(length), '\n1\n');
    if (isRead) expect((await read).heading[0]).toHaveLength(length);
    else
      await expect(read).rejects.toMatchObject({
        kind: 'invalidInput',
        message: 'in.csv: the first record does not end within 1 MiB',
      });
  });
});
