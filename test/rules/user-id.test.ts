import { expect, it } from 'vitest';
import { isUserId } from '../../src/rules/user-id.ts';

it.each([
  ['W12', true],
  ['U12', true],
  [`W${'A'.repeat(32)}`, true],
  [`W${'A'.repeat(33)}`, false],
  ['W1', false],
  ['W', false],
  ['', false],
  ['w12', false],
  ['Wab', false],
  ['S12', false],
  ['xW12', false],
  ['W12 ', false],
  ['W1-2', false],
])('SCIM §2.1: %j is written as the ID of a user: %s', (text, expected) => {
  expect(isUserId(text)).toBe(expected);
});
