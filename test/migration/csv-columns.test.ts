import { describe, expect, it } from 'vitest';
import { columnPositions, hasHeading, isThere } from '../../src/migration/csv-columns.ts';

describe('the columns of a CSV', () => {
  const HEADING = ['id', 'owner', '#1'];

  it.each([
    ['id', 0],
    ['owner', 1],
    // A heading outweighs a position.
    ['#1', 2],
    ['#2', 1],
    ['#3', 2],
    // Spaces around a heading do not count.
    [' owner', 1],
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

  it.each([
    ['owner', ['owner', 'owner'], '"owner" (#1), "owner" (#2)'],
    ['owner', ['id', 'owner', ' owner', 'owner'], '"owner" (#2), "owner" (#4)'],
    ['owner', [' owner', 'owner '], '" owner" (#1), "owner " (#2)'],
  ])('are refused where several are called %j: %j', (name, heading, words) => {
    expect(() => columnPositions([name], heading, 'in.csv')).toThrow(
      `in.csv has several columns "${name}": ${words}`,
    );
  });

  it('are one where one alone is called exactly so', () => {
    expect([...columnPositions(['owner'], [' owner', 'owner', 'owner '], 'in.csv')]).toEqual([1]);
  });

  it('have a heading where one of them is named by it', () => {
    expect(hasHeading(['#2', 'id'], HEADING)).toBe(true);
    expect(hasHeading(['#2'], HEADING)).toBe(false);
  });
});
