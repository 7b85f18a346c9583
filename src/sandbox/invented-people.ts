import { LIMITS } from '../spec/limits.ts';
import {
  type EmailAttributeName,
  type StringAttributeName,
  USER_ATTRIBUTE_NAMES,
  type UserValues,
} from '../spec/user-attributes.ts';
import { LIST_SLOTS, OTHER_EMAIL_NAMES } from '../spec/user-slots.ts';
import { defined } from '../values/defined.ts';
import { createWordSource, type WordSource } from './invented-words.ts';
import { EMPTY_SEED, type Seed, type SeedGroup, type SeedUser } from './read-seed.ts';

/** A user of a live organization. */
export interface LiveUser {
  readonly id: string;
  readonly values: UserValues;
}

/** A group of a live organization, with the IDs of its members. */
export interface LiveGroup {
  readonly displayName: string;
  readonly members: readonly string[];
}

/** An invented organization of the same shape. */
export interface Invented {
  readonly seed: Seed;
  /** Number of managers and memberships that refer to users missing from the list. */
  readonly unknown: { readonly managers: number; readonly members: number };
}

const DOMAIN = 'invented.example';

/**
 * Invents an organization with the shape of a live one: the same number of users with the same states,
 * guests, filled attributes and manager tree, and groups of the same sizes. A value shared by several users,
 * such as a department, becomes one invented word. The result contains no text of the live organization.
 * @param seed the same seed gives the same result for the same organization
 * @param now milliseconds since 1970; an expiration stays before or after it
 */
export function inventedOrganization(
  users: readonly LiveUser[],
  groups: readonly LiveGroup[],
  seed: number,
  now: number,
): Invented {
  const inventor = createWordSource(seed, textsOf(users, groups));
  // Sort by ID, so that the result does not depend on the order in which the service lists users.
  const ordered = [...users].sort((one, other) => (one.id < other.id ? -1 : 1));
  const people = new Map<string, Person>();
  for (const { id } of ordered) people.set(id, inventedPerson(inventor));
  const words = new SharedWords(inventor);
  const unknown = { managers: 0, members: 0 };
  const seedUsers = ordered.map(({ id, values }): SeedUser => {
    const person = people.get(id) ?? inventedPerson(inventor);
    const manager = values.manager === undefined ? undefined : people.get(values.manager)?.userName;
    if (values.manager !== undefined && manager === undefined) unknown.managers += 1;
    const invented = inventedValues(values, { person, words, inventor, now });
    return {
      values: { ...invented, userName: person.userName, ...defined({ manager }) },
      // A single-channel guest is read without the guest extension (OBSERVED §2.1).
      traits: values.guest === undefined ? { isSingleChannelGuest: true } : {},
    };
  });
  const seedGroups = groups.map(({ members }): SeedGroup => {
    const known = members.flatMap((id) => people.get(id)?.userName ?? []);
    unknown.members += members.length - known.length;
    return { displayName: `${inventor.word()} ${inventor.name()}`, members: known, traits: {} };
  });
  return { seed: { ...EMPTY_SEED, users: seedUsers, groups: seedGroups }, unknown };
}

function* textsOf(users: readonly LiveUser[], groups: readonly LiveGroup[]): Generator<string> {
  for (const { values } of users)
    for (const value of Object.values(values)) if (typeof value === 'string') yield value;
  for (const { displayName } of groups) yield displayName;
}

interface Person {
  readonly userName: string;
  readonly givenName: string;
  readonly familyName: string;
}

function inventedPerson(inventor: WordSource): Person {
  for (;;) {
    const [givenName, familyName] = [inventor.name(), inventor.name()];
    const name = `${givenName}.${familyName}`.toLowerCase();
    const userName =
      inventor.fresh(() => name.slice(0, LIMITS.userNameLength)) ??
      inventor.fresh(() => withNumber(name, inventor.randomBelow(1_000_000)));
    if (userName !== undefined && !inventor.isReal(`${userName}@${DOMAIN}`))
      return { userName, givenName, familyName };
  }
}

/** Returns the name with a number; the service would cut the number off a longer name (SCIM §2.1). */
function withNumber(name: string, number: number): string {
  return name.slice(0, LIMITS.userNameLength - String(number).length) + number;
}

/** Attributes with a fixed format, such as the time zone: the invented value is picked from these. */
const POOLS: { readonly [Name in StringAttributeName]?: readonly string[] } = {
  locale: ['cs-CZ', 'da-DK', 'el-GR', 'fi-FI', 'hu-HU', 'it-IT', 'nb-NO', 'pl-PL', 'pt-PT', 'ro-RO', 'tr-TR'],
  preferredLanguage: [
    'cs',
    'da',
    'el',
    'fi',
    'hu',
    'it',
    'nb',
    'pl',
    'pt',
    'ro',
    'tr',
    'is',
    'lt',
    'lv',
    'et',
  ],
  timezone: Intl.supportedValuesOf('timeZone'),
};

/** Maps each value shared by several users to one invented word. */
class SharedWords {
  private readonly words = new Map<string, string>();
  private readonly inventor: WordSource;

  constructor(inventor: WordSource) {
    this.inventor = inventor;
  }

  for(name: StringAttributeName, value: string): string {
    const key = `${name} ${value}`;
    const known = this.words.get(key);
    if (known !== undefined) return known;
    const pool = POOLS[name] ?? [];
    const existing =
      pool.length === 0
        ? undefined
        : this.inventor.fresh(() => pool[this.inventor.randomBelow(pool.length)] ?? '');
    const word = existing ?? this.inventor.word();
    this.words.set(key, word);
    return word;
  }
}

interface Inventing {
  readonly person: Person;
  readonly words: SharedWords;
  readonly inventor: WordSource;
  readonly now: number;
}

/** Hosts of the other email addresses; the default is the name of the attribute. */
const HOSTS: { readonly [Name in EmailAttributeName]?: string } = { secondaryEmail: 'home' };

/** Attributes that are individual to a user; all others are shared words. */
const INDIVIDUAL_VALUES: {
  readonly [Name in StringAttributeName]?: (inventing: Inventing, value: string) => string | undefined;
} = {
  ...Object.fromEntries(
    OTHER_EMAIL_NAMES.map((name) => [
      name,
      ({ person }: Inventing) => `${person.userName}@${HOSTS[name] ?? name.toLowerCase()}.${DOMAIN}`,
    ]),
  ),
  ...Object.fromEntries(
    LIST_SLOTS.phoneNumbers.names.map((name) => [name, ({ inventor }: Inventing) => inventedPhone(inventor)]),
  ),
  email: ({ person }) => `${person.userName}@${DOMAIN}`,
  givenName: ({ person }) => person.givenName,
  familyName: ({ person }) => person.familyName,
  displayName: ({ person }) => `${person.givenName} ${person.familyName}`,
  employeeNumber: ({ inventor }) => inventor.fresh(() => `E${100_000 + inventor.randomBelow(900_000_000)}`),
  streetAddress: ({ inventor }) => `${1 + inventor.randomBelow(200)} ${inventor.name()} Way`,
  postalCode: ({ inventor }) => inventor.other(() => String(10_000 + inventor.randomBelow(900_000_000))),
  photo: ({ person }) => `https://${DOMAIN}/${person.userName}.png`,
  profileUrl: ({ person }) => `https://${DOMAIN}/${person.userName}`,
  startDate: ({ inventor }) => inventor.other(() => inventedDay(inventor, 1990, 36)),
  guestExpiration: ({ inventor, now }, value) =>
    inventor.other(() => {
      const day = inventedDay(inventor, Date.parse(value) > now ? 2090 : 2001, 9);
      return `${day}T${twoDigits(inventor.randomBelow(24))}:${twoDigits(inventor.randomBelow(60))}:00Z`;
    }),
};

function inventedDay(inventor: WordSource, firstYear: number, years: number): string {
  const [year, month, day] = [
    firstYear + inventor.randomBelow(years),
    1 + inventor.randomBelow(12),
    1 + inventor.randomBelow(28),
  ];
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

function inventedPhone(inventor: WordSource): string | undefined {
  return inventor.other(() => `+999 ${100_000_000 + inventor.randomBelow(900_000_000)}`);
}

/** Attributes set elsewhere or never. */
const LEFT_OUT: ReadonlySet<string> = new Set(['userName', 'nickName', 'manager', 'password']);

function inventedValues(values: UserValues, inventing: Inventing): UserValues {
  const invented: UserValues = {};
  for (const name of USER_ATTRIBUTE_NAMES) {
    if (name === 'active' || name === 'guest') {
      const value = values[name];
      if (value !== undefined) invented[name] = value;
      continue;
    }
    const value = values[name];
    if (value === undefined || value === '' || LEFT_OUT.has(name)) continue;
    const own = INDIVIDUAL_VALUES[name];
    const made = own === undefined ? inventing.words.for(name, value) : own(inventing, value);
    if (made !== undefined) invented[name] = made;
  }
  return invented;
}
