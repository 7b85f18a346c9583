import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../src/bulk/input/map-template.ts';
import { userRecord } from '../../../src/migration/compare/copy-builder.ts';
import { invisibleDifference } from '../../../src/migration/compare/invisible-difference.ts';
import { createUserLookup } from '../../../src/migration/compare/join-people.ts';
import {
  comparedText,
  isCompared,
  isSameText,
  isSingleChannelGuest,
  personName,
  valuesOf,
} from '../../../src/migration/compare/organization-copy.ts';
import { createDomainRenamer } from '../../../src/migration/compare/rename-domains.ts';
import { createUserNamer, unknownNamesIn } from '../../../src/migration/compare/user-name-rule.ts';
import type { UserValues } from '../../../src/spec/user-attributes.ts';
import { organization } from './small-organizations.ts';

describe('user in a compare', () => {
  it('is named by userName, else by address, else by ID', () => {
    const nameOf = (values: UserValues) => personName(userRecord('U1', values, {}));
    expect(nameOf({ userName: 'ann', email: 'a@x.example' })).toBe('ann');
    expect(nameOf({ email: 'a@x.example' })).toBe('a@x.example');
    expect(nameOf({ title: 'x' })).toBe('U1');
  });

  it('has no photo if the URL is a default photo of the service', () => {
    const photoOf = (photo: string) => valuesOf(userRecord('U1', { photo, title: 'x' }, {}));
    expect(photoOf('https://x.example/U1-72.png')).toEqual({ title: 'x' });
    expect(photoOf('https://x.example/U2-72.png')).toEqual({
      photo: 'https://x.example/U2-72.png',
      title: 'x',
    });
  });

  it('is neither a guest nor a full member if it is a single-channel guest', () => {
    const [one, many] = [true, false].map((isSingle) => userRecord('U1', { guest: true }, {}, isSingle));
    expect([one, many].map((person) => person && isSingleChannelGuest(person))).toEqual([true, false]);
    expect([one, many].map((person) => person && valuesOf(person))).toEqual([{}, { guest: true }]);
  });

  it.each([
    [[true, false], undefined, true],
    [[false, false], undefined, false],
    [[true, true], undefined, false],
    [[false, false], [true, false], true],
    [[true, false], [true, true], false],
    [[false, false], [false, false], false],
  ])('is compared if the user is selected on one side and excluded on neither: %j %j', (a, b, meant) => {
    const person = ([isSelected = false, isExcluded = false]: readonly boolean[]) =>
      userRecord('U1', {}, { isSelected: () => isSelected, isExcluded: () => isExcluded });
    expect(isCompared(person(a), b === undefined ? undefined : person(b))).toBe(meant);
  });

  it('is selected or excluded after all users were read', () => {
    const told: string[] = [];
    const options = {
      onPerson: (id: string) => void told.push(id),
      isSelected: () => told.length === 2,
      isExcluded: () => told.length === 3,
    };
    const [one] = ['U1', 'U2'].map((id) => userRecord(id, {}, options));
    expect([one?.isSelected, one?.isExcluded]).toEqual([true, false]);
    userRecord('U3', {}, options);
    expect([one?.isSelected, one?.isExcluded]).toEqual([false, true]);
  });

  it('is selected by its original values and compared by its translated values', () => {
    const seen: UserValues[] = [];
    const person = userRecord(
      'U1',
      { userName: 'ann', manager: 'bob' },
      {
        translate: (values) => ({ ...values, userName: 'ann2', manager: 'bob2' }),
        isSelected: (_, values) => seen.push(values) > 0,
      },
    );
    expect([personName(person), person.manager, seen]).toEqual([
      'ann2',
      'bob2',
      [{ userName: 'ann', manager: 'bob' }],
    ]);
  });

  it.each([
    ['', undefined],
    ['U1', 0],
    ['ann', 0],
    ['ANN', 0],
    ['a@x.example', 0],
    ['A@X.example', 0],
    ['U3', 1],
    ['nobody', undefined],
    ['n@x.example', undefined],
  ])('is found by ID, address or userName: "%s"', (identity, position) => {
    const copy = organization('A', {
      U1: { userName: 'Ann', email: 'a@x.example' },
      // An ID takes precedence over a userName.
      U3: { userName: 'bob' },
      U4: { userName: 'U3' },
    });
    expect(createUserLookup(copy)(identity)).toBe(position);
  });
});

describe('comparison of two values', () => {
  it.each([
    ['title', 'x', 'x', true],
    ['title', 'x', 'X', false],
    ['title', '', 'x', false],
    ['userName', 'Ann', 'ann', true],
    ['email', 'A@x.example', 'a@x.example', true],
    ['active', 'true', 'false', false],
    // An empty state in a file means unknown.
    ['active', '', 'false', true],
    ['active', 'true', '', true],
    ['timezone', '', 'America/Los_Angeles', true],
  ] as const)('%s "%s" equals "%s": %s', (name, one, other, isSame) => {
    expect([isSameText(name, one, other), isSameText(name, other, one)]).toEqual([isSame, isSame]);
  });

  it('normalizes values that are compared without letter case', () => {
    expect([comparedText('userName', 'Ann'), comparedText('active', 'TRUE')]).toEqual(['ann', 'TRUE']);
  });

  it.each([
    ['a', 'a', undefined],
    ['a', 'b', undefined],
    ['a', 'A', undefined],
    ['a', ' a\t', 'leading or trailing spaces'],
    ['é', 'e\u0301', 'different Unicode composition'],
  ])('explains an invisible difference: %j %j', (one, other, why) => {
    expect(invisibleDifference(one, other)).toBe(why);
  });
});

describe('translation of values of A', () => {
  it('renames the domains of addresses and managers', () => {
    const renamed: string[] = [];
    const rename = createDomainRenamer(new Map([['old.example', 'new.example']]), (domain) =>
      renamed.push(domain),
    );
    expect(
      rename?.({
        email: '"a@b"@OLD.example',
        secondaryEmail: 'a@other.example',
        userName: 'ann',
        manager: 'bob@old.example',
        title: 'x@old.example',
      }),
    ).toEqual({
      email: '"a@b"@new.example',
      secondaryEmail: 'a@other.example',
      userName: 'ann',
      manager: 'bob@new.example',
      title: 'x@old.example',
    });
    expect(renamed).toEqual(['old.example', 'old.example']);
    expect(createDomainRenamer(new Map())).toBeUndefined();
  });

  it.each<[string, UserValues, string | undefined]>([
    ['{givenName}.{familyName}', { givenName: 'Ann', familyName: 'Lee', userName: 'x' }, 'ann.lee'],
    ['{givenName}.{familyName}', { givenName: 'Ann', userName: 'x' }, 'x'],
    ['{givenName}.{familyName}', { givenName: 'Ann' }, undefined],
    ['n-{employeeNumber}', { employeeNumber: '7' }, 'n-7'],
  ])('builds the userName from the template %s and %j', (template, values, userName) => {
    const parsed = parseTemplate(template);
    if (!('parts' in parsed)) throw new Error(parsed.problem);
    expect(createUserNamer(parsed.parts)(values)).toEqual({
      ...values,
      ...(userName === undefined ? {} : { userName }),
    });
    expect(unknownNamesIn(parsed.parts)).toEqual([]);
  });
});
