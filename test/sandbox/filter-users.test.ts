import { describe, expect, it } from 'vitest';
import { account } from '../support/organization-world.ts';
import { objectsIn, openTestSandbox, outcome, VERSIONS } from '../support/test-sandbox.ts';

const USERS = [
  account('anna', { displayName: 'Anna Lind', secondaryEmail: 'lind@home.example' }),
  account('anton', { guest: true }),
  account('bea', { active: false, title: 'He said "hi"' }),
  account('solo', {}, { isSingleChannelGuest: true }),
];

/** Returns the userNames a filter finds, or the status and code of an error. */
async function find(filter: string, version: '1.1' | '2.0' = '1.1'): Promise<string> {
  const service = await openTestSandbox({ version, users: USERS });
  const answer = await service.get(`/Users?filter=${encodeURIComponent(filter)}`);
  if (answer.status !== 200) return outcome(answer);
  return objectsIn(answer.body?.['Resources'])
    .map((user) => user['userName'])
    .join(' ');
}

describe('SCIM §4.5: the filter of GET /Users', () => {
  it.each([
    ['username eq "anna"', 'anna'],
    ['username co "n"', 'anna anton'],
    ['username sw "ann"', 'anna'],
    ['username pr', 'anna anton bea solo'],
    ['username gt "anton"', 'bea solo'],
    ['username ge "anton"', 'anton bea solo'],
    ['username lt "anton"', 'anna'],
    ['username le "anton"', 'anna anton'],
    ['email eq "anna@example.com"', 'anna'],
    ['email eq "LIND@home.example"', 'anna'],
    ['email co "@example.com"', 'anna anton bea solo'],
    ['email sw "b"', 'bea'],
    ['restricted eq "true"', 'anton'],
    ['restricted eq "1"', 'anton'],
    ['restricted eq "false"', 'anna bea solo'],
    ['ultra_restricted eq "true"', 'solo'],
    ['ultra_restricted eq "0"', 'anna anton bea'],
  ])('SCIM §4.5 rule 2: filters by attribute, operator and value, %s: %s', async (filter, names) => {
    expect(await find(filter)).toBe(names);
  });

  it.each([
    ['username sw "an" and restricted eq "true"', 'anton'],
    ['username eq "anna" or username eq "bea"', 'anna bea'],
    ['username eq "bea" or username sw "an" and restricted eq "true"', 'anton bea'],
    ['(username eq "bea" or username sw "an") and restricted eq "true"', 'anton'],
    ['((username eq "bea"))', 'bea'],
    ['username eq "ANNA" and restricted eq "false"', 'anna'],
    ['username eq "anna" and email eq "lind@home.example"', 'anna'],
    ['restricted eq "true" and email eq "anna@example.com"', ''],
    ['username eq "anna" and (username eq "bea" or username pr)', 'anna'],
    ['nickName eq "nobody" or username eq "bea"', 'bea'],
  ])('SCIM §4.5 rule 3: combines expressions with the standard precedence: %s', async (filter, names) => {
    expect(await find(filter)).toBe(names);
  });

  it('SCIM §4.5 rule 4: reads a value as a JSON string', async () => {
    expect(await find('title eq "He said \\"hi\\""')).toBe('bea');
    expect(await find('username eq "\\u0061nna"')).toBe('anna');
    expect(await find('title eq "a \\q"')).toBe('400 invalid_query');
  });

  it.each(['USERNAME Eq "anna"', 'userName eQ "ANNA"', 'username EQ "anna" AND username PR'])(
    'SCIM §4.5 rule 5: accepts attribute names and operators in any case: %s',
    async (filter) => {
      expect(await find(filter)).toBe('anna');
    },
  );

  it.each(["restricted eq '1'", 'restricted eq 1', 'restricted eq true', "username eq 'anton'"])(
    'accepts single quotes and unquoted values, as observed: %s',
    async (filter) => {
      expect(await find(filter)).toBe('anton');
    },
  );

  it('decodes a plus sign in the query as a space', async () => {
    const service = await openTestSandbox({ users: USERS });
    expect(await service.read('/Users?filter=restricted+eq+1')).toMatchObject({ totalResults: 1 });
  });

  it('counts all matches, not those on the page, in totalResults', async () => {
    const service = await openTestSandbox({ users: USERS });
    const body = await service.read('/Users?filter=username+sw+%22an%22&count=1&startIndex=2');
    expect(body).toMatchObject({ totalResults: 2, startIndex: 2, Resources: [{ userName: 'anton' }] });
  });

  it('filters by the attributes that published clients use', async () => {
    expect(await find('displayName eq "anna lind"')).toBe('anna');
    expect(await find('emails.value eq "bea@example.com"')).toBe('bea');
    expect(await find('id eq "WSOLO"')).toBe('solo');
    expect(await find('active eq false')).toBe('bea');
    expect(await find('displayName pr')).toBe('anna');
  });

  it.each(VERSIONS)('filters on %s, because v2 clients look users up by filter', async (version) => {
    expect(await find('userName eq "anna"', version)).toBe('anna');
    expect(await find('username eq "nobody"', version)).toBe('');
  });
});

describe('SCIM §7: codes of a malformed filter', () => {
  it.each([
    ['', 'no_filters'],
    ['   ', 'no_filters'],
    ['foo', 'no_filters'],
    ['username eq', 'incomplete_filter'],
    ['username  eq "anna"', 'incomplete_filter'],
    ['username eq  "anna"', 'incomplete_filter'],
    ['username\teq "anna"', 'incomplete_filter'],
    [' username eq "anna"', 'incomplete_filter'],
    ['username eq "anna" ', 'incomplete_filter'],
    ['username eq "anna', 'incomplete_filter'],
    ['username eq "anna" and', 'incomplete_filter'],
    ['username eq "anna"  and username pr', 'incomplete_filter'],
    ['username eq "anna" username pr', 'incomplete_filter'],
    ['(username eq "anna"', 'invalid_filter_group'],
    ['username eq "anna")', 'invalid_filter_group'],
    ['()', 'invalid_filter_group'],
    ['shoe eq "42"', 'invalid_query'],
    ['username xx "anna"', 'invalid_query'],
  ])('SCIM §4.5 rules 1 and 2: answers "%s" with %s', async (filter, code) => {
    expect(await find(filter)).toBe(`400 ${code}`);
  });

  it('adds the observed details to no_filters on v1', async () => {
    const service = await openTestSandbox({ version: '1.1' });
    const { body } = await service.get('/Users?filter=foo');
    expect(body).toEqual({ Errors: { description: 'no_filters (is_aggregate_call=1)', code: 400 } });
  });
});
