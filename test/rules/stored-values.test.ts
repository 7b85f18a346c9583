import { describe, expect, it } from 'vitest';
import {
  addressSlot,
  type Ranked,
  rankedEmails,
  rankedPhones,
  rankedSingles,
} from '../../src/rules/stored-values.ts';
import type { AddressEntry, Entry } from '../../src/rules/user-request.ts';

/** The properties of an entry besides its value. */
type Marks = Partial<Pick<Entry, 'primary' | 'type' | 'isDeletion'>>;
const NONE: Marks = {};
const TRUE: Marks = { primary: true };
const FALSE: Marks = { primary: false };
const WORK: Marks = { type: 'work' };
const HOME: Marks = { type: 'home' };
const MOBILE: Marks = { type: 'mobile' };
const DELETED: Marks = { isDeletion: true };

/** Entries with the values a, b, c … in order. */
function entries(marks: readonly Marks[]): readonly Entry[] {
  return marks.map((mark, index) => ({
    value: 'abcdef'[index],
    type: undefined,
    primary: undefined,
    isDeletion: false,
    ...mark,
  }));
}

const values = ([first, second]: Ranked) => [first?.value, second?.value];

describe('SCIM §4.3 rule 6: stored emails', () => {
  it.each([
    ['nothing', [], undefined, undefined],
    ['a single entry', [NONE], 'a', undefined],
    ['a single entry with primary false as the secondary email', [FALSE], undefined, 'a'],
    ['only one of two entries with primary false', [FALSE, FALSE], undefined, 'a'],
    ['the entry with primary true first', [NONE, TRUE], 'b', 'a'],
    ['primary true before type work', [WORK, TRUE], 'b', 'a'],
    ['type work if no entry is primary', [HOME, WORK], 'b', 'a'],
    ['type work before primary false', [FALSE, WORK], 'b', 'a'],
    ['the original order without primary and work', [NONE, HOME], 'a', 'b'],
    ['the first of two that are primary', [TRUE, TRUE], 'a', 'b'],
    ['the first two of three', [NONE, NONE, NONE], 'a', 'b'],
    ['the primary and the first of the others', [NONE, NONE, TRUE], 'c', 'a'],
    ['no deleted entry', [DELETED, NONE], 'b', undefined],
    ['no deleted primary entry', [{ ...TRUE, ...DELETED }, NONE], 'b', undefined],
  ])('SCIM §4.3 rule 6: stores %s', (_, marks, primary, secondary) => {
    expect(values(rankedEmails(entries(marks)))).toEqual([primary, secondary]);
  });
});

describe('SCIM §4.3 rule 7: stored phone numbers (matrix of the facts)', () => {
  it.each([
    ['neither primary nor type', NONE],
    ['primary true', TRUE],
    ['type mobile', MOBILE],
    ['type work and primary true', { ...WORK, ...TRUE }],
    ['any other type', HOME],
  ])('SCIM §4.3 rule 7: stores a single entry with %s as primaryPhone', (_, marks) => {
    expect(values(rankedPhones(entries([marks])))).toEqual(['a', undefined]);
  });

  it.each([
    ['type work', WORK],
    ['type work and primary false', { ...WORK, ...FALSE }],
    ['primary false', FALSE],
    ['type mobile and primary false', { ...MOBILE, ...FALSE }],
  ])('SCIM §4.3 rule 7: stores a single entry with %s as mobilePhone', (_, marks) => {
    expect(values(rankedPhones(entries([marks])))).toEqual([undefined, 'a']);
  });

  it.each([
    ['primary true', 'primary false', TRUE, FALSE],
    ['type mobile', 'type work', MOBILE, WORK],
    ['primary true', 'nothing', TRUE, NONE],
    ['primary true', 'type mobile', TRUE, MOBILE],
    ['primary true', 'type work', TRUE, WORK],
    ['primary true and type work', 'type mobile', { ...TRUE, ...WORK }, MOBILE],
    ['type mobile', 'nothing', MOBILE, NONE],
    ['type mobile', 'primary false', MOBILE, FALSE],
    ['nothing', 'type work', NONE, WORK],
    ['nothing', 'primary false', NONE, FALSE],
    ['any other type', 'type work', HOME, WORK],
    ['type work', 'primary false', WORK, FALSE],
    ['type work', 'primary false and type mobile', WORK, { ...FALSE, ...MOBILE }],
  ])(
    'SCIM §4.3 rule 7: of two in any order, the one with %s is primaryPhone and the one with %s mobilePhone',
    (_, __, primary, mobile) => {
      expect(values(rankedPhones(entries([primary, mobile])))).toEqual(['a', 'b']);
      expect(values(rankedPhones(entries([mobile, primary])))).toEqual(['b', 'a']);
    },
  );

  it('SCIM §4.3 rule 7: keeps the order of two entries with equal or no type and primary', () => {
    for (const marks of [NONE, TRUE, MOBILE, WORK])
      expect(values(rankedPhones(entries([marks, marks])))).toEqual(['a', 'b']);
    expect(values(rankedPhones(entries([FALSE, FALSE])))).toEqual([undefined, 'a']);
  });

  it('SCIM §4.3 rule 7: treats an entry next to a deleted one as a single entry', () => {
    expect(values(rankedPhones(entries([DELETED, NONE])))).toEqual(['b', undefined]);
    expect(values(rankedPhones(entries([DELETED, WORK])))).toEqual([undefined, 'b']);
    expect(values(rankedPhones(entries([DELETED])))).toEqual([undefined, undefined]);
  });
});

describe('SCIM §4.3 rule 7: standard numbers that are not phones', () => {
  it.each(['fax', 'pager'])('SCIM §4.3 rule 7: does not store a %s number', (type) => {
    expect(values(rankedPhones(entries([{ type }])))).toEqual([undefined, undefined]);
    expect(values(rankedPhones(entries([{ type, primary: true }, WORK, MOBILE])))).toEqual(['c', 'b']);
  });
});

describe('SCIM §4.3 rules 8, 10: stored photo and role', () => {
  it.each([
    ['nothing', [], undefined],
    ['the first', [NONE, NONE], 'a'],
    ['the first entry of any type', [HOME, WORK], 'a'],
    ['the one with primary true', [NONE, TRUE], 'b'],
    ['the first of two that are primary', [NONE, TRUE, TRUE], 'b'],
    ['no deleted entry', [{ ...TRUE, ...DELETED }, NONE], 'b'],
  ])('SCIM §4.3 rule 8: stores %s', (_, marks, value) => {
    expect(rankedSingles(entries(marks), true)[0]?.value).toBe(value);
  });
});

describe('SCIM §4.3 rule 9: stored address', () => {
  const addresses = (marks: readonly Marks[]): readonly AddressEntry[] =>
    entries(marks).map((entry) => ({ ...entry, parts: { locality: entry.value ?? '' } }));

  it.each([
    ['nothing', [], undefined],
    ['the first', [NONE, NONE], 'a'],
    ['the one with primary true', [WORK, TRUE], 'b'],
    ['the one of type work if no entry is primary', [HOME, WORK], 'b'],
    ['no deleted entry', [{ ...TRUE, ...DELETED }, NONE], 'b'],
  ])('SCIM §4.3 rule 9: stores %s', (_, marks, locality) => {
    expect(addressSlot(addresses(marks))?.parts.locality).toBe(locality);
  });
});
