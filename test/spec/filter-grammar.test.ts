import { describe, expect, it } from 'vitest';
import {
  BOOLEAN_OPERATORS,
  COMPARISON_OPERATORS,
  FILTER_ATTRIBUTES,
  GROUP_FILTER_ATTRIBUTES,
  OTHER_FILTER_ATTRIBUTES,
  PRESENCE_OPERATOR,
} from '../../src/spec/filter-grammar.ts';

describe('SCIM §4.5: filter operators and attributes', () => {
  it('SCIM §4.5: the operators are eq, co, sw, pr, gt, ge, lt, le, and, or', () => {
    const operators = [...Object.keys(COMPARISON_OPERATORS), PRESENCE_OPERATOR, ...BOOLEAN_OPERATORS];
    expect(operators.sort()).toEqual(['and', 'co', 'eq', 'ge', 'gt', 'le', 'lt', 'or', 'pr', 'sw']);
  });

  it('SCIM §4.5: eq means equal, co contains and sw starts with', () => {
    expect(COMPARISON_OPERATORS).toMatchObject({ eq: 'equal', co: 'contains', sw: 'starts with' });
  });

  it('SCIM §4.5: users are filtered by username, email, restricted and ultra_restricted', () => {
    expect(Object.keys(FILTER_ATTRIBUTES)).toEqual(['username', 'email', 'restricted', 'ultra_restricted']);
  });

  it('SCIM §4.5: groups can be filtered by displayName, as observed', () => {
    expect(GROUP_FILTER_ATTRIBUTES).toContain('displayname');
  });

  it('SCIM §4.5 rule 5: attribute names are in lower case, because letter case is ignored', () => {
    const names = [...Object.keys(FILTER_ATTRIBUTES), ...OTHER_FILTER_ATTRIBUTES, ...GROUP_FILTER_ATTRIBUTES];
    expect(names.filter((name) => name !== name.toLowerCase())).toEqual([]);
  });
});
