import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expirationFrom, isDay, parseDateTime, startDateFrom } from '../../src/rules/date-time.ts';

const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('SCIM §2.1: ISO 8601 date-time', () => {
  it.each([
    ['2026-01-15T00:00:00+0000', '2026-01-15T00:00:00.000Z', true],
    ['2026-01-15T00:00:00+00:00', '2026-01-15T00:00:00.000Z', true],
    ['2026-01-15T08:30:05Z', '2026-01-15T08:30:05.000Z', false],
    ['2026-01-15t08:30:05z', '2026-01-15T08:30:05.000Z', false],
    ['2026-01-15T08:30Z', '2026-01-15T08:30:00.000Z', false],
    ['2026-01-15T08:30:05.123456Z', '2026-01-15T08:30:05.000Z', false],
    ['2026-01-15T23:00:00-0800', '2026-01-16T07:00:00.000Z', true],
    ['2024-02-29T12:00:00+0530', '2024-02-29T06:30:00.000Z', true],
  ])('SCIM §2.1: parses %s as %s', (text, iso, hasNumericOffset) => {
    const instant = parseDateTime(text);
    expect(new Date(instant?.time ?? 0).toISOString()).toBe(iso);
    expect(instant).toMatchObject({ day: text.slice(0, 10), hasNumericOffset });
  });

  it.each([
    '',
    'tomorrow',
    '2026-01-15',
    '2026-01-15T08:30:05',
    '2026-01-15 08:30:05Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-15T24:00:00Z',
    '2026-01-15T08:60:00Z',
    '2026-01-15T08:30:60Z',
    '2026-01-15T08:30:05+2500',
    '2026-01-15T08:30:05+1',
    '15.01.2026',
    '01/15/2026',
    '1768435200',
    ' 2026-01-15T00:00:00Z',
    '2026-01-15T00:00:00Z\n',
  ])('SCIM §2.1: refuses %j', (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });
});

describe('isDay', () => {
  it.each(['2026-01-15', '2024-02-29', '2000-02-29', '1999-12-31'])('accepts %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each(['2025-02-29', '1900-02-29', '2026-04-31', '2026-1-5', '2026-00-01', '20260115', '2026-01-15\n'])(
    'refuses %j',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );
});

describe('SCIM §2.1: stored start date', () => {
  it.each([
    ['2026-01-15', '2026-01-15T00:00:00+0000'],
    ['2026-01-15T00:00:00+0000', '2026-01-15T00:00:00+0000'],
    ['2026-01-15T09:30:00+0000', '2026-01-15T00:00:00+0000'],
    ['2026-01-15T23:30:00-0800', '2026-01-15T00:00:00+0000'],
    ['2026-01-15T00:30:00+0200', '2026-01-15T00:00:00+0000'],
  ])('SCIM §2.1: stores %s as %s, the day as written in its own offset', (text, stored) => {
    expect(startDateFrom(text)).toBe(stored);
  });

  it.each(['', 'soon', '2026-02-30', '2026-1-5'])('SCIM §2.1: refuses %j as a start date', (text) => {
    expect(startDateFrom(text)).toBeUndefined();
  });

  it('SCIM §2.1: keeps a stored start date unchanged', () => {
    fc.assert(
      fc.property(day, (text) => {
        const stored = startDateFrom(text) ?? '';
        expect(stored).toBe(`${text}T00:00:00+0000`);
        expect(startDateFrom(stored)).toBe(stored);
      }),
    );
  });
});

describe('SCIM §2.1: stored expiration of a guest', () => {
  it.each([
    ['2027-06-30', '2027-06-30T00:00:00Z'],
    ['2027-06-30T12:00:00Z', '2027-06-30T12:00:00Z'],
    ['2027-06-30T12:00:00.999Z', '2027-06-30T12:00:00Z'],
    ['2027-06-30T12:00:00+0200', '2027-06-30T10:00:00Z'],
    ['2027-06-30T23:59:59-08:00', '2027-07-01T07:59:59Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ])('SCIM §2.1: stores %s as %s, the same time in UTC, in whole seconds', (text, stored) => {
    expect(expirationFrom(text)).toBe(stored);
  });

  it.each(['', 'never', '2027-06-31', '2027-06-30T12:00:00', '9999-12-31T23:59:59-0800'])(
    'SCIM §2.1: refuses %j as an expiration',
    (text) => {
      expect(expirationFrom(text)).toBeUndefined();
    },
  );

  it('SCIM §2.1: keeps a stored expiration unchanged', () => {
    fc.assert(
      fc.property(day, (text) => {
        const stored = expirationFrom(text) ?? '';
        expect(stored).toBe(`${text}T00:00:00Z`);
        expect(expirationFrom(stored)).toBe(stored);
      }),
    );
  });
});
