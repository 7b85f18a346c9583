import { expect, it } from 'vitest';
import { listed } from '../../src/values/listed.ts';

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('lists %j as "%s"', (words, text) => {
  expect(listed(words, 'or')).toBe(text);
  expect(listed(words, 'and')).toBe(text.replace(' or ', ' and '));
});
