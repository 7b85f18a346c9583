import { expect, it } from 'vitest';
import { paletteFor } from '../../src/output/palette.ts';

const ESC = '\u001b';

it('a palette without color leaves text unchanged', () => {
  for (const style of Object.values(paletteFor(false))) expect(style('a\n\nb')).toBe('a\n\nb');
});

it.each([
  ['heading', 1, 22],
  ['strong', 1, 22],
  ['faint', 2, 22],
  ['good', 32, 39],
  ['bad', 31, 39],
  ['caution', 33, 39],
] as const)('%s puts code %i before and %i after each line', (name, on, off) => {
  const style = paletteFor(true)[name];
  expect(style('a')).toBe(`${ESC}[${on}ma${ESC}[${off}m`);
  expect(style('a\n\nb')).toBe(`${ESC}[${on}ma${ESC}[${off}m\n\n${ESC}[${on}mb${ESC}[${off}m`);
  expect(style('')).toBe('');
});

it('an outer style continues after an inner style with the same end code', () => {
  const { faint, strong, bad, good } = paletteFor(true);
  expect(faint(`a${strong('b')}c`)).toBe(`${ESC}[2ma${ESC}[1mb${ESC}[22m${ESC}[2mc${ESC}[22m`);
  expect(bad(`a${good('b')}c`)).toBe(`${ESC}[31ma${ESC}[32mb${ESC}[39m${ESC}[31mc${ESC}[39m`);
});
