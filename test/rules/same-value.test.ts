import { describe, expect, it } from 'vitest';
import { isSameValue } from '../../src/rules/same-value.ts';
import type { StringAttributeName } from '../../src/spec/user-attributes.ts';

const isSame = (name: StringAttributeName, wanted: string | undefined, stored: string | undefined) =>
  isSameValue(
    name,
    wanted === undefined ? {} : { [name]: wanted },
    stored === undefined ? {} : { [name]: stored },
  );

describe('comparison of a wanted value with the stored one', () => {
  it.each([
    ['userName', 'Anna.Lind', 'anna.lind'],
    ['userName', 'anna lind', 'anna_lind'],
    ['userName', 'anna@example.com', 'anna'],
    ['nickName', 'Anna', 'anna'],
    ['email', 'Anna@Example.com', 'anna@example.com'],
    ['secondaryEmail', 'ANNA@home.example', 'anna@home.example'],
    ['startDate', '2026-01-15', '2026-01-15T00:00:00+0000'],
    ['startDate', '2026-01-15T09:30:00+0000', '2026-01-15T00:00:00+0000'],
    ['guestExpiration', '2027-06-30', '2027-06-30T00:00:00Z'],
    ['guestExpiration', '2027-06-30T02:00:00+0200', '2027-06-30T00:00:00Z'],
    ['title', 'Engineer', 'Engineer'],
    ['title', '', undefined],
    ['title', ' ', undefined],
    ['title', undefined, ''],
    ['title', undefined, undefined],
    ['userName', '', undefined],
    ['email', ' ', undefined],
    ['startDate', ' ', undefined],
  ] as const)('treats %s %j as the stored %j', (name, wanted, stored) => {
    expect(isSame(name, wanted, stored)).toBe(true);
  });

  it.each([
    ['userName', 'anna', 'bo'],
    ['email', 'anna@example.com', 'anna@example.org'],
    ['displayName', 'anna lind', 'Anna Lind'],
    ['title', 'engineer', 'Engineer'],
    ['title', 'Engineer', undefined],
    ['title', undefined, 'Engineer'],
    ['phone', '+46 8 123', '+468123'],
    ['manager', 'bo@example.com', 'U0002'],
    ['startDate', '2026-01-15', '2026-01-16T00:00:00+0000'],
    ['startDate', 'soon', '2026-01-15T00:00:00+0000'],
    ['guestExpiration', '2027-06-30T00:00:01Z', '2027-06-30T00:00:00Z'],
  ] as const)('distinguishes %s %j from %j', (name, wanted, stored) => {
    expect(isSame(name, wanted, stored)).toBe(false);
  });

  it.each([
    [{ guest: true }, { guest: true }, true],
    [{ guest: false }, {}, true],
    [{}, { guest: false }, true],
    [{ guest: true }, {}, false],
    [{ guest: true }, { guest: false }, false],
  ])('compares booleans: %j and %j: %s', (wanted, stored, expected) => {
    expect(isSameValue('guest', wanted, stored)).toBe(expected);
  });
});
