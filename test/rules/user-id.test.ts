import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasUserIdFormat, isUserId } from '../../src/rules/user-id.ts';

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
])('SCIM §2.1: isUserId(%j) returns %s', (text, expected) => {
  expect(isUserId(text)).toBe(expected);
});

it.each([
  ['W10IMBXVJ', true, true],
  ['U1', false, true],
  [`W${'1'.repeat(33)}`, false, true],
  ['S10IMBXVJ', false, false],
  ['w10imbxvj', false, false],
  ['W', false, false],
])('%s is a user ID if names are possible: %s; if only IDs are possible: %s', (text, isId, hasForm) => {
  expect([isUserId(text), hasUserIdFormat(text)]).toEqual([isId, hasForm]);
});

it('the user ID pattern occurs in one file, and a stricter one in another', () => {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const own = names.filter((name) => /\/\^\[UW\]/.test(readFileSync(join('src', name), 'utf8')));
  expect(own.toSorted()).toEqual(['bulk/input/foreign-ids.ts', 'rules/user-id.ts']);
});
