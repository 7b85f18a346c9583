import { expect, it } from 'vitest';
import { hintElsewhere } from '../../src/cli/hint-elsewhere.ts';

it.each([
  ['orgctl scim users list', '-p acme scim users list -q', undefined],
  [
    'once it is back: orgctl scim users list',
    '-p acme scim users list',
    'once it is back: orgctl scim users list',
  ],
  ['orgctl scim users list', 'scim users get x', 'orgctl scim users list'],
  ['orgctl profile check', 'profile check acme', 'orgctl profile show'],
])('hintElsewhere: %s after %s', (hint, line, said) => {
  expect(hintElsewhere(hint, line.split(' '))).toBe(said);
});
