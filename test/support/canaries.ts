// cspell:disable: names that nobody has
import { formsOf } from '../../src/gate/secret-forms.ts';

/** People, groups and an organization that nothing else is named like. */
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
  '98134',
  '5550137',
  'Ягодкина',
  '椿原麗奈',
] as const;

/** A file of people who have a canary in every column. */
export const CANARY_PEOPLE = `userName,email,secondaryEmail,givenName,familyName,displayName,title,department,employeeNumber,phone,streetAddress,locality,groups
quenzilda.m,quenzilda.m@kestrelmoor.example,q@marovetsky.example,Quenzilda,Marovetsky,Quenzilda Marovetsky,Zoological lead,Groundskeeping,98134,+46 5550137,Kirunavägen 7,Ptarmigan,Lanternhouse
olga,olga@kestrelmoor.example,,Ольга,Ягодкина,椿原麗奈,Zoological aide,Groundskeeping,98135,,,,Lanternhouse
`;

/** Returns the canaries that stand in a text: as they are, in another encoding, reversed, or in another letter case. */
export function canariesIn(text: string, canaries: readonly string[] = CANARY_WORDS): readonly string[] {
  const small = text.toLowerCase();
  return canaries.filter((canary) =>
    [...formsOf(canary), ...formsOf(canary.toLowerCase()), Array.from(canary).reverse().join('')].some(
      (form) => form.length >= 4 && (text.includes(form) || small.includes(form.toLowerCase())),
    ),
  );
}
