import { describe, expect, it } from 'vitest';
import { columnPositions, hasHeading, isThere, readCsvStart } from '../../src/migration/csv-heading.ts';

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
    ['behind a mark of the byte order', ['\ufeffa,b\r1'], ['a', 'b']],
    ['with quotes in quotes', ['"a ""b""",""\n'], ['a "b"', '']],
    ['with a quote that is one', ['"'], ['"']],
    ['of nothing', [], ['']],
    ['that is blank', ['\n1\n'], ['']],
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

describe('the columns of a CSV', () => {
  const HEADING = ['id', 'owner', '#1'];

  it.each([
    ['id', 0],
    ['owner', 1],
    // A heading outweighs a position.
    ['#1', 2],
    ['#2', 1],
    ['#3', 2],
  ])('are named by heading or by position: %s', (name, position) => {
    expect([...columnPositions([name], HEADING, 'in.csv')]).toEqual([position]);
    expect(isThere(name, HEADING)).toBe(true);
  });

  it.each([
    ['#4', ' (did you mean "#1"?)'],
    ['#0', ' (did you mean "#1"?)'],
    ['#02', ''],
    ['#-1', ' (did you mean "#1"?)'],
    ['x#2', ''],
    ['#2x', ''],
    ['owners', ' (did you mean "owner"?)'],
  ])('are refused where they are not there: %s', (name, question) => {
    expect(isThere(name, HEADING)).toBe(false);
    expect(() => columnPositions(['id', name], HEADING, 'in.csv')).toThrow(
      expect.objectContaining({
        kind: 'usage',
        message: `in.csv has no column "${name}"${question}`,
        hint: 'it has id, owner, #1; or name one by its position, such as #2',
      }),
    );
  });

  it.each([12, 13])('are listed up to twelve: %i', (count) => {
    const heading = Array.from({ length: count }, (_, at) => `c${at + 1}`);
    expect(() => columnPositions(['nothing'], heading, 'in.csv')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('c11, c12; or') }),
    );
  });

  it.each(['{"a":1}', ' [', '[{'])('are none in JSON: %s', (start) => {
    expect(() => columnPositions(['a'], [start], 'in.txt')).toThrow('in.txt is JSON, which has no columns');
  });

  it('have a heading where one of them is named by it', () => {
    expect(hasHeading(['#2', 'id'], HEADING)).toBe(true);
    expect(hasHeading(['#2'], HEADING)).toBe(false);
  });
});
