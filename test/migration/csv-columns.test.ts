import { describe, expect, it } from 'vitest';
import { columnPositions, hasHeading, isThere } from '../../src/migration/csv-columns.ts';

describe('--columns of a CSV file', () => {
  const HEADING = ['id', 'owner', '#1'];

  it.each([
    ['id', 0],
    ['owner', 1],
    // A header takes precedence over a position.
    ['#1', 2],
    ['#2', 1],
    ['#3', 2],
    // Spaces around a header are ignored.
    [' owner', 1],
  ])('selects a column by header or by position: %s', (name, position) => {
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
  ])('refuses an unknown column: %s', (name, question) => {
    expect(isThere(name, HEADING)).toBe(false);
    expect(() => columnPositions(['id', name], HEADING, 'in.csv')).toThrow(
      expect.objectContaining({
        kind: 'usage',
        message: `in.csv has no column "${name}"${question}`,
        hint: 'its columns are id, owner, #1; or use a position such as #2',
      }),
    );
  });

  it.each([12, 13])('lists up to twelve known columns: %i', (count) => {
    const heading = Array.from({ length: count }, (_, at) => `c${at + 1}`);
    expect(() => columnPositions(['nothing'], heading, 'in.csv')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('c11, c12; or') }),
    );
  });

  it.each(['{"a":1}', ' [', '[{'])('refuses JSON: %s', (start) => {
    expect(() => columnPositions(['a'], [start], 'in.txt')).toThrow('in.txt is JSON and has no columns');
  });

  it.each([
    ['owner', ['owner', 'owner'], '"owner" (#1), "owner" (#2)'],
    ['owner', ['id', 'owner', ' owner', 'owner'], '"owner" (#2), "owner" (#4)'],
    ['owner', [' owner', 'owner '], '" owner" (#1), "owner " (#2)'],
  ])('refuses %j if several headers match: %j', (name, heading, words) => {
    expect(() => columnPositions([name], heading, 'in.csv')).toThrow(
      `in.csv has several columns "${name}": ${words}`,
    );
  });

  it('prefers a header that matches exactly', () => {
    expect([...columnPositions(['owner'], [' owner', 'owner', 'owner '], 'in.csv')]).toEqual([1]);
  });

  it('implies a header row if one column is selected by its header', () => {
    expect(hasHeading(['#2', 'id'], HEADING)).toBe(true);
    expect(hasHeading(['#2'], HEADING)).toBe(false);
  });
});
