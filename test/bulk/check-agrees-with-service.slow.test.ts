import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUsersCsv } from '../../src/bulk/input/read-users-csv.ts';
import type { Issue } from '../../src/failure/issue.ts';
import type { Json, JsonObject, ScimVersion } from '../../src/spec/protocol-types.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { account } from '../support/organization-world.ts';
import { openTestSandbox, outcome, patchOp, URNS, VERSIONS } from '../support/test-sandbox.ts';

/** Values, some of which break a rule of an attribute. */
const word = fc.constantFrom(
  'Anna',
  'anna lind',
  'Änna',
  '安娜',
  '@anna',
  'anna@x.example',
  'a@b@c.example',
  'anna@',
  '@x.example',
  'an na@x.example',
  'anna😀',
  'x'.repeat(21),
  'x'.repeat(22),
  'x'.repeat(80),
  'x'.repeat(81),
  `${'é'.repeat(21)}`,
  'here',
  'EVERYONE',
  'admin',
  'servicebot',
  '---',
  '...',
  'a/b',
  '<b>',
  'O’Neil, Jr. (Bo)',
  'true',
  'FALSE',
  'yes',
  '0',
  'multi',
  'single',
  '2026-01-15',
  '2026-02-30',
  '2026-01-15T10:00:00Z',
  '2026-01-15T10:00:00+0100',
  '2026-13-01T00:00:00+0000',
  'tomorrow',
  'https://x.example/a.png',
  'ftp://x.example/a.png',
  'data:image/png;base64,AAAA',
  'data:text/plain;base64,AAAA',
  '/etc/passwd',
  '#️⃣',
  '+46 8 123',
);

/** Mostly valid values, so that many rows have no defect. */
const usual = <T>(value: T, other: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

/** Columns, and their values in the body of a create; written by hand from SCIM §2.1. */
const COLUMNS = {
  userName: (value: string): JsonObject => ({ userName: value }),
  nickName: (value: string): JsonObject => ({ nickName: value }),
  displayName: (value: string): JsonObject => ({ displayName: value }),
  title: (value: string): JsonObject => ({ title: value }),
  timezone: (value: string): JsonObject => ({ timezone: value }),
  photo: (value: string): JsonObject => ({ photos: [{ value, primary: true }] }),
  active: (value: string): JsonObject => ({ active: booleanOrText(value) }),
} as const;
type Column = keyof typeof COLUMNS;

/** The words for a boolean in a cell. */
function booleanOrText(value: string): Json {
  const known: Record<string, boolean> = {
    true: true,
    yes: true,
    1: true,
    false: false,
    no: false,
    0: false,
  };
  return known[value.toLowerCase()] ?? value;
}

interface Row {
  readonly cells: Readonly<Record<string, string>>;
  readonly body: (version: ScimVersion) => JsonObject;
}

const row: fc.Arbitrary<Row> = fc
  .record({
    userName: usual('anna', word),
    email: usual('new@x.example', word),
    secondaryEmail: usual('', fc.oneof(word, fc.constant('NEW@x.example'))),
    others: fc.dictionary(fc.constantFrom(...(Object.keys(COLUMNS) as Column[]).slice(1)), word, {
      maxKeys: 2,
    }),
    names: fc.option(fc.tuple(fc.constantFrom('Anna', '  ', '😀'), fc.constantFrom('Lind', '   ')), {
      nil: undefined,
    }),
    guest: fc.option(fc.tuple(usual('multi', fc.constantFrom('true', 'single')), usual('', word)), {
      nil: undefined,
    }),
    startDate: usual('', word),
  })
  .map(({ userName, email, secondaryEmail, others, names, guest, startDate }) => ({
    cells: {
      userName,
      email,
      secondaryEmail,
      ...others,
      ...(names === undefined ? {} : { givenName: names[0], familyName: names[1] }),
      ...(guest === undefined ? {} : { guest: guest[0], guestExpiration: guest[1] }),
      startDate,
    },
    body: (version) => ({
      schemas: [URNS[version].user, URNS[version].guest, URNS[version].profile],
      userName,
      emails: [
        { value: email, primary: true },
        ...(secondaryEmail === '' ? [] : [{ value: secondaryEmail, primary: false }]),
      ],
      ...Object.assign(
        {},
        ...Object.entries(others).map(([column, value]) => COLUMNS[column as Column](value)),
      ),
      ...(names === undefined ? {} : { name: { givenName: names[0], familyName: names[1] } }),
      ...(guest === undefined
        ? {}
        : {
            [URNS[version].guest]: {
              type: guest[0] === 'true' ? 'multi' : guest[0],
              ...(guest[1] === '' ? {} : { expiration: withTime(guest[1]).replace('+0000', 'Z') }),
            },
          }),
      ...(startDate === '' ? {} : { [URNS[version].profile]: { startDate: withTime(startDate) } }),
    }),
  }));

/** A file may give a day without a time; the service wants both (SCIM §2.1). */
function withTime(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T00:00:00+0000` : day.replace(/Z$/, '+0000');
}

async function codesOf(
  cells: Readonly<Record<string, string>>,
  mode: 'create' | 'update',
): Promise<string[]> {
  const quote = (value: string) => `"${value}"`;
  const text = `${Object.keys(cells).join(',')}\n${Object.values(cells).map(quote).join(',')}\n`;
  const issues: Issue[] = [];
  async function* bytes() {
    yield Buffer.from(text);
  }
  await readUsersCsv(bytes(), {
    file: 'x.csv',
    shareRead: undefined,
    mode,
    vendor: 'service',
    onUser: () => {},
    onIssue: (issue) => issues.push(issue),
  });
  return issues.map(({ code }) => code);
}

describe('bulk check flags exactly what the service rejects, for the same reason', () => {
  it.each(VERSIONS)('for creates on %s', async (version) => {
    const verdicts = { flagged: 0, passed: 0 };
    await fc.assert(
      fc.asyncProperty(row, async ({ cells, body }) => {
        const service = await openTestSandbox({ version });
        const codes = await codesOf(cells, 'create');
        const answer = outcome(await service.post('/Users', body(version)));
        if (codes.length === 0) {
          verdicts.passed += 1;
          expect(answer).toBe('201');
        } else {
          verdicts.flagged += 1;
          expect(codes).toContain(answer.replace(/^\d+ /, ''));
        }
      }),
      { numRuns: runsOf(300) },
    );
    expect(verdicts.flagged).toBeGreaterThan(100);
    expect(verdicts.passed).toBeGreaterThan(20);
  });

  it('for changes, attribute by attribute', async () => {
    const service = await openTestSandbox({ version: '2.0', users: [account('mia')] });
    const { enterprise } = URNS['2.0'];
    const paths = {
      ...Object.fromEntries(
        ['displayName', 'title', 'userType', 'locale', 'preferredLanguage', 'timezone'].map((name) => [
          name,
          name,
        ]),
      ),
      givenName: 'name.givenName',
      familyName: 'name.familyName',
      department: `${enterprise}:department`,
      costCenter: `${enterprise}:costCenter`,
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.entries(paths)), word, async ([column, path], value) => {
        const codes = await codesOf({ id: 'WMIA', [column]: value }, 'update');
        const answer = outcome(await service.patch('/Users/WMIA', patchOp({ op: 'replace', path, value })));
        expect(answer.replace(/^\d+ /, '')).toBe(codes[0] ?? '200');
      }),
      { numRuns: runsOf(200) },
    );
  });
});
