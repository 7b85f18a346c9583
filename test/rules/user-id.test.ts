import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasFormOfUserId, isUserId } from '../../src/rules/user-id.ts';

it.each([
  ['W10IMBXVJ', true, true],
  ['U1', false, true],
  [`W${'1'.repeat(33)}`, false, true],
  ['S10IMBXVJ', false, false],
  ['w10imbxvj', false, false],
  ['W', false, false],
])('%s: taken for an ID where a name could stand: %s; where nothing else can: %s', (text, isId, hasForm) => {
  expect([isUserId(text), hasFormOfUserId(text)]).toEqual([isId, hasForm]);
});

it('what an ID looks like is said in one place, and where an assumption says otherwise', () => {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const own = names.filter((name) => /\/\^\[UW\]/.test(readFileSync(join('src', name), 'utf8')));
  expect(own.toSorted()).toEqual(['bulk/input/foreign-ids.ts', 'rules/user-id.ts']);
});
