import { expect, it } from 'vitest';
import { identityColumnOf } from '../../src/bulk/input/naming-heading.ts';

it.each([
  ['id', 'id'],
  ['userName', 'userName'],
  ['email', 'email'],
  ['E-Mail', 'email'],
  ['Mail', 'email'],
  ['E-Mail-Adresse', 'email'],
  ['Work email', 'email'],
  ['Correo electrónico', 'email'],
  ['User name', 'userName'],
  ['Benutzername', 'userName'],
  ['sAMAccountName', 'userName'],
  ['Manager email', undefined],
  ['Email (private)', undefined],
  ['Personalnummer', undefined],
  ['Name', undefined],
  ['clara.voss', undefined],
  ['email@business', undefined],
])('finds the identifying column of a heading: %s', (heading, column) => {
  expect(identityColumnOf(heading)).toBe(column);
});
