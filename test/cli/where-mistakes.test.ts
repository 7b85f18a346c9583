import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** Passes an expression as a single argument, whatever its quotes. */
async function list(where: string, resource = 'users', now = Date.now()) {
  return freshMachine().words(
    [
      '-p',
      'sandbox',
      'scim',
      resource,
      'list',
      '--where',
      where,
      '-o',
      'text',
      '--columns',
      NAMES[resource] ?? '',
    ],
    { now: () => now },
  );
}

const NAMES: Readonly<Record<string, string>> = { users: 'userName', groups: 'displayName' };

/** The reason of a refusal, and the expression with a caret at the reported position. */
async function refusal(marked: string, resource?: string): Promise<readonly [string, string]> {
  const ran = await list(marked.replace('^', ''), resource);
  expect([ran.exit, ran.stdout]).toEqual([5, '']);
  const [reason = '', text = '', caret = ''] = ran.stderr.split('\n');
  const at = caret.indexOf('^') - 2;
  const typed = text.slice(2);
  return [reason.replace(/^error: --where: | \[\w+\]$/g, ''), `${typed.slice(0, at)}^${typed.slice(at)}`];
}

describe('--where with an invalid comparison', () => {
  it.each([
    ['active eq ^yes', '"active" is true or false, not "yes"'],
    ['active ne ^yes', '"active" is true or false, not "yes"'],
    ['title pr and guest eq ^"maybe"', '"guest" is true or false, not "maybe"'],
    ['active eq ^act', '"active" is true or false, not "act"'],
    ['title eq "maybe" and guest ne ^maybe', '"guest" is true or false, not "maybe"'],
    [
      'state eq ^"suspended"',
      '"state" is one of active, guest, guest (single-channel), deactivated, not "suspended"',
    ],
    [
      'created gt ^"yesterday"',
      '"created" is compared with a date such as 2026-03-01, or 7d for 7 days ago, not "yesterday"',
    ],
    [
      'startDate ge ^15.03.2024',
      '"startDate" is compared with a date such as 2026-03-01, or 7d for 7 days ago, not "15.03.2024"',
    ],
    ['title eq ^“Designer”', `the quotes of an expression are " or ', not “`],
    [
      'created ge ^2026-13-45',
      '"created" is compared with a date such as 2026-03-01, or 7d for 7 days ago, not "2026-13-45"',
    ],
    [
      'created ge ^2026-01-01T-soon',
      '"created" is compared with a date such as 2026-03-01, or 7d for 7 days ago, not "2026-01-01T-soon"',
    ],
    [
      'created ge ^2026-13',
      '"created" is compared with a date such as 2026-03-01, or 7d for 7 days ago, not "2026-13"',
    ],
    ['created ge ^999999999999d', 'an age is at most 36500d, not "999999999999d"'],
    ['created ge ^-36501d', 'an age is at most 36500d, not "-36501d"'],
    ['created eq ^1h', '"1h" is a date; compare it with gt, ge, lt or le'],
    ['created ne ^0.5d', '"0.5d" is a date; compare it with gt, ge, lt or le'],
    ['created sw ^7d', '"7d" is a date; compare it with gt, ge, lt or le'],
    ['title eq ^null', 'for a column without a value, write not (title pr)'],
    ['active eq true and (title ne ^null)', 'for a column without a value, write title pr'],
  ])('is refused: %s', async (marked, reason) => {
    expect(await refusal(marked)).toEqual([reason, marked]);
  });

  it('is refused for groups', async () => {
    expect(await refusal('created ge ^soon', 'groups')).toEqual([
      '"created" is compared with a date such as 2026-03-01, or 7d for 7 days ago, not "soon"',
      'created ge ^soon',
    ]);
  });

  it.each([
    ['title eq "null"', ''],
    ['title eq "is null"', ''],
    ['state sw "d"', 'former.member\nerased\n'],
    ['state eq "Guest"', 'dev.partner\none.channel\n'],
    ['active eq 0', 'former.member\nerased\n'],
    ['created sw "2024-03-08"', 'clara.voss\n'],
    ['created lt "2024-03-05"', 'ines.harbour\n'],
    ['created lt 2024-03-05T10:00:00-08:00', 'ines.harbour\nwalt.finch\n'],
    ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "Product"', 'clara.voss\n'],
  ])('is accepted if the comparison is valid: %s', async (where, names) => {
    const ran = await list(where);
    expect([ran.exit, ran.stdout]).toEqual([0, names]);
  });

  it.each(['created ge 7d', 'created ge -7d', 'created ge "-7d"'])(
    'counts ages of whole days back from today: %s',
    async (where) => {
      const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
      expect((await list(where, 'users', day('2024-03-12'))).stdout.split('\n')).toContain('walt.finch');
      const later = (await list(where, 'users', day('2024-03-13'))).stdout.split('\n');
      expect(later).not.toContain('walt.finch');
      expect(later).toContain('mei.tanaka');
    },
  );
});

describe('--where comparison with ""', () => {
  const all = async (where: string) => (await list(where)).stdout;
  it.each(['department', 'title', 'manager', 'startDate', 'created', 'groups', 'userName', 'emails'])(
    'selects missing or empty values, like pr: %s',
    async (name) => {
      expect(await all(`${name} eq ""`)).toBe(await all(`not (${name} pr)`));
      expect(await all(`${name} ne ''`)).toBe(await all(`${name} pr`));
      expect(await all(`not (${name} eq "")`)).toBe(await all(`${name} pr`));
    },
  );

  it('selects users without a value', async () => {
    expect(await all('title ne ""')).toContain('clara.voss');
    expect(await all('title eq ""')).not.toContain('clara.voss');
    expect(await all('title eq ""')).toContain('one.channel');
    expect(await all('department eq "" and userName eq "clara.voss"')).toBe('');
    expect(await all('userName eq ""')).toBe('');
    const ran = await list('manager eq ""');
    expect(ran.stderr).not.toContain('no user is named');
    expect(ran.stdout).toContain('ines.harbour');
    expect((await list('members eq ""', 'groups')).stdout).toBe(
      (await list('not (members pr)', 'groups')).stdout,
    );
  });

  it('is refused if the value cannot be missing', async () => {
    expect(await refusal('active eq ^""')).toEqual(['"active" is true or false, not ""', 'active eq ^""']);
  });
});

describe('--where comparison with a date', () => {
  /** Users created in the sandbox on 2024-03-04, 05 and 06, at 09:00 in California. */
  const FIRST =
    'id pr and (userName eq "ines.harbour" or userName eq "walt.finch" or userName eq "mei.tanaka")';
  it.each([
    ['eq', '2024-03-05', 'walt.finch'],
    ['ne', '2024-03-05', 'ines.harbour mei.tanaka'],
    ['gt', '2024-03-05', 'mei.tanaka'],
    ['ge', '2024-03-05', 'mei.tanaka walt.finch'],
    ['lt', '2024-03-05', 'ines.harbour'],
    ['le', '2024-03-05', 'ines.harbour walt.finch'],
    ['eq', '2024-03-03', ''],
    ['ne', '2024-03-03', 'ines.harbour mei.tanaka walt.finch'],
    ['gt', '2024-03-03', 'ines.harbour mei.tanaka walt.finch'],
    ['ge', '2024-03-04', 'ines.harbour mei.tanaka walt.finch'],
    ['lt', '2024-03-04', ''],
    ['le', '2024-03-03', ''],
    ['eq', '2024-03-07', ''],
    ['gt', '2024-03-06', ''],
    ['ge', '2024-03-07', ''],
    ['lt', '2024-03-07', 'ines.harbour mei.tanaka walt.finch'],
    ['le', '2024-03-06', 'ines.harbour mei.tanaka walt.finch'],
    ['eq', '2024', 'ines.harbour mei.tanaka walt.finch'],
    ['gt', '2024', ''],
    ['le', '2024-03', 'ines.harbour mei.tanaka walt.finch'],
    ['lt', '2024-03', ''],
    ['eq', '2024-03-05T17:00:00Z', 'walt.finch'],
    ['gt', '2024-03-05T17:00:00Z', 'mei.tanaka'],
    ['ge', '2024-03-05T17:00:00', 'mei.tanaka walt.finch'],
  ])('covers the whole day: created %s %s', async (operator, day, names) => {
    const ran = await list(`${FIRST} and created ${operator} ${day}`);
    expect([ran.exit, ran.stdout.trim().split('\n').sort().join(' ')]).toEqual([0, names]);
  });

  it('applies to groups and other columns', async () => {
    expect((await list('created eq 2024-03-04', 'groups')).stdout).not.toBe('');
    expect((await list('created gt 2024-03-04', 'groups')).stdout).toBe('');
    expect((await list('startDate eq 2024-03-15')).stdout).toBe('clara.voss\n');
    expect((await list('guestExpiration le 2027-12-31')).stdout).toBe('dev.partner\n');
    expect((await list('guestExpiration lt 2027-12-31')).stdout).toBe('');
  });

  it.each([
    ['1h', '2024-03-05T18:00:00Z', true],
    ['1h', '2024-03-05T18:00:01Z', false],
    ['30m', '2024-03-05T17:30:00Z', true],
    ['30m', '2024-03-05T17:31:00Z', false],
    ['90s', '2024-03-05T17:01:30Z', true],
    ['90s', '2024-03-05T17:02:00Z', false],
    ['0.5d', '2024-03-06T05:00:00Z', true],
    ['0.5d', '2024-03-06T05:00:01Z', false],
    ['1d', '2024-03-06T23:59:59Z', true],
    ['1d', '2024-03-07T00:00:00Z', false],
    ['36500d', '2024-03-07T00:00:00Z', true],
  ])(
    'covers a point in time for an age not in whole days: created ge %s at %s',
    async (age, now, isFound) => {
      const ran = await list(`userName eq "walt.finch" and created ge ${age}`, 'users', Date.parse(now));
      expect([ran.exit, ran.stdout]).toEqual([0, isFound ? 'walt.finch\n' : '']);
    },
  );
});

describe('--where in the syntax of other tools', () => {
  it.each([
    ['department ^== "Product"', '"==" is not an operator (did you mean "eq"?)'],
    ['department ^!= "Product"', '"!=" is not an operator (did you mean "ne"?)'],
    ['title ^like "Des%"', '"like" is not an operator (did you mean "co"?)'],
    ['email ^ew "example"', '"ew" is not an operator (did you mean "co"?)'],
    ['costCenter ^>= 4000', '">=" is not an operator (did you mean "ge"?)'],
    ['title ^resembles "x"', '"resembles" is not an operator; use eq, co, sw, gt, ge, lt, le, ne, pr'],
    ['title pr ^&& active eq true', 'write and instead of "&&"'],
    ['title pr ^|| active eq true', 'write or instead of "||"'],
    ['department=Product^', 'write department eq "Product" instead of "department=Product"'],
    ['costCenter>=4000^', 'write costCenter ge "4000" instead of "costCenter>=4000"'],
    ['^Primary e-mail co "clara"', '"Primary e-mail" is the heading of the column email: write email'],
    ['^"Display name" sw "C"', '"Display name" is the heading of the column displayName: write displayName'],
    ['^departmnt pr', 'there is no column "departmnt" (did you mean "department"?)'],
  ])('is refused with a suggestion: %s', async (marked, reason) => {
    expect(await refusal(marked)).toEqual([reason, marked]);
  });
});
