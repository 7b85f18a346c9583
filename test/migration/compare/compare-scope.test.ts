import { describe, expect, it } from 'vitest';
import { readScope } from '../../../src/migration/compare/compare-scope.ts';
import { COMPARED_ATTRIBUTES } from '../../../src/migration/compare/organization-copy.ts';

const FOUND = ['onlyInA', 'onlyInB', 'different', 'ambiguous'];
const SUBJECTS = ['user', 'group', 'membership'];
const words = (text: string) => text.split(',').filter(Boolean);

describe('--only and --ignore of compare', () => {
  it.each<
    [only: string, ignore: string, found: readonly string[], subjects: readonly string[], attributes: number]
  >([
    ['', '', FOUND, SUBJECTS, 0],
    ['USERS', '', FOUND, ['user'], 0],
    ['users,Only-In-A', '', ['onlyInA'], ['user'], 0],
    ['groups,memberships', 'ambiguous', ['onlyInA', 'onlyInB', 'different'], ['group', 'membership'], 0],
    ['only-in-a,only-in-b', 'only-in-b', ['onlyInA'], SUBJECTS, 0],
    // An attribute alone selects only differences of users.
    ['title', '', ['different'], ['user'], 1],
    ['title,phone', 'phone', ['different'], ['user'], 1],
    ['title,memberships', '', ['different'], ['membership'], 1],
    ['title,users,groups', '', ['different'], ['user', 'group'], 1],
    ['', 'title', FOUND, SUBJECTS, -1],
    ['users,different', 'title', ['different'], ['user'], -1],
    ['memberships,different', '', ['different'], ['membership'], 0],
    ['groups,only-in-a', '', ['onlyInA'], ['group'], 0],
    ['users,memberships', 'different', ['onlyInA', 'onlyInB', 'ambiguous'], ['user', 'membership'], 0],
  ])(
    '"%s" and "%s" select the expected differences, subjects and attributes',
    (only, ignore, found, subjects, attributes) => {
      const scope = readScope(words(only), words(ignore));
      const count = attributes > 0 ? attributes : COMPARED_ATTRIBUTES.length + attributes;
      expect([[...scope.found], [...scope.subjects], scope.attributes.size]).toEqual([
        found,
        subjects,
        count,
      ]);
      expect(scope.hasLeavers).toBe(true);
    },
  );

  it('"leavers" ignores deactivated users', () => {
    expect(readScope([], ['LEAVERS'])).toMatchObject({ hasLeavers: false });
  });

  it.each([
    ['title', 'title'],
    ['title', 'users'],
    ['title', 'different'],
    ['users,different', COMPARED_ATTRIBUTES.join()],
    ['memberships', 'different'],
    ['memberships,only-in-a', ''],
    ['users', 'users'],
    ['', 'users,groups,memberships'],
    ['', 'only-in-a,only-in-b,different,ambiguous'],
  ])('"%s" and "%s" are refused because they leave nothing to compare', (only, ignore) => {
    expect(() => readScope(words(only), words(ignore))).toThrow(
      '--only and --ignore leave nothing to compare',
    );
  });

  it.each([
    ['users', COMPARED_ATTRIBUTES.join()],
    ['groups,different', COMPARED_ATTRIBUTES.join()],
    ['users,memberships,different', COMPARED_ATTRIBUTES.join()],
    ['groups', 'different'],
  ])('"%s" and "%s" are accepted', (only, ignore) => {
    expect(readScope(words(only), words(ignore)).subjects.size).toBeGreaterThan(0);
  });

  it('an unknown word is refused by name', () => {
    expect(() => readScope(['titel'], [])).toThrow('--only does not take "titel" (did you mean "title"?)');
    expect(() => readScope([], ['nonsense'])).toThrow('--ignore does not take "nonsense"');
    expect(() => readScope(['leavers'], [])).toThrow('--only does not take "leavers"');
  });
});
