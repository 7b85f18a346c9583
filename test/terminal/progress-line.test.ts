import { expect, it } from 'vitest';
import { progressLine } from '../../src/terminal/progress-line.ts';

const TEXT = '38/120 done · 2 failed · throttled, 12 s';

it.each([
  [80, `████████░░░░░░░░ ${TEXT}`],
  [60, `████░░░░ ${TEXT}`],
  [50, TEXT],
  [30, '38/120 done · 2 failed · t…'],
])('fits a progress line into a terminal of %i columns', (columns, line) => {
  expect(progressLine(TEXT, 0.5, columns)).toBe(line);
});

it('has no bar if the share is unknown', () => {
  expect(progressLine('reading users: 3000', undefined, 80)).toBe('reading users: 3000');
});
