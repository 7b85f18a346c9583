// cspell:ignore équipe quipe
import { expect, it } from 'vitest';
import { protection } from '../../src/profiles/safety.ts';

const [COMPOSED, DECOMPOSED] = ['Équipe'.normalize('NFC'), 'Équipe'.normalize('NFD')];

it.each<[pattern: string, text: string, isProtected: boolean]>([
  ['IT', 'it', true],
  ['IT', 'ITS', false],
  ['I.', 'IT', false],
  ['*@board.example', 'Ann@Board.example', true],
  ['a*z', 'a\nz', true],
  [' IT ', 'IT', true],
  ['IT', ' IT ', true],
  [COMPOSED, DECOMPOSED, true],
  [DECOMPOSED, COMPOSED, true],
  [`${COMPOSED.slice(0, 1)}*`, DECOMPOSED, true],
  [`*${DECOMPOSED.slice(1)}`, `L${COMPOSED}`, false],
])('%j protects %j: %s', (pattern, text, isProtected) => {
  expect(protection({ protected: ['nobody', pattern] })(text)).toBe(isProtected);
});
