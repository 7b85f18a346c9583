import { describe, expect, it } from 'vitest';
import { type Filter, matchesFilter, printFilter } from '../../src/rules/filter.ts';
import { parseFilter } from '../../src/rules/parse-filter.ts';

const ATTRIBUTES = ['username', 'email', 'restricted', 'ultra_restricted'];
const parse = (text: string) => parseFilter(text, ATTRIBUTES);

/** Prints the filter as nested lists, which are easy to compare in a test. */
function shape(text: string): unknown {
  const parsed = parse(text);
  if ('problem' in parsed) return parsed.problem.code;
  const print = (filter: Filter): unknown => {
    if (filter.kind === 'present') return `${filter.attribute} pr`;
    if (filter.kind === 'compare') return `${filter.attribute} ${filter.operator} ${filter.value}`;
    if (filter.kind === 'not') return ['not', print(filter.inner)];
    return filter.parts.flatMap((part, index) => [...(index === 0 ? [] : [filter.kind]), print(part)]);
  };
  return print(parsed.filter);
}

describe('SCIM §4.5 rule 2: expression', () => {
  it.each(['eq', 'co', 'sw', 'gt', 'ge', 'lt', 'le'] as const)(
    'SCIM §4.5: has the operator %s and a value',
    (operator) => {
      expect(parse(`username ${operator} "an"`)).toEqual({
        filter: { kind: 'compare', attribute: 'username', operator, value: 'an' },
      });
    },
  );

  it('SCIM §4.5: refuses a value after pr', () => {
    expect(parse('email pr')).toEqual({ filter: { kind: 'present', attribute: 'email' } });
    expect(shape('email pr "a"')).toBe('incomplete_filter');
  });

  it.each(ATTRIBUTES)('SCIM §4.5: accepts the attribute %s', (attribute) => {
    expect(shape(`${attribute} pr`)).toBe(`${attribute} pr`);
  });

  it('SCIM §4.5 rule 5: ignores the letter case of names and operators, but not of values', () => {
    expect(shape('UserName EQ "Anna"')).toBe('username eq Anna');
    expect(shape('EMAIL Pr OR Username Sw "A" AND Restricted pR')).toEqual([
      'email pr',
      'or',
      ['username sw A', 'and', 'restricted pr'],
    ]);
  });
});

describe('SCIM §4.5 rule 4: value', () => {
  it.each([
    ['"an"', 'an'],
    ['""', ''],
    ['"a b"', 'a b'],
    ['"a and (b or \\"c\\")"', 'a and (b or "c")'],
    ['"\\u00e5\\n\\\\"', 'å\n\\'],
    ['"å😀"', 'å😀'],
    ["'1'", '1'],
    ["'a b'", 'a b'],
    ['\'say "a"\'', 'say "a"'],
    ["'O\\'Hara'", "O'Hara"],
    ['1', '1'],
    ['true', 'true'],
    ['anna@example.com', 'anna@example.com'],
    ['pr', 'pr'],
  ])('SCIM §4.5 rule 4: parses %s as %j', (text, value) => {
    expect(parse(`username eq ${text}`)).toEqual({
      filter: { kind: 'compare', attribute: 'username', operator: 'eq', value },
    });
    expect(shape(`(username eq ${text}) and email pr`)).toEqual([`username eq ${value}`, 'and', 'email pr']);
  });
});

describe('SCIM §4.5 rule 3: combined expressions', () => {
  it('SCIM §4.5 rule 3: and binds tighter than or', () => {
    expect(shape('username pr or email pr and restricted pr')).toEqual([
      'username pr',
      'or',
      ['email pr', 'and', 'restricted pr'],
    ]);
    expect(shape('username pr and email pr or restricted pr')).toEqual([
      ['username pr', 'and', 'email pr'],
      'or',
      'restricted pr',
    ]);
  });

  it('SCIM §4.5 rule 3: equal operators form one chain', () => {
    for (const word of ['and', 'or']) {
      const terms = ['username pr', 'email pr', 'restricted pr'];
      expect(shape(terms.join(` ${word} `))).toEqual([terms[0], word, terms[1], word, terms[2]]);
    }
  });

  it('SCIM §4.5 rule 3: parentheses group expressions', () => {
    expect(shape('(username pr or email pr) and restricted pr')).toEqual([
      ['username pr', 'or', 'email pr'],
      'and',
      'restricted pr',
    ]);
    expect(shape('((username pr)) and (email pr and (restricted pr))')).toEqual([
      'username pr',
      'and',
      ['email pr', 'and', 'restricted pr'],
    ]);
  });

  it('SCIM §4.5 rule 3: accepts 64 nested groups', () => {
    expect(shape(`${'('.repeat(64)}email pr${')'.repeat(64)}`)).toBe('email pr');
  });
});

describe('long filter', () => {
  it.each(['and', 'or'])('parses, prints and applies 100,000 expressions combined with %s', (word) => {
    const text = Array.from({ length: 100_000 }, () => 'email pr').join(` ${word} `);
    const parsed = parse(text);
    if ('problem' in parsed) throw new Error(parsed.problem.message);
    expect(matchesFilter(parsed.filter, () => ['anna@example.com'])).toBe(true);
    expect(matchesFilter(parsed.filter, () => [])).toBe(false);
    expect(printFilter(parsed.filter)).toBe(text);
  });

  it.each([
    ['opening parentheses', '('.repeat(100_000), 'invalid_filter_group'],
    ['spaces', `email pr${' '.repeat(100_000)}`, 'incomplete_filter'],
    ['letters', 'a'.repeat(100_000), 'no_filters'],
    ['quotes', `email eq "${'\\"'.repeat(50_000)}`, 'incomplete_filter'],
  ])('refuses 100,000 %s', (_, text, code) => {
    expect(shape(text)).toBe(code);
  });
});

describe('nesting limit of a filter', () => {
  it.each([
    [63, 'fine'],
    [64, 'fine'],
    [65, 'invalid_filter_group'],
  ])('%i nested groups: %s', (depth, verdict) => {
    const parsed = parse(`${'('.repeat(depth)}email pr${')'.repeat(depth)}`);
    expect('problem' in parsed ? parsed.problem.code : 'fine').toBe(verdict);
  });

  it('accepts any number of adjacent groups', () => {
    const sides = Array.from({ length: 200 }, () => '((email pr))').join(' or ');
    expect('filter' in parse(sides)).toBe(true);
    expect('filter' in parse(`(${Array.from({ length: 100 }, () => '(email pr)').join(' and ')})`)).toBe(
      true,
    );
  });
});
