import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equals, type Filter, matchesFilter, printFilter } from '../../src/rules/filter.ts';
import { parseFilter } from '../../src/rules/parse-filter.ts';

const ATTRIBUTES = ['username', 'email', 'restricted', 'name.givenname'];

const attribute = fc.constantFrom(...ATTRIBUTES);
const { filter: anyFilter } = fc.letrec<{ filter: Filter; combined: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('present'), attribute }),
    fc.record({
      kind: fc.constant('compare'),
      attribute,
      operator: fc.constant('eq'),
      value: fc.string({ unit: 'binary' }),
    }),
    fc.record({
      kind: fc.constant('compare'),
      attribute: attribute.filter((name) => name !== 'restricted'),
      operator: fc.constantFrom('eq', 'co', 'sw', 'gt', 'ge', 'lt', 'le'),
      value: fc.string({ unit: 'binary' }),
    }),
    tie('combined'),
  ),
  combined: fc.record({
    kind: fc.constantFrom('and', 'or'),
    parts: fc.array(tie('filter'), { minLength: 2, maxLength: 4 }),
  }),
}));

/** Returns the values of a user by attribute name, as a filter queries them. */
const valuesOf =
  (values: Readonly<Record<string, readonly string[]>>) =>
  (name: string): readonly string[] =>
    values[name] ?? [];

const ANNA = valuesOf({
  username: ['anna'],
  email: ['Anna@example.com', 'anna@home.example'],
  restricted: ['false'],
});

function matches(text: string, of = ANNA): boolean {
  const parsed = parseFilter(text, ATTRIBUTES);
  if ('problem' in parsed) throw new Error(parsed.problem.message);
  return matchesFilter(parsed.filter, of);
}

describe('SCIM §4.5: printing a filter', () => {
  it('SCIM §4.5: any printed filter parses to the same filter', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(parseFilter(printFilter(filter), ATTRIBUTES)).toEqual({ filter });
      }),
      { numRuns: 500 },
    );
  });

  it('SCIM §4.5 rule 4: prints values as JSON strings and single spaces', () => {
    expect(printFilter(equals('email', 'a "b"\n'))).toBe('email eq "a \\"b\\"\\n"');
    expect(printFilter({ kind: 'present', attribute: 'email' })).toBe('email pr');
  });

  it.each([
    'username pr or email pr and restricted pr',
    '(username pr or email pr) and restricted pr',
    'username pr or (email pr or restricted pr)',
    'username pr and (email pr and restricted pr)',
    '(username pr and email pr) and restricted pr',
    '(username pr or email pr) or restricted pr',
    'username pr and email pr and restricted pr',
  ])('SCIM §4.5 rule 3: prints only the necessary parentheses: %s', (text) => {
    const parsed = parseFilter(text, ATTRIBUTES);
    expect('filter' in parsed && printFilter(parsed.filter)).toBe(text);
  });
});

describe('SCIM §4.5: matching a filter', () => {
  it.each([
    ['username eq "anna"', true],
    ['username eq "ANNA"', true],
    ['username eq "ann"', false],
    ['username co "nn"', true],
    ['username co "x"', false],
    ['username sw "an"', true],
    ['username sw "na"', false],
    ['username gt "anders"', true],
    ['username gt "anna"', false],
    ['username ge "anna"', true],
    ['username lt "bo"', true],
    ['username lt "anna"', false],
    ['username le "anna"', true],
    ['username le "ann"', false],
    ['username pr', true],
    ['name.givenname pr', false],
    ['name.givenname eq ""', false],
    ['email eq "anna@home.example"', true],
    ['email eq "anna@example.com"', true],
    ['email sw "bo"', false],
    ['restricted eq "false"', true],
    ['restricted eq "0"', true],
    ['restricted eq "1"', false],
    ['restricted eq true', false],
    ['restricted pr', true],
    ['username pr and email sw "bo"', false],
    ['username sw "x" or email pr', true],
    ['username sw "x" or email sw "x"', false],
    ['username pr or email pr and email sw "x"', true],
    ['(username pr or email pr) and email sw "x"', false],
  ])('SCIM §4.5: %s on Anna: %s', (text, expected) => {
    expect(matches(text)).toBe(expected);
  });

  it.each(['"1"', "'1'", '1', 'true', '"TRUE"'])(
    'SCIM §4.5: restricted eq %s matches multi-channel guests',
    (value) => {
      expect(matches(`restricted eq ${value}`, valuesOf({ restricted: ['true'] }))).toBe(true);
      expect(matches(`restricted eq ${value}`, valuesOf({ restricted: ['false'] }))).toBe(false);
    },
  );

  it('SCIM §4.5: does not treat a userName of "true" as 1', () => {
    expect(matches('username eq "1"', valuesOf({ username: ['true'] }))).toBe(false);
    expect(matches('username eq "true"', valuesOf({ username: ['true'] }))).toBe(true);
  });

  it('treats an empty value as not present', () => {
    expect(matches('email pr', valuesOf({ email: [''] }))).toBe(false);
    expect(matches('email pr', valuesOf({ email: ['', 'a'] }))).toBe(true);
  });

  it('SCIM §4.5: evaluates and and or as logical operators', () => {
    fc.assert(
      fc.property(fc.array(anyFilter, { minLength: 2, maxLength: 4 }), (parts) => {
        const matched = parts.map((part) => matchesFilter(part, ANNA));
        expect(matchesFilter({ kind: 'and', parts }, ANNA)).toBe(!matched.includes(false));
        expect(matchesFilter({ kind: 'or', parts }, ANNA)).toBe(matched.includes(true));
      }),
    );
  });
});
