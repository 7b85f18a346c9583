import type { SeedUser } from './read-seed.ts';

const GIVEN = [
  'Ada',
  'Amir',
  'Anika',
  'Bao',
  'Carla',
  'Dina',
  'Emeka',
  'Femi',
  'Greta',
  'Hana',
  'Ivo',
  'Jun',
  'Kofi',
  'Lena',
  'Mateo',
  'Nadia',
  'Omar',
  'Priya',
  'Rosa',
  'Sanna',
  'Tariq',
  'Uma',
  'Viktor',
  'Yara',
];
const FAMILY = [
  'Abebe',
  'Berg',
  'Costa',
  'Dietz',
  'Eriksen',
  'Farah',
  'Garcia',
  'Haas',
  'Ito',
  'Jensen',
  'Kaya',
  'Lopez',
  'Moreau',
  'Novak',
  'Okafor',
  'Patel',
  'Quinn',
  'Rossi',
  'Singh',
  'Tanaka',
  'Usman',
  'Vega',
  'Weber',
];
const TITLES = ['Engineer', 'Designer', 'Analyst', 'Account manager', 'Researcher'];
const DEPARTMENTS = ['Research', 'Product', 'Sales', 'Support', 'Finance', 'Operations', 'People'];

/** Generates users for a load test, numbered from `from`; the same ones every time. */
export function* generateUsers(count: number, from: number, domain: string): Generator<SeedUser> {
  for (let number = from; number < from + count; number += 1) {
    const givenName = pick(GIVEN, number);
    const familyName = pick(FAMILY, number);
    const userName = `${givenName}.${familyName}${number}`.toLowerCase();
    yield {
      values: {
        userName,
        givenName,
        familyName,
        displayName: `${givenName} ${familyName}`,
        email: `${userName}@${domain}`,
        title: pick(TITLES, number),
        department: pick(DEPARTMENTS, number),
        employeeNumber: String(100_000 + number),
      },
      traits: {},
    };
  }
}

function pick(words: readonly string[], number: number): string {
  return words[number % words.length] ?? '';
}
