import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../src/rules/parse-filter.ts';

const ATTRIBUTES = ['username', 'email', 'restricted', 'ultra_restricted'];

/** Returns the code, and the filter with a caret before the position of the problem. */
function refusal(text: string): readonly [string, string] {
  const parsed = parseFilter(text, ATTRIBUTES);
  if ('filter' in parsed) throw new Error(`${text} is a filter`);
  const { code, at } = parsed.problem;
  return [code, `${text.slice(0, at)}^${text.slice(at)}`];
}

describe('SCIM §7: operators of a boolean attribute', () => {
  it.each(['restricted ^gt "true"', 'username pr and ultra_restricted ^Co 1', '(restricted ^sw "t")'])(
    'SCIM §7 query_building_failed: %s',
    (marked) => {
      expect(refusal(marked.replace('^', ''))).toEqual(['query_building_failed', marked]);
    },
  );
});

describe('SCIM §7: code and position of a malformed filter', () => {
  it.each(['^', '^   ', 'username^', 'foo^'])('SCIM §7 no_filters: %s', (marked) => {
    expect(refusal(marked.replace('^', ''))).toEqual(['no_filters', marked]);
  });

  it.each([
    'username eq^',
    'username eq ^',
    'username eq ^"a',
    "username eq ^'a",
    'username eq ^"a\\"',
    'username ^ eq "a"',
    'username eq ^ "a"',
    'username^\teq "a"',
    'username eq^\n"a"',
    '^ username pr',
    'username pr ^',
    'username pr ^email pr',
    'username pr ^xor email pr',
    'username pr  ^and email pr',
    'username pr and ^ email pr',
    'username pr and^',
    'username pr and ^',
    'username pr or^',
    'username eq "a"^and email pr',
    '(username pr or^)',
    '(username pr and ^)',
    '(^ username pr)',
    '(username pr ^)',
    '(username pr ^email pr)',
    '^"username" eq "a"',
    'username ^(eq) "a"',
    'username eq ^(a)',
  ])('SCIM §7 incomplete_filter: %s', (marked) => {
    expect(refusal(marked.replace('^', ''))).toEqual(['incomplete_filter', marked]);
  });

  it.each([
    '^(username pr',
    'username pr and ^(email pr',
    '^(username pr or (email pr)',
    'username pr^)',
    '(username pr)^)',
    '^()',
    'username pr and ^()',
    `${'('.repeat(64)}^(email pr${')'.repeat(65)}`,
  ])('SCIM §7 invalid_filter_group: %s', (marked) => {
    expect(refusal(marked.replace('^', ''))).toEqual(['invalid_filter_group', marked]);
  });

  it.each([
    '^password eq "a"',
    '^nickname pr',
    'username pr and ^nothing pr',
    '(^nothing pr)',
    '^not username pr',
    'username ^is "a"',
    'username ^ne "a"',
    'username ^toString "a"',
    'username pr or email ^like "a"',
    'username eq ^"\\x"',
    'username eq ^"a\nb"',
  ])('SCIM §7 invalid_query: %s', (marked) => {
    expect(refusal(marked.replace('^', ''))).toEqual(['invalid_query', marked]);
  });

  it('SCIM §4.5: lists the known attributes or operators in the message', () => {
    const message = (text: string) => {
      const parsed = parseFilter(text, ATTRIBUTES);
      return 'problem' in parsed ? parsed.problem.message : '';
    };
    expect(message('password pr')).toContain('username, email, restricted, ultra_restricted');
    expect(message('username is "a"')).toContain('eq, co, sw, gt, ge, lt, le, pr');
  });

  it('accepts any text as a filter or refuses it with a position inside it', () => {
    const word = fc.constantFrom(
      ...ATTRIBUTES,
      'eq',
      'pr',
      'and',
      'or',
      '(',
      ')',
      ' ',
      '"a"',
      "'",
      '"',
      '\\',
      'x',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(word).map((words) => words.join('')),
          fc.string(),
        ),
        (text) => {
          const parsed = parseFilter(text, ATTRIBUTES);
          if ('filter' in parsed) return;
          expect(parsed.problem.at).toBeGreaterThanOrEqual(0);
          expect(parsed.problem.at).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
