import { describe, expect, it } from 'vitest';
import { readHeading } from '../../src/csv/read-heading.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

async function started(...texts: readonly string[]) {
  const start = await readHeading(pieces(...texts), 'in.csv', { usual: ',' });
  let all = `${start.above}${start.bytesOfHeading}`;
  for await (const chunk of start.rest) all += chunk.toString();
  return { heading: start.heading, isWhole: all === texts.join('') };
}

describe('header row of a CSV', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['in one chunk', ['a,b\n1,2\n'], ['a', 'b']],
    ['split anywhere', ['a', ',b', '\n1', ',2\n'], ['a', 'b']],
    ['without a line end', ['a,', 'b'], ['a', 'b']],
    ['with quotes', ['"a,1","b', '"\n1,2\n'], ['a,1', 'b']],
    ['of one cell', ['a\n'], ['a']],
    ['after a byte order mark', ['\ufeffa,b\r1'], ['a', 'b']],
    ['with quotes in quotes', ['"a ""b""",""\n'], ['a "b"', '']],
    ['with only a quote', ['"'], ['"']],
    ['of an empty file', [], ['']],
    ['after empty lines', ['\n\r', '\n1\n'], ['1']],
    ['after a sep= line', ['sep=;\r', '\na;b,c\n'], ['a', 'b,c']],
    ['after a byte order mark and a sep= line', ['\ufeff"sep=;"\n', 'a;b'], ['a', 'b']],
    ['with letters beyond ASCII', ['"é,"', ',ü\n'], ['é,', 'ü']],
    ['with quotes that are text', ['a 5",b 3",c\n'], ['a 5"', 'b 3"', 'c']],
    ['with text after a quote', ['"a" 5",b\n'], ['"a" 5"', 'b']],
    ['of a file with only empty lines', ['\n\n'], ['']],
  ])('is read without losing a byte: %s', async (_, texts, heading) => {
    expect(await started(...texts)).toEqual({ heading, isWhole: true });
  });

  const LONGEST = 1024 * 1024;
  it.each([
    [LONGEST - 1, true],
    [LONGEST, true],
    [LONGEST + 1, false],
  ])('may have up to 1 MiB: %i bytes', async (length, isRead) => {
    const read = started('x'.repeat(length), '\n1\n');
    if (isRead) expect((await read).heading[0]).toHaveLength(length);
    else
      await expect(read).rejects.toMatchObject({
        kind: 'invalidInput',
        message: 'in.csv: the first record does not end within 1 MiB',
      });
  });
});
