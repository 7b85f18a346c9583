import { expect, it } from 'vitest';
import { printAnnotations } from '../../src/output/github-annotations.ts';

it.each([
  [0, 0, undefined],
  [49, 49, undefined],
  [50, 50, undefined],
  [51, 51, '::error title=orgctl::and 1 more'],
  [1139, 51, '::error title=orgctl::and 1,089 more'],
])('%i GitHub annotations are printed in %i lines', (count, lines, last) => {
  const printed = printAnnotations(
    Array.from({ length: count }, (_, index) => ({
      level: 'error' as const,
      file: 'people.csv',
      line: index + 2,
      title: 'email_taken',
      message: `row ${index}`,
    })),
  );
  const found = printed === '' ? [] : printed.trimEnd().split('\n');
  expect(found).toHaveLength(lines);
  if (last !== undefined) expect(found.at(-1)).toBe(last);
  if (count >= 50) expect(found[49]).toBe('::error file=people.csv,line=51,title=email_taken::row 49');
});
