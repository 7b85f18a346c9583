import fc from 'fast-check';
import { csvLine } from '../../src/csv/csv-line.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { account, idOf, type Traits } from './organization-world.ts';

const text = fc
  .string({
    unit: fc.constantFrom('a', 'B', 'é', 'Ж', '安', ' ', '"', ',', '\n', '-', '0', '\\', "'", '='),
    minLength: 1,
    maxLength: 8,
  })
  .map((value) => (value.trim() === '' ? 'x' : value.trim()))
  // A number with decimals is refused if a spreadsheet may have added them (thirty-defects.test.ts).
  .filter((value) => !/^\d+,0+$/.test(value));
const named = fc
  .string({ unit: fc.constantFrom('a', 'B', 'é', ' ', '.', "'"), minLength: 1, maxLength: 8 })
  .map((name) => `N${name}`.trim());
const day = fc.constantFrom('2024-03-15T00:00:00+0000', '2026-01-01T00:00:00+0000');
const photo = fc.constantFrom('https://x.example/1.png', 'https://x.example/2.png');

/** Attributes that a change may set and an undo may restore. */
const attributes = {
  givenName: named,
  familyName: named,
  honorificPrefix: text,
  displayName: named,
  title: text,
  department: text,
  costCenter: text,
  organization: text,
  phone: text,
  mobilePhone: text,
  userType: text,
  role: text,
  startDate: day,
  streetAddress: text,
  locality: text,
  locale: text,
  timezone: text.map((zone) => `Z${zone}`),
  photo,
};

export const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay'] as const;

/** Stored values of a user. */
const stored = fc.record(
  { ...attributes, active: fc.boolean(), guest: fc.boolean() },
  { requiredKeys: ['active', 'guest', 'timezone', 'photo'] },
);

/** Users of an organization; some are guests, are deactivated, or have managers. */
export const people = fc
  .tuple(
    ...NAMES.map((name) =>
      fc.tuple(
        fc.constant(name),
        stored,
        fc.option(fc.constantFrom(...NAMES), { nil: undefined }),
        fc.boolean(),
      ),
    ),
  )
  .map((rows) =>
    rows.map(([name, values, manager, hasSecond]) => {
      const traits: Traits = { hasCustomProfile: true };
      const { guest, ...rest } = values;
      const own: UserValues = {
        ...rest,
        ...(guest ? { guest: true } : {}),
        ...(manager === undefined || manager === name ? {} : { manager: idOf(manager) }),
        ...(hasSecond ? { secondaryEmail: `${name}@home.example` } : {}),
      };
      return account(name, own, traits);
    }),
  );

const cell = (value: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), fc.constant('\\clear'), value);

/** A file that changes some of the users and adds others, with line breaks, quotes and cleared values. */
export const peopleFile = fc
  .record({
    columns: fc.uniqueArray(fc.constantFrom(...(Object.keys(attributes) as (keyof typeof attributes)[])), {
      minLength: 1,
      maxLength: 4,
    }),
    rows: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...NAMES, 'new1', 'new2', 'new3'),
        values: fc.record(
          Object.fromEntries(
            Object.entries(attributes).map(([name, value]) => [
              name,
              name === 'photo' ? fc.oneof(fc.constant(''), value) : cell(value),
            ]),
          ),
        ),
        active: fc.constantFrom('', 'true', 'false'),
        guest: fc.constantFrom('', '', 'true', 'false'),
        rename: fc.boolean(),
        second: fc.constantFrom('', '\\clear', 'yes'),
        manager: fc.constantFrom('', '', '\\clear', ...NAMES, 'new1', 'new2'),
      }),
      { selector: ({ name }) => name, minLength: 1, maxLength: 7 },
    ),
  })
  .map(({ columns, rows }) => {
    const names = new Set(rows.map(({ name }) => name));
    const isKnown = (name: string) => !name.startsWith('new') || names.has(name as 'new1');
    const lines = rows.map(({ name, values, active, guest, rename, second, manager }) => [
      `${name}@example.com`,
      rename && !name.startsWith('new') ? `${name}.renamed` : name.startsWith('new') ? name : '',
      active,
      guest,
      second === 'yes' ? `${name}@other.example` : name.startsWith('new') ? '' : second,
      manager === '\\clear'
        ? manager
        : manager !== '' && isKnown(manager) && manager !== name
          ? `${manager}@example.com`
          : '',
      ...columns.map((column) => values[column] ?? ''),
    ]);
    const heading = ['email', 'userName', 'active', 'guest', 'secondaryEmail', 'manager', ...columns];
    return [heading, ...lines].map((cells) => csvLine(cells)).join('');
  });
