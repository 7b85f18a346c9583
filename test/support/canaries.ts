// cspell:disable: names that nobody has
import { formsOf } from '../../src/gate/secret-forms.ts';

/** Unique names of users, groups and an organization. The numbers are too long to appear by chance. */
export const CANARY_WORDS = [
  'Quenzilda',
  'Marovetsky',
  'quenzilda.m',
  'marovetsky',
  'kestrelmoor',
  'Groundskeeping',
  'Zoological',
  'Lanternhouse',
  'Ptarmigan',
  'Kirunavägen',
  '981342759063',
  '555013728469',
  'Ягодкина',
  '椿原麗奈',
] as const;

/** A file of users with a canary in every column. */
export const CANARY_PEOPLE = `userName,email,secondaryEmail,givenName,familyName,displayName,title,department,employeeNumber,phone,streetAddress,locality,groups
quenzilda.m,quenzilda.m@kestrelmoor.example,q@marovetsky.example,Quenzilda,Marovetsky,Quenzilda Marovetsky,Zoological lead,Groundskeeping,981342759063,+46 555013728469,Kirunavägen 7,Ptarmigan,Lanternhouse
olga,olga@kestrelmoor.example,,Ольга,Ягодкина,椿原麗奈,Zoological aide,Groundskeeping,98135,,,,Lanternhouse
`;

/** Minimum length in bytes: shorter words may appear by chance in generated names and numbers. */
const SHORTEST = 8;

/** Returns the canaries in a text: unchanged, encoded, reversed, or in different letter case. */
export function canariesIn(text: string, canaries: readonly string[] = CANARY_WORDS): readonly string[] {
  for (const canary of canaries)
    if (Buffer.byteLength(canary) < SHORTEST)
      throw new Error(`${canary} is so short that it is found by chance`);
  const small = text.toLowerCase();
  return canaries.filter((canary) =>
    [...formsOf(canary), ...formsOf(canary.toLowerCase()), Array.from(canary).reverse().join('')].some(
      (form) => form.length >= 4 && (text.includes(form) || small.includes(form.toLowerCase())),
    ),
  );
}
